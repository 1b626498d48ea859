import { expect, test } from "vitest";
import { MatchAll, MatchNone } from "../query/nodes/constant.ts";
import type { Query } from "../query/query.ts";
import { Work } from "../work.ts";
import { NamedQueries } from "./named-queries.ts";

/** A page of one document. */
const page = {
  *prepare() {},
  matches: (query: Query) => query instanceof MatchAll,
};
const matching = (names: readonly string[]) => names.map((name) => ({ name, query: new MatchAll() }));

test("names come in the order of a Java HashMap, which grows beyond three quarters", () => {
  const names = ["P", "a", "Q", "b"];
  const text = (given: readonly string[]) => new NamedQueries(matching(given), new Work()).text(0, page);
  expect(text(names)).toBe(',"matched_queries":["P","a","Q","b"]');
  expect(text(["b", "Q", "a"])).toBe(',"matched_queries":["Q","a","b"]');
  const thirteen = "PabcdefghijkQ".split("");
  expect(text(thirteen)).toBe(`,"matched_queries":${JSON.stringify("abcdefghijkPQ".split(""))}`);
});

test("of clauses with one name the last counts, and a hit without a match has no member", () => {
  const named = [
    { name: "one", query: new MatchAll() },
    { name: "one", query: new MatchNone() },
  ];
  expect(new NamedQueries(named, new Work()).text(0, page)).toBe("");
});

test("what the names make of an answer is counted as work", () => {
  const queries = new NamedQueries(matching(["n".repeat(1_000_000)]), new Work());
  const writeMany = () => {
    for (let hit = 0; hit < 300; hit++) queries.text(hit, page);
  };
  expect(writeMany).toThrow("takes more than");
});
