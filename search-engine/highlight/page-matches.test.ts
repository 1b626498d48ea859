import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { Term } from "../query/nodes/term.ts";
import { Work } from "../work/work.ts";
import { PageMatches } from "./page-matches.ts";

test("a query is run on the documents of a page in small steps, once", () => {
  const schema = new Schema({ properties: { text: { type: "text" } } }, 0);
  const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
  for (let n = 0; n < 1_000; n++) builder.add(`${n}`, Buffer.from(JSON.stringify({ text: n % 2 === 0 ? "a" : "b" })));
  const index = new Reader("texts", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);
  const places = Array.from({ length: 1_000 }, (_, n) => n);
  const page = new PageMatches(index, places, new Work());
  const query = new Term("text", "a");
  expect([...page.prepare(query)].length).toBeGreaterThan(3);
  expect([...page.prepare(query)]).toEqual([]);
  expect(places.filter((place) => page.matches(query, place))).toEqual(places.filter((place) => place % 2 === 0));
});
