import type { DocumentStore } from "../../documents/source.ts";
import type { Hit } from "./hit-writer.ts";

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
