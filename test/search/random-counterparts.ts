import type { AggregationName } from "../../search-engine/language/aggregations/table.ts";
import type { Random } from "./corpus.ts";
import { keywordFields, keywordValues } from "./random-vocabulary.ts";

/**
 * Random aggregations of kinds that the available Elasticsearch lacks, each with others from whose answer it can be
 * computed.
 */

type Json = Record<string, unknown>;

interface Bucket extends Json {
  readonly key: unknown;
  readonly doc_count: number;
  readonly m: { readonly value: number | null };
}
/** Members of an answer with buckets. */
type Found = Json & { readonly buckets: readonly Bucket[] };

export interface Counterpart {
  readonly kind: AggregationName;
  /** The aggregation for the embedded engine, called `a`. */
  readonly given: Json;
  /** One or more aggregations for Elasticsearch. */
  readonly asked: Json;
  /** The answer of `a` from Elasticsearch's answers. */
  expected(found: Readonly<Record<string, Found>>): Json;
  /** Set if only these records can be compared. */
  readonly query?: Json;
}

const size = "distribution_information.transfersize.size";
const dates = ["temporal_extent.time_period_begin", "dataset_metadata.time_file_created"];
const facility = "facility.identifier.keyword";
const DAY = 86_400_000;
const m = { avg: { field: size } };

export function randomCounterpart(r: Random): Counterpart {
  return r.pick([derivative, bucketSort, normalize, multiTerms, topMetrics, autoDateHistogram, adjacencyMatrix])(r);
}

const years = (r: Random): Json => ({
  date_histogram: {
    field: r.pick(dates),
    calendar_interval: r.pick(["year", "quarter"]),
    hard_bounds: { min: "1990", max: "2030" },
  },
});
const facilities = (r: Random): Json => ({
  terms: { field: r.pick([facility, ...keywordFields]), size: 1 + r.below(30) },
});

/** Changes the buckets of the same aggregation without the pipeline. */
const inside = (
  kind: AggregationName,
  parent: Json,
  pipeline: Json,
  change: (buckets: readonly Bucket[]) => Json[],
) => ({
  kind,
  given: { ...parent, aggs: { m, x: { [kind]: pipeline } } },
  asked: { a: { ...parent, aggs: { m } } },
  expected: ({ a }: Readonly<Record<string, Found>>): Json => ({ ...a, buckets: change(a?.buckets ?? []) }),
});

const UNIT_MS: Readonly<Record<string, number>> = { day: DAY, "36h": 1.5 * DAY, week: 7 * DAY, month: 30.436875 * DAY };

function derivative(r: Random): Counterpart {
  const [unit, gap_policy] = [
    r.chance(0.6) ? r.pick(Object.keys(UNIT_MS)) : undefined,
    r.pick(["skip", "insert_zeros"]),
  ];
  const options = { buckets_path: "m", gap_policy, ...(unit && { unit }) };
  return inside("derivative", years(r), options, (buckets) => {
    const numbers = buckets.map((bucket) => bucket.m.value ?? (gap_policy === "skip" ? Number.NaN : 0));
    return buckets.map((bucket, place) => {
      const before = buckets[place - 1];
      if (!before) return bucket;
      const value = Number(numbers[place]) - Number(numbers[place - 1]);
      const units = (Number(bucket.key) - Number(before.key)) / Number(UNIT_MS[unit ?? ""]);
      return { ...bucket, x: { value: orNull(value), ...(unit && { normalized_value: orNull(value / units) }) } };
    });
  });
}

const orNull = (number: number): number | null => (Number.isFinite(number) ? number : null);

function bucketSort(r: Random): Counterpart {
  const [from, count, order, second] = [r.below(3), 1 + r.below(9), r.pick(["asc", "desc"]), r.chance(0.5)];
  const sort = [{ m: { order } }, ...(second ? [{ _count: { order: "desc" } }] : [])];
  return inside("bucket_sort", r.chance(0.5) ? facilities(r) : years(r), { sort, from, size: count }, (buckets) => {
    const last = order === "asc" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    const numberOf = (bucket: Bucket) => bucket.m.value ?? last;
    const kept = buckets.filter((bucket) => second || bucket.m.value !== null);
    kept.sort((a, b) => {
      const [x, y] = [numberOf(a), numberOf(b)];
      if (x === y) return second ? b.doc_count - a.doc_count : 0;
      return (x < y ? -1 : 1) * (order === "asc" ? 1 : -1);
    });
    return kept.slice(from, from + count);
  });
}

const METHODS: Readonly<Record<string, (own: number, all: readonly number[]) => number>> = {
  rescale_0_1: (own, all) => (own - Math.min(...all)) / (Math.max(...all) - Math.min(...all)),
  rescale_0_100: (own, all) => (100 * (own - Math.min(...all))) / (Math.max(...all) - Math.min(...all)),
  percent_of_sum: (own, all) => own / sumOf(all),
  mean: (own, all) => (own - sumOf(all) / all.length) / (Math.max(...all) - Math.min(...all)),
};
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function normalize(r: Random): Counterpart {
  const method = r.pick(Object.keys(METHODS));
  return inside("normalize", facilities(r), { buckets_path: "_count", method }, (buckets) => {
    const counts = buckets.map((bucket) => bucket.doc_count);
    return buckets.map((bucket) => ({
      ...bucket,
      x: { value: orNull(METHODS[method]?.(bucket.doc_count, counts) ?? 0) },
    }));
  });
}

