import { describe, expect, test } from "vitest";
import { z } from "zod";
import { failureOf } from "../../test/failure.ts";
import { indexed } from "../../test/indexed.ts";
import { SearchRejected } from "../language/errors/rejected.ts";

const properties = { kind: { type: "keyword" }, size: { type: "double" }, day: { type: "date" } } as const;
const kinds = indexed(
  {
    "1": '{"kind":"a","size":1,"day":"2020-01-01"}',
    "2": '{"kind":"a","size":2,"day":"2020-01-03"}',
    "3": '{"kind":"b","size":4,"day":"2020-03-01"}',
    "4": '{"kind":"c"}',
  },
  { mapping: { properties } },
);

const aggregate = async (aggs: object): Promise<Record<string, unknown>> =>
  JSON.parse(await kinds.text(JSON.stringify({ size: 0, aggs }))).aggregations;

const EngineError = z.object({ reason: z.string(), caused_by: z.object({ reason: z.string() }).optional() });

const refusal = async (aggs: object): Promise<string> => {
  const { error } = await failureOf(SearchRejected, aggregate(aggs));
  const { reason, caused_by: cause } = EngineError.parse(error);
  return reason || (cause?.reason ?? "");
};

test("buckets hold the aggregations below them", async () => {
  const below = {
    total: { avg: { field: "size" } },
    days: { date_histogram: { field: "day", calendar_interval: "month" } },
  };
  const { kinds } = await aggregate({ kinds: { terms: { field: "kind" }, aggs: below, meta: { shown: true } } });
  expect(kinds).toMatchObject({
    meta: { shown: true },
    sum_other_doc_count: 0,
    buckets: [
      { key: "a", doc_count: 2, total: { value: 1.5 }, days: { buckets: [{ doc_count: 2 }] } },
      {
        key: "b",
        doc_count: 1,
        total: { value: 4 },
        days: { buckets: [{ key_as_string: "2020-03-01T00:00:00.000Z" }] },
      },
      { key: "c", doc_count: 1, total: { value: null }, days: { buckets: [] } },
    ],
  });
});

test("buckets hold their best documents, whose sources are fetched from the store", async () => {
  const below = { best: { top_hits: { sort: [{ size: "desc" }], size: 1, track_scores: true } } };
  const { kinds } = await aggregate({ kinds: { terms: { field: "kind", size: 2 }, aggs: below } });
  const best = (size: number, id: string, day: string, kind: string, total: number) => ({
    hits: {
      total: { value: total, relation: "eq" },
      max_score: 1,
      hits: [{ _index: "catalogue", _id: id, _score: 1, _source: { kind, size, day }, sort: [size] }],
    },
  });
  expect(kinds).toMatchObject({
    buckets: [
      { key: "a", best: best(2, "2", "2020-01-03", "a", 2) },
      { key: "b", best: best(4, "3", "2020-03-01", "b", 1) },
    ],
  });
});

test("a derivative is the difference of neighbours, as serial_diff answers it, and null at gaps", async () => {
  const below = {
    total: { sum: { field: "size" } },
    step: { derivative: { buckets_path: "total" } },
    filled: { derivative: { buckets_path: "total", gap_policy: "insert_zeros" } },
    difference: { serial_diff: { buckets_path: "total", gap_policy: "insert_zeros" } },
    change: { derivative: { buckets_path: "filled", gap_policy: "keep_values" } },
  };
  const months = { date_histogram: { field: "day", calendar_interval: "month" }, aggs: below };
  const { days } = await aggregate({ days: months });
  const Days = z.object({ buckets: z.array(z.record(z.string(), z.unknown())) });
  const shown = Days.parse(days).buckets.map(({ step, filled, difference, change }) => [
    step,
    filled,
    difference,
    change,
  ]);
  expect(shown).toEqual([
    [undefined, undefined, undefined, undefined],
    [{ value: null }, { value: -3 }, { value: -3 }, { value: null }],
    [{ value: null }, { value: 4 }, { value: 4 }, { value: 7 }],
  ]);
});

test("empty intervals are shown between others", async () => {
  const { days } = await aggregate({ days: { date_histogram: { field: "day", calendar_interval: "month" } } });
  expect(days).toMatchObject({ buckets: [{ doc_count: 2 }, { doc_count: 0 }, { doc_count: 1 }] });
});

describe("refuses", () => {
  const deep = (depth: number): object => ({
    terms: { field: "kind" },
    ...(depth > 1 ? { aggs: { a: deep(depth - 1) } } : {}),
  });
  test.each([
    ["an unknown kind", { a: { sum_of_all: { field: "size" } } }, "Unknown aggregation type [sum_of_all]"],
    ["an unknown option", { a: { avg: { field: "size", weight: 2 } } }, "[1:46] [avg] unknown field [weight]"],
    ["scripts", { a: { terms: { field: "kind", script: "1" } } }, "[1:48] [terms] unknown field [script]"],
    [
      "more buckets than an answer may have",
      { a: { terms: { field: "kind", size: 100_000 } } },
      "[size] must be less than or equal to [65536]. Found [100000] in [a]",
    ],
    [
      "buckets without end",
      { a: { date_histogram: { field: "day", fixed_interval: "1ms" } } },
      "Trying to create too many buckets. Must be less than or equal to: [65536] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.",
    ],
    ["more than 32 levels", { a: deep(33) }, "aggregations are nested deeper than [32]"],
  ])("%s", async (_what, aggs, reason) => {
    expect(await refusal(aggs)).toBe(reason);
  });
});
