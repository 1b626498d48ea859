import { expect, test } from "vitest";
import { MatchAll, MatchNone } from "../query/nodes/constant.ts";
import type { Query } from "../query/query.ts";
import { Work } from "../work/work.ts";
import { NamedQueries } from "./named-queries.ts";

/** A page of one document. */
const page = {
  *prepare() {},
  matches: (query: Query) => query instanceof MatchAll,
};
const matching = (names: readonly string[]) => names.map((name) => ({ name, query: new MatchAll(), depth: 1 }));

test("names come in the order of a Java HashMap, which grows beyond three quarters", () => {
  const names = ["P", "a", "Q", "b"];
  const text = (given: readonly string[]) => new NamedQueries(matching(given), 1, new Work()).text(0, page);
  expect(text(names)).toBe(',"matched_queries":["P","a","Q","b"]');
  expect(text(["b", "Q", "a"])).toBe(',"matched_queries":["Q","a","b"]');
  const thirteen = "PabcdefghijkQ".split("");
  expect(text(thirteen)).toBe(`,"matched_queries":${JSON.stringify("abcdefghijkPQ".split(""))}`);
});

test("the last of several clauses with one name counts, and a hit without a match has no member", () => {
  const named = [
    { name: "one", query: new MatchAll(), depth: 1 },
    { name: "one", query: new MatchNone(), depth: 1 },
  ];
  expect(new NamedQueries(named, 1, new Work()).text(0, page)).toBe("");
});

test("the text that the names add to an answer counts as work", () => {
  const queries = new NamedQueries(matching(["n".repeat(1_000_000)]), 1, new Work());
  const writeMany = () => {
    for (let hit = 0; hit < 300; hit++) queries.text(hit, page);
  };
  expect(writeMany).toThrow("takes more than");
});

test("each name that is tested counts as work, also where it matches nothing", () => {
  const work = new Work();
  const named = Array.from({ length: 100 }, (_, n) => ({ name: `n${n}`, query: new MatchNone(), depth: 1 }));
  expect(new NamedQueries(named, 100, work).text(0, page)).toBe("");
  expect(work.steps).toBe(100);
});

test("running the clauses on a page counts each clause once for every name around it", () => {
  const work = new Work();
  const named = [2, 1].map((depth) => ({ name: `n${depth}`, query: new MatchNone(), depth }));
  for (const _ of new NamedQueries(named, 1_000, work).run(page));
  expect(work.steps).toBe(200_000);
});
