import type { Hit } from "./hit-writer.ts";

/** Provides documents as they were stored. */
export interface DocumentStore {
  /** UTF-8 JSON of each id, in the order of `ids`; undefined for a document that is gone. */
  documents(ids: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
}

/** The documents of hits, at the same places; undefined for those that are gone. */
export type Sources = readonly (Uint8Array | undefined)[];

/** Fetches the documents that the segments do not hold. */
export function sourcesOf(hits: readonly Hit[], documents: DocumentStore): Sources | Promise<Sources> {
  const held = hits.map(({ document, segment }) => segment.source(document.place - segment.base));
  const missing = hits.filter((_, place) => held[place] === undefined);
  if (missing.length === 0) return held;
  return documents.documents(missing.map(({ id }) => id)).then((fetched) => {
    let next = 0;
    return held.map((source) => source ?? fetched[next++]);
  });
}

/** Bytes of a document that can be unpacked and parsed in the time of a step. */
const BYTES_A_STEP = 4;

/** Steps of reading the documents of inner hits or of hits in buckets: there may be many, with little of each answered. */
export const readingSteps = (sources: Sources): number =>
  Math.ceil(sources.reduce((sum, source) => sum + (source?.length ?? 0), 0) / BYTES_A_STEP);
