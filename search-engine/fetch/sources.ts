import type { Hit } from "./hit-writer.ts";

/** Hands out documents as they were stored. */
export interface DocumentStore {
  /** UTF-8 JSON of each id, in the order asked; undefined for an id that is not there any more. */
  documents(ids: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
}

/** The documents of hits, at the same places; undefined for those that are gone. */
export type Sources = readonly (Uint8Array | undefined)[];

/** Documents that the segments do not hold are fetched. */
export function sourcesOf(hits: readonly Hit[], documents: DocumentStore): Sources | Promise<Sources> {
  const held = hits.map(({ document, segment }) => segment.source(document.place - segment.base));
  const missing = hits.filter((_, place) => held[place] === undefined);
  if (missing.length === 0) return held;
  return documents.documents(missing.map(({ id }) => id)).then((fetched) => {
    let next = 0;
    return held.map((source) => source ?? fetched[next++]);
  });
}

/** Bytes of a document that are unpacked and parsed in the time of a step. */
const BYTES_A_STEP = 4;

/** What reading the documents of hits inside hits or buckets costs, in steps: there may be many, of which little is answered. */
export const readingSteps = (sources: Sources): number =>
  Math.ceil(sources.reduce((sum, source) => sum + (source?.length ?? 0), 0) / BYTES_A_STEP);
