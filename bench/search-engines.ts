import { Client } from "@elastic/elasticsearch";
import { Asker, type Search } from "./asker.ts";
import { corpusBatch, corpusFacilities, corpusRecord } from "./corpus.ts";
import { bulkOf, makeBareIndex } from "./elasticsearch.ts";
import { benchEngine } from "./engines.ts";
import { alternate, type BenchResult, quantile, ROUNDS, type Row } from "./harness.ts";
import { load, MeasuredSystem } from "./system.ts";

/**
 * Seventeen searches of the embedded engine, through the service, beside the same asked of Elasticsearch itself, by the
 * same client: 100,000 records, request caches off, 400 bodies a search, both sides warm, on the same machine.
 */

const RECORDS = 100_000;
const BATCH = 1000;
const BODIES = 400;
/** Warm-up of each side for each search, in milliseconds. */
const WARM_UP = 1_500;

const PID = "identification.identifier.pid.keyword";
const FACILITY = "facility.identifier.keyword";
const VARIABLE = "variables.variable_name.keyword";
const BEGIN = "temporal_extent.time_period_begin";
const ABSTRACT = "identification.abstract";
const FACETS = [VARIABLE, FACILITY, "variables.framework.framework.keyword", "product_type.keyword"];

const SEARCHES: readonly Search[] = [
  {
    name: "two terms",
    body: (n) => filtered({ term: { [FACILITY]: facility(n) } }, { term: { [VARIABLE]: variable(n) } }),
  },
  {
    name: "two terms, range and sort",
    body: (n) => ({
      ...filtered({ term: { [FACILITY]: facility(n) } }, { term: { [VARIABLE]: variable(n) } }, period(n)),
      sort: [{ [BEGIN]: "desc" }, { [PID]: "asc" }],
    }),
  },
  { name: "one record by its PID", body: (n) => ({ query: { term: { [PID]: pid(n) } } }) },
  { name: "one frequent word", body: (n) => ({ ...words(n, 1, FREQUENT), from: n % 20 }) },
  { name: "one rare word", body: (n) => ({ ...words(n, 1, RARE), from: n % 20 }) },
  { name: "three words", body: (n) => words(n, 3, RARE) },
  {
    name: "three words, all of them",
    body: (n) => ({
      query: { match: { [ABSTRACT]: { query: texts(n, 3, FREQUENT), operator: "and" } } },
      from: n % 20,
    }),
  },
  { name: "a phrase", body: (n) => ({ query: { match_phrase: { [ABSTRACT]: phrase(n) } } }) },
  {
    name: "multi_match",
    body: (n) => ({
      query: { multi_match: { query: texts(n, 2, RARE), fields: ["identification.title^2", ABSTRACT] } },
    }),
  },
  { name: "a prefix", body: (n) => ({ query: { prefix: { [PID]: pid(n).slice(0, -2) } } }) },
  {
    name: "a leading wildcard",
    body: (n) => ({ query: { wildcard: { [VARIABLE]: { value: `*${variable(n).slice(4, 12)}*` } } } }),
  },
  { name: "a box", body: (n) => filtered({ geo_bounding_box: { "facility.location": box(n) } }) },
  {
    name: "a shape",
    body: (n) => filtered({ geo_shape: { spatial_extent: { shape: { type: "envelope", coordinates: corners(n) } } } }),
  },
  {
    name: "sort by distance",
    body: (n) => ({
      query: { exists: { field: "facility.location" } },
      sort: [{ _geo_distance: { "facility.location": corners(n)[0], order: "asc" } }],
    }),
  },
  { name: "a page of 500", body: (n) => ({ ...words(n, 1, FREQUENT), size: 500 }) },
  {
    name: "six facets over all",
    body: (n) => ({
      size: 0,
      aggs: Object.fromEntries(
        [...FACETS, VARIABLE, FACILITY].map((field, at) => [
          `f${at}`,
          { terms: { field, size: 10 + ((n + at) % 20) } },
        ]),
      ),
    }),
  },
  {
    name: "months over all",
    body: (n) => ({ size: 0, aggs: { [`m${n}`]: { date_histogram: { field: BEGIN, calendar_interval: "month" } } } }),
  },
];

