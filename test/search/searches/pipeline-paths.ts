import { aggregations, type Search } from "./search.ts";

/** Targets of `buckets_path`: every spelling, through buckets by key, single buckets and other pipelines. */

const size = "distribution_information.transfersize.size";
const begin = "temporal_extent.time_period_begin";
const kind = "product_type.keyword";
const repository = "dataset_metadata.repository.repository_id.keyword";
const location = "facility.location";

const inBuckets = {
  c: { terms: { field: repository }, aggs: { s: { sum: { field: size } }, most: { max_bucket: { buckets_path: "d._count" } }, d: { terms: { field: "facility.country_code.keyword" } } } },
  s: { sum: { field: size } },
  st: { stats: { field: size } },
  es: { extended_stats: { field: size } },
  p: { percentiles: { field: size } },
  one: { percentiles: { field: size, percents: [50] } },
  f: { filter: { exists: { field: size } }, aggs: { av: { avg: { field: size } } } },
  fs: { filters: { filters: { x: { exists: { field: size } }, y: { match_all: {} } } }, aggs: { av: { avg: { field: size } } } },
  th: { top_hits: { size: 1, _source: false } },
  gb: { geo_bounds: { field: location } },
  gc: { geo_centroid: { field: location } },
  most: { max_bucket: { buckets_path: "c>_count" } },
  all: { stats_bucket: { buckets_path: "c>_count" } },
  some: { percentiles_bucket: { buckets_path: "c>_count" } },
}; // biome-ignore format: a row each

const beside = {
  t: { terms: { field: kind, size: 20, min_doc_count: 5 }, aggs: inBuckets },
  h: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: { s: inBuckets.s } },
  n: { histogram: { field: size, interval: 300_000 }, aggs: { s: inBuckets.s } },
  l: { terms: { field: size, size: 3 } },
  b: { terms: { field: "facility.active" } },
  r: { range: { field: size, ranges: [{ to: 100 }, { from: 100 }] }, aggs: { s: inBuckets.s } },
  g: { geohash_grid: { field: location, precision: 1 } },
  k: { composite: { sources: [{ p: { terms: { field: kind } } }] }, aggs: { c: inBuckets.c } },
  f: { filter: { match_all: {} }, aggs: { c: inBuckets.c, s: inBuckets.s } },
}; // biome-ignore format: a row each

const ofTerms = [
  ...["t>_count", "t._count", "t", "t>", "t>_key", "t>s", "t>s.value", "t.s", "t>s._count", "t>s>value", "t>s.nope"],
  ...[
    "t> s",
    " t >s ",
    "t>>s",
    "t>S",
    "t>_COUNT",
    "t>nope",
    "t>nope>x",
    "t.x",
    "t.",
    "t[]>_count",
    "nope",
    "nope._count",
  ],
  ...["", "_count", "t._bucket_count", "t>_bucket_count", "t>_count.x", "t>st", "t>st.avg", "t>st[avg]", "t>st['avg']"],
  ...["t>st.nope", "t>es", "t>es.std_upper", "t>es.nope", "t>p", "t>p.50", "t>p[50]", "t>p.2", "t>p.nope", "t>one"],
  ...["t>one.50", "t>th", "t>th.x", "t>gb", "t>gb.nope", "t>gc", "t>gc.count", "t>gc.nope", "t>f", "t>f>_count"],
  ...["t>f._count", "t>f.av", "t>f>av", "t>f>av.value", "t>f.nope", "t>f['x']", "t>fs", "t>fs>av", "t>fs['x']"],
  ...["t>fs['x']>av", "t>fs['x']>_count", "t>fs['x']._count", "t>fs._bucket_count", "t>fs>_count", "t>c", "t>c._count"],
  ...["t>c>_count", "t>c._bucket_count", "t>c>_bucket_count", "t>c['CLU']", "t>c['CLU']>_count", "t>c['CLU']._count"],
  ...["t>c['nope']>_count", "t>c['CLU'].nope", "t>c['CLU']>nope", "t>c['CLU']>_key", "t>c.'CLU'", "t>c[CLU]>_count"],
  ...["t>c['CLU']>s", "t>c['CLU']>most", "t['model']", "t['model']>_count", "t['model']._count", "t['model']>s"],
  ...[
    "t['model']>c>_count",
    "t['model']>c._count",
    "t['model']>c>s",
    "t['model']>c>most",
    "t['model']>c['CLU']>d>_count",
  ],
  ...["t[model]>c._count", "t>most", "t>most.value", "t>most.keys", "t>most.nope", "t>all", "t>all.avg", "t>all.nope"],
  ...["t>some", "t>some.50"],
];
const ofOthers = [
  ...["h._count", "h", "h>_key", "n._count", "n>_key", "l", "l._count", "l>_key", "b>_key", "r", "r._count", "r>_key"],
  ...["g", "g._count", "g>_key", "k._count", "k>c._count", "f", "f>s", "f._count", "f>c", "f>c._count", "f>c>_count"],
  ...["f>c>s", "f>c['CLU']>most", "f>nope", "f.c"],
];

/** Only the target of the path: answers have all numbers of all buckets. */
const asked = (name: string, options: { readonly buckets_path: string; readonly [option: string]: unknown }) => {
  const names = new Set(options.buckets_path.split(/[^\w]+/));
  const picked = (all: object) => Object.fromEntries(Object.entries(all).filter(([each]) => names.has(each)));
  const needed = { ...picked(beside), ...(names.has("t") && { t: { ...beside.t, aggs: belowOf(names, picked) } }) };
  return { ...needed, z: { [name]: options } };
};

function belowOf(names: ReadonlySet<string>, picked: (all: object) => object) {
  const readsLists = ["most", "all", "some"].some((each) => names.has(each));
  return { ...picked(inBuckets), ...(readsLists && { c: inBuckets.c }) };
}

const kinds = ["min_bucket", "sum_bucket", "avg_bucket", "stats_bucket", "extended_stats_bucket", "percentiles_bucket"];
const gaps = ["skip", "insert_zeros", "keep_values", "nope"];

export const pipelinePathSearches: readonly Search[] = [
  ...aggregations(
    "the path",
    [...ofTerms, ...ofOthers].map((path) => asked("max_bucket", { buckets_path: path })),
  ),
  ...aggregations(
    "the path of another kind",
    kinds.flatMap((name) =>
      ["t._count", "t>c['CLU']._count", "t>f>av", "h>s", "t>nope", "f>c>_count"].flatMap((path) =>
        gaps.map((policy) => asked(name, { buckets_path: path, gap_policy: policy })),
      ),
    ),
    { query: { match: { "identification.title": "ozone" } } },
  ),
  ...aggregations(
    "percents and sigma",
    [
      ...[[-1], [101], [], ["x"], null, 5].map((percents) => ["percentiles_bucket", { percents }] as const),
      ...[-1, 0, "3", null].map((sigma) => ["extended_stats_bucket", { sigma }] as const),
    ].map(([name, options]) => asked(name, { buckets_path: "t>s", ...options })),
  ),
];
