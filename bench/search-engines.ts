import { Client } from "@elastic/elasticsearch";
import { Asker, type Search } from "./asker.ts";
import { fill } from "./catalogue.ts";
import { RECORDS } from "./corpus.ts";
import { bulkOf, makeBareIndex } from "./elasticsearch.ts";
import { benchEngine } from "./engines.ts";
import { foundAlike } from "./found-alike.ts";
import { alternate, type BenchResult, median, quantile, ROUNDS, type Row, scaled, sumOf } from "./harness.ts";
import { SEARCHES, WORD_SEARCHES } from "./searches.ts";
import { MeasuredSystem, processorTimeOf } from "./system.ts";

/**
 * Twenty-seven searches of the embedded engine, through the service, beside the same searches sent to Elasticsearch itself
 * by the same client: 100,000 records, request caches off, 400 bodies a search, both sides warm, on the same machine.
 */

const ALL: readonly Search[] = [...SEARCHES, ...WORD_SEARCHES];
/** The searches of the first comparisons, which had seventeen. */
const SEVENTEEN: readonly string[] = [
  ...WORD_SEARCHES.map(({ name }) => name),
  ...["one record by its PID", "a bool of terms and a period, sorted", "a phrase", "multi_match", "a prefix"],
  ...["a leading wildcard", "a box", "a shape", "sort by distance", "a page of 500", "six facets over all"],
  "months over all",
];
const BATCH = 1000;
/**
 * Warm-up of each side for each search, in milliseconds. Both engines compile frequent code, the embedded one in each of its
 * threads: a search gets faster for some thousand calls.
 */
const WARM_UP = scaled(5_000);

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
    await fill(system, RECORDS);
    await system.restart();
    const limit = new Asker(new URL(engine.address), `/${index}/_search?track_total_hits=true&request_cache=false`, 0);
    const product = new Asker(system.url, "/api/metadata/search", 0, (body) => `{"search":${body}}`);
    try {
      const java = await javaProcess(client);
      const limitTimes = async () => [await processorTimeOf(java)];
      const productTimes = () => system.processorTimes();
      const rows = await compare({ asker: limit, times: limitTimes }, { asker: product, times: productTimes });
      return { name: "search-engines", rows };
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

/** The PID of Elasticsearch, which runs on this machine. Its own statistics of processor time are up to a second old. */
async function javaProcess(client: Client): Promise<number> {
  const { nodes } = await client.nodes.info({ metric: "process" });
  return Object.values(nodes)[0]?.process?.id ?? 0;
}

/** One of the engines. */
interface Side {
  readonly asker: Asker;
  /** Milliseconds of processor time that each of its processes has taken. */
  times(): Promise<number[]>;
}

async function compare(limit: Side, product: Side): Promise<Row[]> {
  const alike = await foundAlike(ALL, limit.asker, product.asker);
  for (const search of ALL) for (const { asker } of [limit, product]) await asker.rate(search, 8, WARM_UP);
  const rows: Row[] = [];
  for (const search of ALL) {
    const [p50, p99] = await latencies(search, limit.asker, product.asker);
    rows.push({ name: `${search.name}: p50`, unit: "ms", ...p50, goal: { of: "ratio", at: "most", value: 1 } });
    rows.push({ name: `${search.name}: p99`, unit: "ms", ...p99, goal: { of: "ratio", at: "most", value: 1 } });
  }
  const throughputs = new Map<string, Row & Values>();
  const costs: Row[] = [];
  for (const search of ALL) {
    const spent = { limit: [] as number[][], product: [] as number[][] };
    const rate = async (name: keyof Values, { asker, times }: Side) => {
      const [before, callsBefore] = [await times(), asker.calls];
      const answers = await asker.rate(search, 8);
      const calls = asker.calls - callsBefore;
      spent[name].push((await times()).map((after, process) => ((after - (before[process] ?? 0)) / calls) * 1000));
      return answers;
    };
    const values = await alternate(
      () => rate("limit", limit),
      () => rate("product", product),
    );
    const goal = { of: "ratio", at: "least", value: 0.5 } as const;
    throughputs.set(search.name, { name: `${search.name}, 8 connections`, unit: "searches/s", ...values, goal });
    costs.push({
      ...{ name: `${search.name}: processor time of one`, unit: "µs" },
      ...{ limit: spent.limit.map(sumOf), product: spent.product.map(sumOf) },
      note: `${median(spent.product.map(([service = 0]) => service)).toFixed(0)} of the service`,
    });
  }
  const meanOf = (title: string, names: readonly string[]): Row => ({
    name: `geometric mean of the ratios of ${title}, 8 connections`,
    unit: "",
    product: geometricMeans(names.flatMap((name) => throughputs.get(name) ?? [])),
    goal: { of: "value", at: "least", value: 1.2 },
  });
  const names = (searches: readonly Search[]) => searches.map(({ name }) => name);
  return [
    alike,
    ...rows,
    ...throughputs.values(),
    ...costs,
    meanOf("the seventeen", SEVENTEEN),
    meanOf("the twenty-two", names(SEARCHES)),
    meanOf("all twenty-seven", names(ALL)),
  ];
}

/** Geometric means of the ratios in each round. */
function geometricMeans(rows: readonly Values[]): number[] {
  return Array.from({ length: ROUNDS }, (_, round) => {
    const ratios = rows.map(({ product, limit }) => (product[round] ?? Number.NaN) / (limit[round] ?? Number.NaN));
    return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  });
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