/** @throws EngineMissing */
export async function run(): Promise<BenchResult> {
  const engine = await benchEngine("elasticsearch");
  const client = new Client({ node: engine.address });
  const system = await MeasuredSystem.start();
  const index = await makeBareIndex(client);
  try {
    for (let first = 0; first < RECORDS; first += BATCH) {
      await client.transport.request({ method: "POST", path: `/${index}/_bulk`, bulkBody: bulkOf(first, BATCH) });
    }
    await client.indices.forcemerge({ index, max_num_segments: 1 });
    await client.indices.refresh({ index });
    for (const each of corpusFacilities)
      await system.write("/api/provider/facilities/add", Buffer.from(JSON.stringify(each)));
    await load(2, RECORDS / BATCH, async (call) => {
      await system.write("/api/provider/metadata/add", corpusBatch(call * BATCH, BATCH), { Prefer: "wait=60" });
    });
    await system.restart();
    const limit = new Asker(new URL(engine.address), `/${index}/_search?track_total_hits=true&request_cache=false`, 0);
    const product = new Asker(system.url, "/api/metadata/search", 0, (body) => `{"search":${body}}`);
    try {
      return { name: "search-engines", rows: await compare(limit, product) };
    } finally {
      for (const asker of [limit, product]) asker.close();
    }
  } finally {
    await system.close();
    await client.indices.delete({ index });
    await client.close();
    await engine.stop();
  }
}

async function compare(limit: Asker, product: Asker): Promise<Row[]> {
  for (const search of SEARCHES) for (const asker of [limit, product]) await asker.rate(search, 8, WARM_UP);
  const rows: Row[] = [];
  for (const search of SEARCHES) {
    const [p50, p99] = await latencies(search, limit, product);
    rows.push({ name: `${search.name}: p50`, unit: "ms", ...p50, goal: { of: "ratio", at: "most", value: 1 } });
    rows.push({ name: `${search.name}: p99`, unit: "ms", ...p99, goal: { of: "ratio", at: "most", value: 1 } });
  }
  const throughputs: Row[] = [];
  for (const search of SEARCHES) {
    const values = await alternate(
      () => limit.rate(search, 8),
      () => product.rate(search, 8),
    );
    const goal = { of: "ratio", at: "least", value: 0.5 } as const;
    throughputs.push({ name: `${search.name}, 8 connections`, unit: "searches/s", ...values, goal });
  }
  const means = Array.from({ length: ROUNDS }, (_, round) => {
    const ratios = throughputs.map((row) => (row.product[round] ?? Number.NaN) / (row.limit?.[round] ?? Number.NaN));
    return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  });
  const name = "geometric mean of the ratios, 8 connections";
  return [...rows, ...throughputs, { name, unit: "", product: means, goal: { of: "value", at: "least", value: 1.2 } }];
}

interface Values {
  readonly limit: number[];
  readonly product: number[];
}

async function latencies(search: Search, limit: Asker, product: Asker): Promise<[p50: Values, p99: Values]> {
  const values: [Values, Values] = [
    { limit: [], product: [] },
    { limit: [], product: [] },
  ];
  const measure = async (side: keyof Values, asker: Asker): Promise<number> => {
    const taken = await asker.latencies(search);
    values[0][side].push(quantile(taken, 0.5));
    values[1][side].push(quantile(taken, 0.99));
    return 0;
  };
  await alternate(
    () => measure("limit", limit),
    () => measure("product", product),
  );
  return values;
}

const filtered = (...filter: object[]) => ({ query: { bool: { filter } } });
const cyclic = <Item>(items: readonly Item[], n: number): Item => {
  const found = items[n % items.length];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
};

const FREQUENT = "measurements data observations station air concentration continuous monitoring".split(" ");
const RARE =
  "volcanic drizzle stratospheric terpenes ceilometer nephelometer wood acidification ions mobility hydrocarbons".split(
    " ",
  );
const SAMPLE = Array.from({ length: BODIES }, (_, n) => corpusRecord(n * 241));

const pid = (n: number) => cyclic(SAMPLE, n).identification.identifier.pid;
const facility = (n: number) => cyclic(corpusFacilities, n * 31).identifier;
const variable = (n: number) => cyclic(SAMPLE, n).variables[0]?.variable_name ?? "";
const texts = (n: number, count: number, from: readonly string[]) =>
  Array.from({ length: count }, (_, at) => cyclic(from, n + at * (1 + (n % 3)))).join(" ");
const words = (n: number, count: number, from: readonly string[]) => ({
  query: { match: { [ABSTRACT]: texts(n, count, from) } },
});
/** Two words that stand side by side in a record. */
const phrase = (n: number) => cyclic(SAMPLE, n).identification.abstract.split(" ").slice(2, 4).join(" ");

const day = (number: number): string => new Date(Date.UTC(2000, 0, 1 + number)).toISOString();
const period = (n: number) => ({
  range: { [BEGIN]: { gte: day((n % BODIES) * 17), lt: day((n % BODIES) * 17 + 2_000) } },
});
const corners = (n: number): readonly [readonly number[], readonly number[]] => {
  const [west, north] = [(n % 40) - 10, 40 + (n % 25)];
  return [
    [west, north],
    [west + 5, north - 5],
  ];
};
function box(n: number) {
  const [top_left, bottom_right] = corners(n);
  return { top_left, bottom_right };
}
