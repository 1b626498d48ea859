import { ANSWERS, Asker, type Search, SPAN } from "./asker.ts";
import { withServer } from "./beside.ts";
import { corpusBatch, corpusFacilities, corpusRecord } from "./corpus.ts";
import { type ElasticsearchBench, openElasticsearchBench } from "./elasticsearch.ts";
import { alternate, type BenchResult, median, ROUNDS, type Row, scaled } from "./harness.ts";
import { load } from "./system.ts";

/**
 * Six searches from cheap to heavy through the service, beside the same searches sent to Elasticsearch itself, by the same
 * client, on the same index. Client, service and engine share the machine. No aggregation is sent twice, since the engine
 * caches answers. The notes state the overhead of a Node program that only forwards requests.
 */

const RECORDS = scaled(50_000);
const BATCH = 1000;
/** Warm-up of each side for each search, in milliseconds. */
const WARM_UP = scaled(3_000);
/** Searches that take at least this many milliseconds in the engine alone have a goal for throughput. */
const HEAVY = 10;

const SEARCHES: readonly Search[] = [
  {
    name: "a record by its PID",
    body: (call) => ({ query: { term: { "identification.identifier.pid.keyword": pid(call) } } }),
  },
  {
    name: "titles of a facility's records in a period, newest first",
    body: (call) => ({
      query: { bool: { filter: [{ term: { "facility.identifier.keyword": facility(call) } }, inPeriod(call)] } },
      sort: [{ "temporal_extent.time_period_begin": "desc" }, { "identification.identifier.pid.keyword": "asc" }],
      _source: ["identification.title"],
    }),
  },
  {
    name: "ten best of three words",
    body: (call) => ({
      query: { match: { "identification.abstract": `${word(call)} ${word(call * 7 + 1)} ${word(call * 3 + 2)}` } },
    }),
  },
  {
    name: "a page of 100 records in a box",
    body: (call) => ({
      query: { bool: { filter: [inBox(call), inPeriod(call)] } },
      sort: [{ "temporal_extent.time_period_begin": "asc" }, { "identification.identifier.pid.keyword": "asc" }],
      size: 100,
    }),
  },
  {
    name: "three facets of a word",
    body: (call) => ({
      query: { match: { "identification.abstract": word(call) } },
      size: 0,
      aggs: {
        [`facility${call}`]: { terms: { field: "facility.identifier.keyword", size: 100 } },
        variable: { terms: { field: "variables.variable_name.keyword" } },
        framework: { terms: { field: "variables.framework.framework.keyword" } },
      },
    }),
  },
  {
    name: "months of all records with variables and instruments",
    body: (call) => ({
      size: 0,
      aggs: {
        [`month${call}`]: {
          date_histogram: { field: "temporal_extent.time_period_begin", calendar_interval: "month" },
          aggs: {
            variable: { terms: { field: "variables.variable_name.keyword" } },
            instruments: { cardinality: { field: "variables.instrument.instrument_pid.keyword" } },
          },
        },
      },
    }),
  },
];

export async function run(): Promise<BenchResult> {
  const bench = await openElasticsearchBench();
  try {
    await load(2, RECORDS / BATCH, async (call) => {
      await bench.system.write("/api/provider/metadata/add", corpusBatch(call * BATCH, BATCH), { Prefer: "wait=60" });
    });
    await bench.client.indices.forcemerge({ index: bench.alias, max_num_segments: 1 });
    const rows = await withServer("forwarder", bench.url.href, (forwarder) => compare(bench, forwarder));
    return { name: "elasticsearch-search", rows };
  } finally {
    await bench.close();
  }
}

