import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { observations } from "../contracts/views/observations.ts";
import { openDatabase } from "../platform/database/open.ts";
import { type BareObservations, openBareObservations, readings } from "./bare-observations.ts";
import { withServer } from "./beside.ts";
import { requestsPerSecond } from "./hammer.ts";
import { alternate, type BenchResult, ROUNDS, type Row, SCALE, scaled } from "./harness.ts";
import { addNetwork, type Network, newestLines, pathDay, periodOf, sendValues } from "./network.ts";
import { type Answer, MeasuredSystem } from "./system.ts";

/**
 * A network of 246 hourly series: a year of its values sent as NDJSON until they can be read, beside COPY of the same rows.
 * Then the most frequent reads, beside reading the same rows from PostgreSQL, or a static answer of the same size.
 */

/** Days. */
const MONTH = scaled(30);
const MONTHS = 12;
/** Months that are sent before the measured ones. */
const WARM_UP = 7;
/** Each reading is repeated for this time. */
const MEASURED_MS = scaled(3_000);

export async function run(): Promise<BenchResult> {
  const bare = await openBareObservations();
  const system = await MeasuredSystem.start();
  try {
    const network = await addNetwork(system);
    const rows = [...(await writing(system, bare, network)), ...(await reading(system, bare, network))];
    return { name: "measurements", rows: [...rows, ...(await upToDate(system, network)), await memory(system)] };
  } finally {
    await system.close();
    await bare.close();
  }
}

/** Each round sends months that no other round has sent; the rest of the year is sent to be read later. */
async function writing(system: MeasuredSystem, bare: BareObservations, network: Network): Promise<Row[]> {
  const limit: number[] = [];
  const product: number[] = [];
  for (let month = 0; month < MONTHS; month++) {
    const { values, ndjson, copy } = periodOf(network, month * MONTH, MONTH);
    const turns = [
      async () => limit.push(values / (await seconds(() => bare.load(copy)))),
      async () => product.push(values / (await seconds(() => sendValues(system, ndjson)))),
    ];
    for (const turn of month % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  const kept = { limit: limit.slice(WARM_UP, WARM_UP + ROUNDS), product: product.slice(WARM_UP, WARM_UP + ROUNDS) };
  return [
    {
      ...{ name: "NDJSON until values, newest and means can be read, beside COPY", unit: "values/s", ...kept },
      goal: { of: "ratio", at: "least", value: 0.2 },
    },
  ];
}

async function reading(system: MeasuredSystem, bare: BareObservations, network: Network): Promise<Row[]> {
  const [id = 0] = network.keys();
  const lastDay = pathDay(MONTH * MONTHS - 1);
  const oneSeries = `/obs/historical/${pathDay(0)}/${lastDay}/ids/${id}`;
  const oneMonth = `/obs/historical/${pathDay(0)}/${pathDay(MONTH - 1)}/all`;
  const dailyMeans = `/agg/day/${pathDay(0)}/${lastDay}/all`;
  const series = readings(`series = ${id}`);
  const month = readings(`from_time < '${pathDay(MONTH)}T00:00:00+01:00'`);
  const get = (path: string) => perSecond(async () => void (await read(system, path)));
  const copy = (query: string) => perSecond(async () => void (await bare.read(query)));

  const yearByRows = await alternate(copy(series.rows), get(oneSeries));
  const yearByJson = await alternate(copy(series.json), get(oneSeries));
  const monthByRows = await alternate(copy(month.rows), get(oneMonth));
  const monthByJson = await alternate(copy(month.json), get(oneMonth));
  const aggregates = await openAggregates(system);
  const means = await alternate(perSecond(aggregates.read), get(dailyMeans));
  await aggregates.close();
  const row = (name: string, rates: Pick<Row, "limit" | "product">, goal: number): Row => ({
    ...{ name, unit: "answers/s", ...rates },
    goal: { of: "ratio", at: "least", value: goal },
  });
  return [
    row("a year of one hourly series, beside COPY text", yearByRows, 0.7),
    row("a year of one hourly series, beside JSON lines made in SQL", yearByJson, 1),
    row("a month of all series, beside COPY text", monthByRows, 0.7),
    row("a month of all series, beside JSON lines made in SQL", monthByJson, 1),
    row("daily means of a year, all series, beside the same rows by the driver", means, 0.7),
  ];
}

/** The rows of the daily means, read from the system's own table by the driver. */
async function openAggregates(system: MeasuredSystem) {
  const logger = pino({ level: "warn" }, pino.destination(2));
  const database = await openDatabase({ dataFolder: system.folder, logger });
  return {
    read: async () =>
      void (await database.query(
        `select series, day, count, sum from ${observations.tables.daily_means} order by series, day`,
      )),
    close: () => database.close(),
  };
}

/** The newest value of every series, beside a server with that answer only. */
async function upToDate(system: MeasuredSystem, network: Network): Promise<Row[]> {
  await sendValues(system, newestLines(network));
  const answer = await read(system, "/aq/utd");
  const folder = await mkdtemp(join(tmpdir(), "airlog-bench-static-"));
  const file = join(folder, "answer.json");
  await writeFile(file, answer.body);
  try {
    return await withServer("static-server", file, (fixed) => besideStatic(system, fixed, answer));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function besideStatic(system: MeasuredSystem, fixed: URL, answer: Answer): Promise<Row[]> {
  const etag = { "If-None-Match": String(answer.headers["etag"]) };
  const limit = () => requestsPerSecond(fixed, "/static", 200, {});
  const full = await alternate(limit, () => requestsPerSecond(system.url, "/aq/utd", 200, {}));
  const unchanged = await alternate(limit, () => requestsPerSecond(system.url, "/aq/utd", 304, etag));
  const note = `${Math.round(answer.body.length / 1024)} KiB`;
  return [
    {
      ...{ name: "newest values of the network, beside a static answer", unit: "requests/s", ...full, note },
      goal: { of: "ratio", at: "least", value: 0.5 },
    },
    {
      ...{ name: "the same unchanged (304), beside the static answer", unit: "requests/s", ...unchanged },
      goal: { of: "ratio", at: "least", value: 0.8 },
    },
  ];
}

/** The additional memory of the server while it sends a year of all series. */
async function memory(system: MeasuredSystem): Promise<Row> {
  const product: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await read(system, `/obs/historical/${pathDay(0)}/${pathDay(MONTH - 1)}/all`);
    const before = await system.resident();
    let highest = before;
    const watch = setInterval(async () => {
      highest = Math.max(highest, await system.resident());
    }, 50);
    const year = await system.drain(`/obs/historical/${pathDay(0)}/${pathDay(MONTH * MONTHS - 1)}/all`);
    clearInterval(watch);
    if (year < 1e8 * SCALE) throw new Error(`a year of everything had ${year} bytes only`);
    product.push((highest - before) / 2 ** 20);
  }
  return {
    ...{ name: "memory that a year of all series takes while it is sent", unit: "MiB", product },
    goal: { of: "value", at: "most", value: 64 },
  };
}

async function read(system: MeasuredSystem, path: string) {
  const answer = await system.send("GET", path);
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
  return answer;
}

/** How often `work` can be done in a second, one after the other. */
const perSecond = (work: () => Promise<void>) => async () => {
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < MEASURED_MS) {
    await work();
    count += 1;
  }
  return count / ((performance.now() - begin) / 1000);
};

async function seconds(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
