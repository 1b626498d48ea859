import { expect, test } from "vitest";
import { loadEmbedded } from "../../test/search/embedded.ts";

const words = Array.from({ length: 4_000 }, (_, n) => `w${n}`).join(" ");

test.each([
  ["are highlighted", { highlight: { fields: { text: {} } } }, 400],
  ["are not, so that the query is not kept", {}, 200],
])("the query of inner hits counts as memory until they are written, where they %s", async (_, more, status) => {
  const records = Array.from({ length: 40 }, (_, n) => ({ id: `${n}`, document: { group: `${n}`, text: `w${n}` } }));
  const mapping = { properties: { group: { type: "keyword" }, text: { type: "text" } } } as const;
  const { ask, close } = await loadEmbedded("grouped", records, { mapping });
  const collapse = { field: "group", inner_hits: { name: "i", ...more } };
  const answer = await ask(JSON.stringify({ size: 40, query: { match: { text: words } }, collapse }));
  expect(answer.status).toBe(status);
  expect(answer.text.includes("needs more than")).toBe(status === 400);
  await close();
});

test.each([
  ["fuzzy words", { match: { text: { query: words.split(" ").slice(1_000, 1_014).join(" "), fuzziness: 1 } } }],
  ["patterns", { query_string: { query: "w1* w2*1 w3*2 w4*3 w5*4 w6*5 w7*6 w8*7", default_field: "text" } }],
])("%s count as memory of inner hits by their kept part", async (_, query) => {
  const records = Array.from({ length: 100 }, (_, n) => ({ id: `${n}`, document: { group: `${n}`, text: `w${n}` } }));
  const mapping = { properties: { group: { type: "keyword" }, text: { type: "text" } } } as const;
  const { ask, close } = await loadEmbedded("grouped", records, { mapping });
  const highlighted = ["a", "b", "c"].map((name) => ({ name, highlight: { fields: { text: {} } } }));
  const collapse = { field: "group", inner_hits: highlighted };
  const should = [{ match_all: {} }, query];
  const { status } = await ask(JSON.stringify({ size: 100, query: { bool: { should } }, collapse }));
  expect(status).toBe(200);
  await close();
});

test("the fields of inner hits count as memory once for all hits", async () => {
  const records = Array.from({ length: 400 }, (_, n) => ({ id: `${n}`, document: { group: `${n}` } }));
  const fields = Array.from({ length: 1_000 }, (_, n) => [`f${n}`, { type: "keyword" }] as const);
  const mapping = { properties: { group: { type: "keyword" }, ...Object.fromEntries(fields) } } as const;
  const { ask, close } = await loadEmbedded("grouped", records, { mapping });
  const collapse = { field: "group", inner_hits: { name: "i", _source: false, fields: ["f*"] } };
  const { status } = await ask(JSON.stringify({ size: 400, collapse }));
  expect(status).toBe(200);
  await close();
});

test("the memory of searching a group is free again for the next group", async () => {
  const records = Array.from({ length: 400 }, (_, n) => ({ id: `${n}`, document: { group: `${n}` } }));
  const mapping = { properties: { group: { type: "keyword" } } } as const;
  const { ask, close } = await loadEmbedded("grouped", records, { mapping });
  const sort = Array.from({ length: 64 }, () => "group");
  const collapse = { field: "group", inner_hits: { name: "i", size: 10_000, _source: false, sort } };
  const { status } = await ask(JSON.stringify({ size: 400, _source: false, collapse }));
  expect(status).toBe(200);
  await close();
});
