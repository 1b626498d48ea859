import { expect, test } from "vitest";
import { Indexer } from "../../../../search-engine/index/indexer.ts";
import { positionOf } from "../../../../test/position.ts";
import { DatabaseUnavailable } from "../../../database/port.ts";
import { SearchUnavailable } from "../../port.ts";
import { FollowedEngine } from "./followed-engine.ts";

const mapping = { properties: { title: { type: "text" } } };
const search = (engine: FollowedEngine) =>
  engine.search({ body: Buffer.from("{}"), signal: new AbortController().signal });

test("searches are unavailable before the index is complete", async () => {
  const documents = { documents: async () => [] };
  const engine = new FollowedEngine({ indexName: "catalogue", mapping, dynamicFields: 0, documents });
  await expect(search(engine)).rejects.toThrow(SearchUnavailable);
});

test("documents that can't be read make the search unavailable before it answers", async () => {
  const documents = { documents: () => Promise.reject(new DatabaseUnavailable("gone")) };
  const engine = new FollowedEngine({ indexName: "catalogue", mapping, dynamicFields: 0, documents });
  const indexer = new Indexer(mapping, 0);
  indexer.apply({ id: "a", document: Buffer.from("{}") });
  engine.update({ publication: indexer.publish(), head: { position: positionOf("p1"), sequence: 1 } });
  await expect(search(engine)).rejects.toThrow(SearchUnavailable);
});
