import { Engine } from "./engine.ts";
import { Indexer } from "./index/indexer.ts";

const mapping = {
  properties: { name: { type: "text" }, country: { type: "keyword" }, height: { type: "double" } },
};
const stations = new Map([
  ["zsf", { name: "Schneefernerhaus, Zugspitze", country: "DE", height: 2671 }],
  ["jfj", { name: "Jungfraujoch", country: "CH", height: 3580 }],
  ["hpb", { name: "Hohenpeißenberg", country: "DE", height: 985 }],
]);
const bytesOf = (document: object | undefined) => document && Buffer.from(JSON.stringify(document));

/** Builds and merges segments. It may live in another thread: its publications can be posted. */
const indexer = new Indexer(mapping, 0);
for (const [id, station] of stations) indexer.apply({ id, document: bytesOf(station) });

/** Provides the documents of hits that the index does not hold. */
const documents = { documents: async (ids: readonly string[]) => ids.map((id) => bytesOf(stations.get(id))) };
const engine = new Engine({ indexName: "stations", mapping, dynamicFields: 0, documents });
engine.update(indexer.publish());

export const answer = await search({
  query: { range: { height: { gte: 2000 } } },
  sort: [{ height: "desc" }],
  aggs: { countries: { terms: { field: "country" } } },
});

async function search(body: object) {
  const { body: chunks } = await engine.search(Buffer.from(JSON.stringify(body)), new AbortController().signal);
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return JSON.parse(Buffer.concat(read).toString());
}
