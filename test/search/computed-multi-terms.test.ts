import { expect, test } from "vitest";
import { aggregationsOf, answerOf, loaded } from "./asked.ts";
import { type Random, random } from "./corpus.ts";
import { keywordFields } from "./random-vocabulary.ts";

/**
 * Answers of `multi_terms`, which the available Elasticsearch lacks, are computed from `composite`, which is checked by
 * recorded answers.
 */

const facility = "facility.identifier.keyword";
const product = "product_type.keyword";
const size = "distribution_information.transfersize.size";
const begin = "temporal_extent.time_period_begin";
const active = "facility.active";

interface FoundBucket {
  readonly key: unknown;
  readonly key_as_string?: string;
  readonly doc_count: number;
  readonly m?: { readonly value: number | null };
}
interface Found {
  readonly buckets: readonly FoundBucket[];
  readonly sum_other_doc_count: number;
  readonly doc_count_error_upper_bound: number;
}

const engine = loaded();

const answerTo = (aggs: object) => answerOf(engine, { aggs });

async function aggregate(aggregation: object): Promise<Found> {
  return (await aggregationsOf<{ a: Found }>(engine, { a: aggregation })).a;
}

const multiTerms = (names: readonly string[], options: object = {}) => ({
  multi_terms: { terms: names.map((field) => ({ field })), ...options },
});

const aggs = { m: { avg: { field: size } } };

/** All combinations with their documents, ascending by key. */
async function combinations(names: readonly string[]): Promise<FoundBucket[]> {
  const sources = names.map((field, n) => ({ [`s${n}`]: { terms: { field } } }));
  const { buckets } = await aggregate({ composite: { sources, size: 65_536 }, aggs });
  return buckets.map((bucket) => {
    const values = Object.values(bucket.key as object);
    const key = values.map((value, n) => (names[n]?.includes("time") ? new Date(value).toISOString() : value));
    return { ...bucket, key };
  });
}

const shown = ({ buckets }: Pick<Found, "buckets">) => buckets.map(({ key_as_string: _, ...others }) => others);
const sum = (buckets: readonly FoundBucket[]) => buckets.reduce((total, each) => total + each.doc_count, 0);

const directions = ["asc", "desc"] as const;

function randomCase(r: Random) {
  const fields = [...keywordFields, begin, active];
  const names = Array.from({ length: 2 + r.below(2) }, () => r.pick(fields));
  const [by, direction, count, least] = [
    r.pick(["_count", "_key"]),
    r.pick(directions),
    1 + r.below(60),
    1 + r.below(3),
  ];
  return { names, by, direction, count, least };
}

test("finds the combinations of 150 random searches, in their order", async () => {
  const r = random(20);
  let found = 0;
  for (let n = 0; n < 150; n++) {
    const { names, by, direction, count, least } = randomCase(r);
    const options = { size: count, min_doc_count: least, shard_size: 65_536, order: { [by]: direction } };
    const answer = await aggregate({ ...multiTerms(names, options), aggs });
    const all = await combinations(names);
    const sign = direction === "asc" ? 1 : -1;
    const ordered = by === "_count" ? [...all].sort((a, b) => sign * (a.doc_count - b.doc_count)) : all;
    if (by === "_key" && sign < 0) ordered.reverse();
    const expected = ordered.filter(({ doc_count }) => doc_count >= least);
    expect(shown(answer), JSON.stringify([names, options])).toEqual(shown({ buckets: expected.slice(0, count) }));
    expect(answer.sum_other_doc_count).toBe(sum(expected.slice(count)));
    found += answer.buckets.length;
  }
  expect(found).toBeGreaterThan(1_000);
}, 60_000);

test("orders by a metric, and ties by the key", async () => {
  const names = [facility, product];
  for (const direction of directions) {
    const { buckets } = await aggregate({ ...multiTerms(names, { size: 1_000, order: { m: direction } }), aggs });
    const known = (await combinations(names)).filter(({ m }) => m?.value !== null);
    const sign = direction === "asc" ? 1 : -1;
    known.sort((a, b) => sign * ((a.m?.value ?? 0) - (b.m?.value ?? 0)));
    expect(shown({ buckets: buckets.filter(({ m }) => m?.value !== null) })).toEqual(shown({ buckets: known }));
    expect(known.length).toBeGreaterThan(10);
  }
});

test("writes keys in their formats, as a list and joined", async () => {
  const terms = [
    { field: facility },
    { field: begin, format: "yyyy" },
    { field: active },
    { field: size, format: "0.0" },
  ];
  const { buckets } = await aggregate({ multi_terms: { terms, size: 1 } });
  const [{ key, key_as_string: joined } = { key: undefined }] = buckets;
  expect(key).toEqual([
    expect.any(String),
    expect.stringMatching(/^\d{4}$/),
    expect.any(Boolean),
    expect.stringMatching(/^\d+\.\d$/),
  ]);
  expect(joined).toBe((key as unknown[]).join("|"));
  const plain = await aggregate(multiTerms([size, facility], { size: 1 }));
  expect(plain.buckets[0]?.key).toEqual([expect.any(Number), expect.any(String)]);
});

