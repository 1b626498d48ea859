import { expect, test } from "vitest";
import { compareComputed } from "./computed-comparison.ts";
import type { Answer } from "./exchange.ts";
import type { Counterpart } from "./random-counterparts.ts";

const counterpart: Counterpart = {
  kind: "normalize",
  given: { given: true },
  asked: { a: { asked: true } },
  expected: ({ a }) => ({ buckets: a?.buckets.map((bucket) => ({ ...bucket, x: { value: 2 * bucket.doc_count } })) }),
};

const answer = (a: object): Answer => ({ status: 200, text: JSON.stringify({ took: 1, aggregations: { a } }) });
const refusal: Answer = { status: 400, text: '{"error":{"type":"parsing_exception"}}' };
const found = answer({ buckets: [{ key: "k", doc_count: 3 }] });
const computed = (value: number) => answer({ buckets: [{ key: "k", doc_count: 3, x: { value } }] });

async function differencesOf(expected: Answer, given: Answer) {
  const compared = await compareComputed(
    async (body) => {
      expect(JSON.parse(body)).toEqual({ size: 0, query: { match_all: {} }, aggs: { a: { asked: true } } });
      return expected;
    },
    async (body) => {
      expect(JSON.parse(body)).toEqual({ size: 0, query: { match_all: {} }, aggs: { a: { given: true } } });
      return given;
    },
    [{ query: { match_all: {} }, counterpart }],
  );
  expect(compared.bodies).toBe(1);
  return compared.differences;
}

test("an answer agrees with the one computed from the other engine's, except for the last digits", async () => {
  expect(await differencesOf(found, computed(6))).toEqual([]);
  expect(await differencesOf(found, computed(6 + 1e-12))).toEqual([]);
});

test("another number, a bucket that is missing and a refusal are differences", async () => {
  expect(await differencesOf(found, computed(6.001))).toMatchObject([{ given: expect.stringContaining("6.001") }]);
  expect(await differencesOf(found, answer({ buckets: [] }))).toHaveLength(1);
  expect(await differencesOf(found, refusal)).toHaveLength(1);
});

test("a query that one refuses must be refused by the other", async () => {
  expect(await differencesOf(refusal, refusal)).toEqual([]);
  expect(await differencesOf(refusal, computed(6))).toHaveLength(1);
});