async function compare({ url, alias, system }: ElasticsearchBench, forwarder: URL): Promise<Row[]> {
  const path = `/${alias}/_search?track_total_hits=true`;
  const direct = new Asker(url, path, 0);
  const forwarded = new Asker(forwarder, path, 1_000_000_000);
  const product = new Asker(system.url, "/api/metadata/search", 2_000_000_000, (body) => `{"search":${body}}`);
  for (const search of SEARCHES) {
    for (const asker of [direct, product, forwarded]) await asker.rate(search, 8, WARM_UP);
  }
  const rows: Row[] = [];
  const heavy = new Set<Search>();
  for (const search of SEARCHES) {
    const rounds: Latencies[] = [];
    while (rounds.length < ROUNDS) rounds.push(await byTurns(search, { direct, product, forwarded }));
    const alone = median(rounds.map((round) => round.direct));
    if (alone >= HEAVY) heavy.add(search);
    const handingOn = median(rounds.map((round) => round.forwarded - round.direct));
    rows.push({
      name: `${search.name}: more at the median, 1 connection`,
      unit: "ms",
      product: rounds.map((round) => round.product - round.direct),
      goal: { of: "value", at: "most", value: 1.5 },
      note: `the engine alone ${alone.toFixed(2)} ms; handing on alone ${handingOn.toFixed(2)} ms more`,
    });
  }
  for (const connections of [8, 32]) rows.push(...(await throughputs(connections, direct, product, heavy)));
  for (const asker of [direct, product, forwarded]) asker.close();
  return rows;
}

/** Milliseconds, at the median. */
interface Latencies {
  readonly direct: number;
  readonly product: number;
  readonly forwarded: number;
}

/**
 * One connection to each side and one request at a time, so that disturbances affect all sides alike. No side is asked twice
 * in a row: its caches would be warm.
 */
async function byTurns(search: Search, askers: Readonly<Record<keyof Latencies, Asker>>): Promise<Latencies> {
  const latencies: Record<"direct" | "product" | "forwarded", number[]> = { direct: [], product: [], forwarded: [] };
  const sides = ["direct", "product", "forwarded"] as const;
  const begin = performance.now();
  for (let turn = 0; turn < ANSWERS || performance.now() - begin < sides.length * SPAN; turn++) {
    for (const side of sides) latencies[side].push(await askers[side].latency(search));
  }
  return {
    direct: median(latencies.direct),
    product: median(latencies.product),
    forwarded: median(latencies.forwarded),
  };
}

async function throughputs(
  connections: number,
  direct: Asker,
  product: Asker,
  heavy: ReadonlySet<Search>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const search of SEARCHES) {
    const values = await alternate(
      () => direct.rate(search, connections),
      () => product.rate(search, connections),
    );
    const name = `${search.name}, ${connections} connections`;
    const goal = { of: "ratio", at: "least", value: 0.9 } as const;
    rows.push({ name, unit: "searches/s", ...values, ...(heavy.has(search) && { goal }) });
  }
  const means = Array.from({ length: ROUNDS }, (_, round) => {
    const ratios = rows.map(({ product, limit }) => (product[round] ?? Number.NaN) / (limit?.[round] ?? Number.NaN));
    return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  });
  const name = `geometric mean of the six ratios, ${connections} connections`;
  return [...rows, { name, unit: "", product: means, goal: { of: "value", at: "least", value: 0.7 } }];
}

const WORDS =
  "volcanic drizzle stratospheric terpenes ceilometer nephelometer wood acidification ions mobility hydrocarbons".split(
    " ",
  );
const PIDS = Array.from({ length: 500 }, (_, index) => corpusRecord(index * 97).identification.identifier.pid);

const word = (call: number) => WORDS[call % WORDS.length];
const pid = (call: number) => PIDS[call % PIDS.length];
const facility = (call: number) => corpusFacilities[(call * 31) % corpusFacilities.length]?.identifier;

function inPeriod(call: number): object {
  const begin = call % 7000;
  return { range: { "temporal_extent.time_period_begin": { gte: day(begin), lt: day(begin + 2000) } } };
}

function inBox(call: number): object {
  const west = (call % 20) - 10;
  return { geo_bounding_box: { "facility.location": { top_left: [west, 60], bottom_right: [west + 15, 40] } } };
}

const day = (number: number): string => new Date(Date.UTC(2000, 0, 1 + number)).toISOString();