function multiTerms(r: Random): Counterpart {
  const fields = Array.from({ length: 2 + r.below(2) }, () => r.pick([...keywordFields, "facility.active"]));
  const count = 1 + r.below(30);
  return {
    kind: "multi_terms",
    given: { multi_terms: { terms: fields.map((field) => ({ field })), size: count, shard_size: 65_536 }, aggs: { m } },
    asked: {
      a: {
        composite: { size: 10_000, sources: fields.map((field, n) => ({ [`s${n}`]: { terms: { field } } })) },
        aggs: { m },
      },
    },
    expected: ({ a }) => {
      const all = [...(a?.buckets ?? [])].sort((x, y) => y.doc_count - x.doc_count);
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: sumOf(all.slice(count).map((bucket) => bucket.doc_count)),
        buckets: all.slice(0, count).map((bucket) => {
          const key = Object.values(bucket.key as object);
          return { ...bucket, key, key_as_string: key.join("|") };
        }),
      };
    },
  };
}

function adjacencyMatrix(r: Random): Counterpart {
  const names = ["a", "b", "c", "d"].slice(0, 2 + r.below(3));
  const filterOf = (): Json => ({ term: { [r.pick(keywordFields)]: r.pick(keywordValues) } });
  const filters = new Map(names.map((name) => [name, filterOf()]));
  const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => ({ one, other })));
  const both = pairs.map(({ one, other }): [string, Json] => [
    `${one}&${other}`,
    { bool: { filter: [filters.get(one), filters.get(other)] } },
  ]);
  const all = Object.fromEntries([...filters, ...both]);
  return {
    kind: "adjacency_matrix",
    given: { adjacency_matrix: { filters: Object.fromEntries(filters) }, aggs: { m } },
    asked: { a: { filters: { filters: all, keyed: false }, aggs: { m } } },
    expected: ({ a }) => ({ buckets: (a?.buckets ?? []).filter((bucket) => bucket.doc_count > 0) }),
  };
}

type Hits = { hits: { hits: { sort: [number]; fields?: Record<string, unknown[]> }[] } };

function topMetrics(r: Random): Counterpart {
  const [date = "", other = ""] = r.chance(0.5) ? dates : [...dates].reverse();
  const by = r.pick([date, size]);
  const sort = {
    [by]: { order: r.pick(["asc", "desc"]), missing: r.pick([0, 1_400_000_000_000]), mode: r.pick(["min", "max"]) },
  };
  const keyword = r.pick(keywordFields);
  const values = [{ field: size }, { field: other, format: "epoch_millis" }, { field: keyword }];
  const hits = { top_hits: { size: 1, sort, _source: false, docvalue_fields: values } };
  const metrics = values.map(({ field }) => ({ field }));
  const parent = facilities(r);
  const written = (time: unknown) => new Date(Number(time)).toISOString();
  return {
    kind: "top_metrics",
    given: { ...parent, aggs: { x: { top_metrics: { metrics, sort } } } },
    asked: { a: { ...parent, aggs: { x: hits } } },
    expected: ({ a }) => ({
      ...a,
      buckets: (a?.buckets ?? []).map((bucket) => {
        const [hit] = (bucket["x"] as Hits).hits.hits;
        const numbers = hit?.fields?.[size]?.map(Number);
        const [time, term] = [hit?.fields?.[other]?.[0], hit?.fields?.[keyword]?.[0]];
        const found = {
          [size]: numbers ? sumOf(numbers) / numbers.length : null,
          [other]: time === undefined ? null : written(time),
          [keyword]: term ?? null,
        };
        return {
          ...bucket,
          x: { top: [{ sort: hit?.sort.map((each) => (by === size ? each : written(each))), metrics: found }] },
        };
      }),
    }),
  };
}

const UNITS = [
  { unit: "day", letter: "d", ms: DAY, multiples: [1, 7] },
  { unit: "month", letter: "M", ms: 30 * DAY, multiples: [1, 3] },
  { unit: "year", letter: "y", ms: 365 * DAY, multiples: [1, 5, 10, 20, 50, 100] },
] as const;

/** The first of days, months and years whose buckets can be merged to few enough. */
function autoDateHistogram(r: Random): Counterpart {
  const [field, target, zone] = [
    r.pick(dates),
    r.pick([2, 5, 10, 40, 200]),
    r.pick(["UTC", "+05:30", "Europe/Berlin"]),
  ];
  const from = Date.UTC(1998 + r.below(20), r.below(12), 1);
  const options = { field, time_zone: zone };
  return {
    kind: "auto_date_histogram",
    query: { range: { [field]: { gte: from, lt: from + r.pick([20, 200, 3_000]) * DAY } } },
    given: { auto_date_histogram: { ...options, buckets: target, minimum_interval: "day" } },
    asked: Object.fromEntries(
      UNITS.map(({ unit }) => [unit, { date_histogram: { ...options, calendar_interval: unit } }]),
    ),
    expected: (found) => {
      const level = UNITS.find(({ unit, ms, multiples }) => {
        const buckets = found[unit]?.buckets ?? [];
        const most = target * Number(multiples.at(-1));
        return buckets.length <= most && Number(buckets.at(-1)?.key) - Number(buckets[0]?.key) <= most * ms;
      });
      const { unit, letter, multiples } = level ?? UNITS[found["day"]?.buckets.length === 0 ? 0 : 2];
      const buckets = found[unit]?.buckets ?? [];
      const multiple = multiples.find((each) => Math.ceil(buckets.length / each) <= target) ?? 1;
      const merged = buckets.flatMap((bucket, place) => {
        const part = buckets.slice(place, place + multiple).map((each) => each.doc_count);
        return place % multiple === 0 ? [{ ...bucket, doc_count: sumOf(part) }] : [];
      });
      return { buckets: merged, interval: `${multiple}${letter}` };
    },
  };
}