test("counts documents without a field only where `missing` stands for it", async () => {
  const nowhere = await aggregate(multiTerms([facility, "nowhere"]));
  expect(nowhere.buckets).toEqual([]);
  const given = {
    terms: [
      { field: facility, missing: "none" },
      { field: "nowhere", missing: "a" },
    ],
    size: 100,
  };
  const { buckets } = await aggregate({ multi_terms: given });
  const terms = await aggregate({ terms: { field: facility, missing: "none", size: 100 } });
  const pairs = terms.buckets.map(({ key, doc_count }) => ({ key: [key, "a"], doc_count }));
  expect(shown({ buckets })).toEqual(pairs);
  const number = await aggregate({
    multi_terms: { terms: [{ field: facility }, { field: "x", value_type: "long", missing: 7 }] },
  });
  expect(number.buckets[0]?.key_as_string).toMatch(/\|7$/);
});

test("stands inside buckets, with others inside it", async () => {
  const of = multiTerms([product, active], { size: 1_000 });
  const { answer } = await answerTo({ t: { terms: { field: facility, size: 3 }, aggs: { a: { ...of, aggs } } } });
  const { buckets } = (answer["aggregations"] as { t: { buckets: (FoundBucket & { a: Found })[] } }).t;
  expect(buckets.length).toBe(3);
  const all = await combinations([facility, product, active]);
  for (const { key, a } of buckets) {
    const own = all.filter((each) => (each.key as unknown[])[0] === key);
    const inner = own.map((each) => ({ ...each, key: (each.key as unknown[]).slice(1) }));
    inner.sort((x, y) => y.doc_count - x.doc_count);
    expect(shown(a)).toEqual(shown({ buckets: inner }));
    expect(inner.length).toBeGreaterThan(1);
  }
});

test("shows error bounds of a single shard", async () => {
  const { buckets } = await aggregate(multiTerms([facility, product], { show_term_doc_count_error: true, size: 2 }));
  expect(buckets.map((each) => Object.keys(each))).toEqual(
    buckets.map(() => ["key", "key_as_string", "doc_count", "doc_count_error_upper_bound"]),
  );
  const byMetric = multiTerms([facility, product], {
    size: 2,
    shard_size: 2,
    order: { m: "desc" },
    collect_mode: "depth_first",
  });
  expect((await aggregate({ ...byMetric, aggs })).doc_count_error_upper_bound).toBe(-1);
});

const two = { terms: [{ field: facility }, { field: product }] };
test.each([
  [{}, "The [terms] parameter in the aggregation [a] must be present and have at least 2 fields or scripts."],
  [{ terms: [{ field: facility }] }, "or scripts. For a single field user terms aggregation."],
  [{ terms: { field: facility } }, "or scripts. For a single field user terms aggregation."],
  [{ terms: Array.from({ length: 129 }, () => ({ field: facility })) }, "cannot have more than 128 fields or scripts"],
  [{ terms: "x" }, "[multi_terms] terms doesn't support values of type: VALUE_STRING"],
  [{ terms: [{ missing: 1 }, { field: product }] }, "[field] and [script] cannot both be null."],
  [{ terms: [{ field: facility, script: "1" }, { field: product }] }, "[field_config] unknown field [script]"],
  [{ terms: [{ field: facility, format: "0" }, { field: product }] }, "does not support custom formats"],
  [{ terms: [{ field: facility, time_zone: "+01:00" }, { field: product }] }, "does not support custom time zones"],
  [{ terms: [{ field: facility }, { field: "identification.title" }] }, "Fielddata is disabled"],
  [{ terms: [{ field: facility }, { field: "facility.location" }] }, "is not supported for aggregation [multi_terms]"],
  [{ ...two, min_doc_count: 0 }, "[minDocCount] must be greater than or equal to 1. Found [0] in [a]"],
  [{ ...two, shard_min_doc_count: -1 }, "[shardMinDocCount] must be greater than or equal to 0. Found [-1] in [a]"],
  [{ ...two, size: 0 }, "[size] must be greater than 0. Found [0] in [a]"],
  [{ ...two, shard_size: 0 }, "[shardSize] must be greater than 0. Found [0] in [a]"],
  [{ ...two, collect_mode: "x" }, "no [collect_mode] found for value [x]"],
  [{ ...two, order: { none: "asc" } }, "Invalid aggregation order path [none]."],
  [{ ...two, include: "x" }, "[multi_terms] unknown field [include]"],
])("refuses %j", async (multi_terms, reason) => {
  const { status, answer } = await answerTo({ a: { multi_terms } });
  expect(status).toBe(400);
  expect(JSON.stringify(answer["error"])).toContain(reason);
});
