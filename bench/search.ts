import { cycled } from "../cli/demo/cycled.ts";
import { besideWrites } from "./beside-writes.ts";
import { fill, writeSteadily } from "./catalogue.ts";
import { corpusFacilities, RECORDS } from "./corpus.ts";
import { Connection, requestBytes } from "./hammer.ts";
import { type BenchResult, quantile, ROUNDS, type Row, scaled } from "./harness.ts";
import { load, MeasuredSystem } from "./system.ts";

/**
 * 100,000 records: the time of a restart until they can be searched, their memory, and the speed of searches over HTTP at 4
 * connections, alone and while 1,000 records a second come in. No search is sent twice. Then the searches that portals send,
 * by turns alone and beside such writes.
 */

const CONNECTIONS = 4;
const REQUESTS = scaled(1000);
/** Bound of the resident memory of all processes that run Node, with 100,000 records. */
const MAX_RESIDENT = 2 ** 30;

interface Kind {
  readonly name: string;
  readonly goal: number;
  readonly body: (call: number) => object;
}

/** Words that each occur in at most a tenth of the records. */
const RARE =
  "volcanic drizzle stratospheric terpenes ceilometer nephelometer wood acidification hydrocarbons spectrometry ions mobility".split(
    " ",
  );

const KINDS: readonly Kind[] = [
  {
    name: "term + range + sort",
    goal: 10,
    body: (call) => ({
      query: {
        bool: {
          filter: [
            { term: { "facility.identifier.keyword": facility(call).identifier } },
            {
              range: { "temporal_extent.time_period_begin": { gte: day(call % 7000), lt: day((call % 7000) + 2500) } },
            },
          ],
        },
      },
      sort: [{ "temporal_extent.time_period_begin": "desc" }, { "identification.identifier.pid.keyword": "asc" }],
      from: call % 17,
    }),
  },
  {
    name: "three-term match",
    goal: 20,
    body: (call) => ({
      query: {
        match: { "identification.abstract": `${rare(call)} ${rare(call + 1 + (call % 5))} ${rare(call * 7 + 3)}` },
      },
      size: 10 + (call % 13),
      from: call % 29,
    }),
  },
  {
    name: "terms aggregation over all",
    goal: 50,
    body: (call) => ({
      size: 0,
      aggs: {
        [`facet${call}`]: {
          terms: {
            field: call % 2 ? "variables.variable_name.keyword" : "facility.identifier.keyword",
            size: 5 + (call % 40),
          },
        },
      },
    }),
  },
];

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    const empty = await system.searchResident();
    await fill(system, RECORDS);
    const rows: Row[] = [];
    const restarts = [];
    for (let round = 0; round < 3; round++) restarts.push((await system.restart()).ready / 1000);
    rows.push({
      name: "restart until searchable",
      unit: "s",
      product: restarts,
      goal: { of: "value", at: "most", value: 5 },
    });
    rows.push(await highestResident(system, "after the restart"), ...(await searchMemory(system, empty)));
    for (const kind of KINDS) rows.push(await searches(system, kind, kind.goal, ""));
    const writing = await writeSteadily(system, RECORDS);
    for (const kind of KINDS) rows.push(await searches(system, kind, 3 * kind.goal, ", 1,000 records/s coming in"));
    const rate = await writing.stop();
    rows.push({
      name: "records taken in meanwhile",
      unit: "records/s",
      product: [rate],
      goal: { of: "value", at: "least", value: 950 },
    });
    rows.push(...(await besideWrites(system)), await highestResident(system, "after these searches and writes"));
    return { name: "search", rows };
  } finally {
    await system.close();
  }
}

async function highestResident(system: MeasuredSystem, when: string): Promise<Row> {
  const goal = { of: "value", at: "most", value: MAX_RESIDENT / 2 ** 30 } as const;
  return {
    ...{ name: `resident, all processes, highest ${when}`, unit: "GiB", goal },
    product: [(await system.peakResident()) / 2 ** 30],
  };
}

/** Memory of the search process, beside the bound for all processes, and its share for each record. */
async function searchMemory(system: MeasuredSystem, empty: number): Promise<Row[]> {
  const resident = await system.searchResident();
  return [
    {
      name: "resident, the search process alone, beside the bound of all processes",
      unit: "MiB",
      limit: [MAX_RESIDENT / 2 ** 20],
      product: [resident / 2 ** 20],
      goal: { of: "ratio", at: "most", value: 1 },
      note: `${(empty / 2 ** 20).toFixed(0)} MiB with an empty catalogue`,
    },
    {
      name: "the search process for each record, beside the bound for each",
      unit: "bytes",
      limit: [MAX_RESIDENT / RECORDS],
      product: [(resident - empty) / RECORDS],
      goal: { of: "ratio", at: "most", value: 1 },
    },
  ];
}

let calls = 0;

async function searches(system: MeasuredSystem, kind: Kind, goal: number, circumstance: string): Promise<Row> {
  // Warm-up.
  await searchRound(system, kind, REQUESTS);
  const product: number[] = [];
  for (let round = 0; round < ROUNDS; round++) product.push(quantile(await searchRound(system, kind, REQUESTS), 0.99));
  return {
    name: `${kind.name}, p99${circumstance}`,
    unit: "ms",
    product,
    goal: { of: "value", at: "most", value: goal },
  };
}

/** Sends `count` different searches over open connections. Returns the milliseconds of each. */
async function searchRound({ url }: MeasuredSystem, kind: Kind, count: number): Promise<number[]> {
  const idle = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(url)));
  const open = [...idle];
  const latencies = await load(CONNECTIONS, count, async () => {
    const connection = idle.pop();
    if (!connection) throw new Error("more searches at once than connections");
    const body = JSON.stringify({ search: kind.body(calls++) });
    const request = requestBytes(url, "POST", "/api/metadata/search", { "Content-Type": "application/json" }, body);
    const status = await connection.exchange(request);
    if (status !== 200) throw new Error(`a search was answered with ${status}: ${body}`);
    idle.push(connection);
  });
  for (const connection of open) connection.close();
  return latencies;
}

const facility = (call: number) => cycled(corpusFacilities, call * 31);
const rare = (call: number) => RARE[call % RARE.length];
const day = (number: number): string => new Date(Date.UTC(2000, 0, 1 + number)).toISOString();
