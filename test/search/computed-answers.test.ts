import { describe, expect, test } from "vitest";
import { aggregationsOf, answerOf, loaded } from "./asked.ts";

/**
 * Kinds that the recorded Elasticsearch lacks. Their answers are computed from other aggregations, which are checked by
 * recorded answers.
 */

const facility = "facility.identifier.keyword";
const repository = "dataset_metadata.repository.repository_id.keyword";
const size = "distribution_information.transfersize.size";
const begin = "temporal_extent.time_period_begin";

type Found = Record<string, unknown> & { readonly buckets: readonly Record<string, unknown>[] };

const engine = loaded();

async function aggregate(aggregation: object, query?: object): Promise<Found> {
  return (await aggregationsOf<{ a: Found }>(engine, { a: aggregation }, query)).a;
}

async function reasonOf(aggregation: object): Promise<string> {
  const { status, answer } = await answerOf(engine, { aggs: { a: aggregation } });
  expect(status).toBe(400);
  return JSON.stringify(answer["error"]);
}

describe("bucket_sort", () => {
  const total = { total: { sum: { field: size } }, mean: { avg: { field: size } } };
  const sorted = (bucket_sort: object, more: object = {}) => ({
    terms: { field: facility, size: 100 },
    aggs: { ...total, ...more, s: { bucket_sort } },
  });

  test.each([
    [{ total: "desc" }, { total: { order: "desc" } }],
    [{ total: "asc" }, "total"],
    [{ _count: "asc" }, { _count: "asc" }],
    [{ _key: "desc" }, { _key: { order: "desc" } }],
    [
      [{ _count: "desc" }, { mean: "desc" }],
      [{ _count: "desc" }, { "mean.value": { order: "desc" } }],
    ],
  ])("sorts as terms do by the order %j", async (order, sort) => {
    const ordered = await aggregate({ terms: { field: facility, size: 100, order }, aggs: total });
    const { buckets } = await aggregate(
      sorted({ sort: Array.isArray(sort) ? sort : [sort], gap_policy: "insert_zeros" }),
    );
    expect(buckets.length).toBeGreaterThan(5);
    expect(buckets).toEqual(ordered.buckets);
  });

  test("cuts the list, sorted or not, and leaves the others' documents where they were", async () => {
    const whole = await aggregate(sorted({ from: 0, size: 100 }));
    const part = await aggregate(sorted({ from: 2, size: 3 }));
    expect(part).toEqual({ ...whole, buckets: whole.buckets.slice(2, 5) });
    const beyond = await aggregate(sorted({ from: 1_000 }));
    expect(beyond.buckets).toEqual([]);
    const two = await aggregate(sorted({ sort: { _key: "asc" }, from: 1, size: 2 }));
    const keys = whole.buckets.map(({ key }) => String(key)).sort();
    expect(two.buckets.map(({ key }) => key)).toEqual(keys.slice(1, 3));
  });

  test("leaves out buckets in which no key has a number, and puts those without the first key last", async () => {
    const years = (bucket_sort: object) => ({
      date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 0 },
      aggs: { mean: { avg: { field: size } }, s: { bucket_sort } },
    });
    const all = await aggregate(years({ from: 0, size: 10_000 }));
    const meanOf = ({ mean }: Record<string, unknown>) => (mean as { value: number | null }).value;
    const withMean = all.buckets.filter((bucket) => meanOf(bucket) !== null);
    expect(withMean.length).toBeGreaterThan(3);
    expect(withMean.length).toBeLessThan(all.buckets.length);
    const descending = await aggregate(years({ sort: [{ mean: "desc" }] }));
    expect(descending.buckets.map(meanOf)).toEqual(withMean.map(meanOf).sort((a, b) => Number(b) - Number(a)));
    const both = await aggregate(years({ sort: [{ mean: "desc" }, { _key: "desc" }] }));
    expect(both.buckets.slice(0, withMean.length)).toEqual(descending.buckets);
    const rest = all.buckets.filter((bucket) => meanOf(bucket) === null);
    expect(both.buckets.slice(withMean.length)).toEqual([...rest].reverse());
  });

  test("runs where it stands among other pipelines, and before those beside the list", async () => {
    const years = (below: object) => ({
      date_histogram: { field: begin, calendar_interval: "year" },
      aggs: below,
    });
    const first = { sort: [{ _count: "desc" as const }], size: 3 };
    const sum = { cumulative_sum: { buckets_path: "_count" } };
    const before = await aggregate(years({ s: { bucket_sort: first }, c: sum }));
    let running = 0;
    for (const { doc_count: documents, c } of before.buckets) {
      running += Number(documents);
      expect(c).toEqual({ value: running });
    }
    const behind = await aggregate(years({ c: sum, s: { bucket_sort: first } }));
    const all = await aggregate(years({ c: sum }));
    for (const bucket of behind.buckets) expect(all.buckets).toContainEqual(bucket);
    const byPipeline = await aggregate(years({ s: { bucket_sort: { sort: [{ c: "desc" }], size: 1 } }, c: sum }));
    expect(byPipeline.buckets).toEqual([all.buckets.at(-1)]);
    const body = {
      size: 0,
      aggs: { a: years({ s: { bucket_sort: first } }), m: { sum_bucket: { buckets_path: "a>_count" } } },
    };
    const { answer } = await answerOf(engine, body);
    expect(answer["aggregations"]).toMatchObject({ m: { value: running } });
  });

  test("takes the name of a gap policy in capitals", async () => {
    const sort = { sort: [{ mean: "desc" }] };
    const expected = await aggregate(sorted({ ...sort, gap_policy: "insert_zeros" }));
    expect(await aggregate(sorted({ ...sort, gap_policy: "INSERT_ZEROS" }))).toEqual(expected);
  });

  test.each([
    [{}, "[s] is configured to perform nothing. Please set either of [sort, size, from] to use bucket_sort"],
    [{ size: 0 }, "[size] must be a positive integer: [0]"],
    [{ from: -1 }, "[from] must be a non-negative integer: [-1]"],
    [{ sort: "total" }, "[bucket_sort] sort doesn't support values of type: VALUE_STRING"],
    [{ sort: ["_score"] }, "only supports field based sorting"],
    [{ sort: ["nothing"] }, "No aggregation found for path [nothing]"],
    [{ sort: ["total"], gap_policy: "fill" }, "Invalid gap policy: [fill]"],
    [{ sort: ["total"], script: "1" }, "[bucket_sort] unknown field [script]"],
  ])("refuses %j", async (bucket_sort, reason) => {
    expect(await reasonOf(sorted(bucket_sort))).toContain(reason);
  });

  test("refuses to stand outside of buckets, and to compare the keys of composites", async () => {
    expect(await reasonOf({ bucket_sort: { size: 1 } })).toContain("must be declared inside of another aggregation");
    const inside = { s: { bucket_sort: { size: 1 } } };
    expect(await reasonOf({ filter: { match_all: {} }, aggs: inside })).toContain("multi-bucket aggregation as parent");
    const composite = { sources: [{ r: { terms: { field: repository } } }] };
    expect(await reasonOf({ composite, aggs: { s: { bucket_sort: { sort: ["_key"] } } } })).toContain("[_key]");
    expect((await aggregate({ composite, aggs: inside })).buckets).toHaveLength(1);
    const combinations = { multi_terms: { terms: [{ field: repository }, { field: facility }] } };
    expect(await reasonOf({ ...combinations, aggs: { s: { bucket_sort: { sort: ["_key"] } } } })).toContain("[_key]");
  });
});
