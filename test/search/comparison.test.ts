import fc from "fast-check";
import { expect, test } from "vitest";
import { compareEngines, differenceOf } from "./comparison.ts";
import type { Answer } from "./exchange.ts";
import { readRecorded } from "./recorded.ts";

const answers = readRecorded()
  .filter(({ status }) => status === 200)
  .map(({ body, answer }) => ({ body, text: `{"took":1,"timed_out":false,${answer.slice(1)}` }));

const ok = (text: string): Answer => ({ status: 200, text });

/** Paths to all numbers, texts and booleans, except those that may differ between engines. */
function leaves(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) =>
    name === "took" || name === "_index" ? [] : leaves(each, [...path, name]),
  );
}

/** A copy with another value at the path. */
function changed(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) {
    if (typeof value === "number") return value * 1.001 + 1;
    return typeof value === "string" ? `${value}x` : !value;
  }
  if (Array.isArray(value)) return value.map((each, at) => (String(at) === name ? changed(each, rest) : each));
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(members.map(([key, each]) => [key, key === name ? changed(each, rest) : each]));
}

test("an answer agrees with itself, whatever time it took and whatever the index is called", () => {
  for (const { body, text } of answers) {
    const other = text.replace('"took":1,', '"took":77,').replaceAll('"_index":"catalogue"', '"_index":"other"');
    expect(differenceOf(body, ok(text), ok(other))).toBeUndefined();
  }
});

test("any other value in any place of an answer is a difference", () => {
  fc.assert(
    fc.property(fc.nat(answers.length - 1), fc.nat(), (which, at) => {
      const { body, text } = answers[which] ?? { body: "", text: "{}" };
      const parsed: unknown = JSON.parse(text);
      // Both sides pass through JSON.parse, which rounds integers of more digits alike.
      const expected = ok(JSON.stringify(parsed));
      const paths = leaves(parsed);
      const given = ok(JSON.stringify(changed(parsed, paths[at % paths.length] ?? [])));
      expect(differenceOf(body, expected, given)).toBeDefined();
    }),
    { numRuns: 500 },
  );
});

test("another order of hits, a hit that is missing and another status are differences", () => {
  const several = answers.find(({ text }) => JSON.parse(text).hits.hits.length > 2);
  const { body, text } = several ?? { body: "", text: "{}" };
  const parsed = JSON.parse(text);
  const withHits = (hits: unknown[]) => ok(JSON.stringify({ ...parsed, hits: { ...parsed.hits, hits } }));
  const expected = withHits(parsed.hits.hits);
  expect(differenceOf(body, expected, withHits(parsed.hits.hits.toReversed()))).toBeDefined();
  expect(differenceOf(body, expected, withHits(parsed.hits.hits.slice(1)))).toBeDefined();
  const refused = (type: string): Answer => ({
    status: 400,
    text: JSON.stringify({ error: { type, root_cause: [{ type, reason: "no" }] } }),
  });
  expect(differenceOf(body, expected, refused("parsing_exception"))).toBeDefined();
  expect(differenceOf(body, refused("parsing_exception"), refused("illegal_argument_exception"))).toBeDefined();
  expect(differenceOf(body, refused("parsing_exception"), refused("parsing_exception"))).toBeUndefined();
});

test("scores that differ in their last digits agree, other numbers do not", () => {
  const answer = (score: string, distance: string, value: string) =>
    ok(
      `{"hits":{"max_score":${score},"hits":[{"_score":${score},"sort":[${score},${distance}]}]},"a":{"value":${value}}}`,
    );
  const expected = answer("20.926765", "20926.765123456789", "20.926765");
  expect(differenceOf("{}", expected, answer("20.926763", "20926.765123456789", "20.926765"))).toBeUndefined();
  expect(differenceOf("{}", expected, answer("20.926865", "20926.765123456789", "20.926765"))).toBeDefined();
  expect(differenceOf("{}", expected, answer("20.926765", "20926.765123456739", "20.926765"))).toBeDefined();
  expect(differenceOf("{}", expected, answer("20.926765", "20926.765123456789", "20.926763"))).toBeDefined();
});

test("a failure of the engine itself agrees with a refusal, and with nothing else", () => {
  const failure: Answer = { status: 500, text: '{"error":{"type":"null_pointer_exception"}}' };
  const refusal: Answer = { status: 400, text: '{"error":{"type":"parsing_exception"}}' };
  expect(differenceOf("{}", failure, refusal)).toBeUndefined();
  expect(differenceOf("{}", failure, ok("{}"))).toBeDefined();
  const cause = { type: "query_shard_exception", reason: "failed to create query: null" };
  const nullPointer: Answer = { status: 400, text: JSON.stringify({ error: { ...cause, root_cause: [cause] } }) };
  expect(differenceOf("{}", nullPointer, refusal)).toBeUndefined();
  expect(differenceOf("{}", nullPointer, ok("{}"))).toBeDefined();
  expect(differenceOf("{}", refusal, nullPointer)).toBeDefined();
});

test("scores are counted where hits are ordered by them and differ", async () => {
  const scored = (...scores: number[]) => JSON.stringify({ hits: { hits: scores.map((_score) => ({ _score })) } });
  const sorted = JSON.stringify({ hits: { hits: [{ _score: null, sort: [1] }] } });
  const texts = [scored(3, 2, 2), scored(1, 1), sorted];
  const ask = async (body: string) => ok(texts[Number(body)] ?? "{}");
  const comparison = await compareEngines(ask, ask, ["0", "1", "2"]);
  expect(comparison).toEqual({ bodies: 3, refused: 0, differences: [], scoredHits: 3, distinctScores: 2 });
});
