import { setTimeout as sleep } from "node:timers/promises";
import { fill } from "./catalogue.ts";
import { corpusBatch, corpusRecord } from "./corpus.ts";
import { type BenchResult, quantile, type Row, scaled } from "./harness.ts";
import { addNetwork, pathDay, periodOf } from "./network.ts";
import { type Answer, MeasuredSystem } from "./system.ts";

/**
 * Each kind of request alone, at ten times the concurrency at which most requests are answered: how long accepted requests
 * take, how soon the others are refused, the memory that it costs, how cheap reads fare meanwhile, and whether everything is
 * normal five seconds later. Refused clients ask again after `Retry-After`; another figure is for clients that ask again at
 * once.
 */

const RECORDS = scaled(8_000);
const DAYS = scaled(30);
/** Days of which all values are read; the answer has some 5 MB. */
const READ_DAYS = scaled(7);
const UPLOADED = scaled(200);
/** Least number of requests in a measurement: accepted ones, or all of them where refused clients ask again at once. */
const CALLS = scaled(120);
/** Least duration of a measurement, and of the overload. */
const MEASURED_MS = scaled(3_000);
const OVERLOADED_MS = scaled(10_000);
const CONCURRENCIES = [1, 2, 4, 8, 16];
/** The highest of the concurrencies with almost the best rate is chosen: its p99 includes the usual waits. */
const ALMOST = 0.9;
const OVERLOAD = 10;
const RECOVERY_MS = scaled(5_000);

type Ask = () => Promise<Answer>;

/** Makes the next request, which can be sent repeatedly. */
type Make = () => Promise<Ask>;

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    await fill(system, RECORDS);
    const network = await addNetwork(system);
    await system.write("/api/provider/observations/add", periodOf(network, 0, DAYS).ndjson, {
      "Content-Type": "application/x-ndjson",
      Prefer: "wait=60",
    });
    const rows: Row[] = [];
    for (const [name, make] of kinds(system)) rows.push(...(await measure(system, name, make)));
    return { name: "overload", rows };
  } finally {
    await system.close();
  }
}

function kinds(system: MeasuredSystem): readonly (readonly [string, Make])[] {
  const daysOf = (days: number) => `${pathDay(0)}/${pathDay(days - 1)}/all`;
  const json = { "Content-Type": "application/json" };
  const search = JSON.stringify({
    search: { size: 50, query: { match: { "identification.title": "cloud aerosol" } } },
  });
  let uploaded = RECORDS;
  let logins = 0;
  const always =
    (ask: Ask): Make =>
    async () =>
      ask;
  return [
    ["search", always(() => system.send("POST", "/api/metadata/search", search, json))],
    ["means", always(() => system.send("GET", `/agg/day/${daysOf(DAYS)}`))],
    ["historical", always(() => system.send("GET", `/obs/historical/${daysOf(READ_DAYS)}`))],
    [
      "login",
      async () => {
        const body = JSON.stringify({ username: `nobody ${logins++}`, password: "a wrong password" });
        return () => system.send("POST", "/api/auth/token", body, json);
      },
    ],
    // Last, since indexing what it has brought takes a while.
    [
      "upload",
      async () => {
        const body = corpusBatch(uploaded, UPLOADED);
        uploaded += UPLOADED;
        const headers = await system.writeHeaders();
        return () => system.send("POST", "/api/provider/metadata/add", body, headers);
      },
    ],
  ];
}

async function measure(system: MeasuredSystem, name: string, make: Make): Promise<Row[]> {
  const { concurrency, p99 } = await best(make);
  const before = await system.resident();
  let isOver = false;
  const cheap = cheapReads(system, () => isOver);
  const { taken, refused, failed } = await overload(make, OVERLOAD * concurrency, OVERLOADED_MS);
  const hammered = await hammer(make, OVERLOAD * concurrency);
  isOver = true;
  const meanwhile = await cheap;
  const grown = ((await system.peakResident()) - before) / 2 ** 20;
  await sleep(RECOVERY_MS);
  const after = await overload(make, concurrency);
  const ratio = (value: number, most: number): Pick<Row, "unit" | "product" | "limit" | "goal"> => {
    return { unit: "ms", product: [value], limit: [p99], goal: { of: "ratio", at: "most", value: most } };
  };
  const counts = (of: Outcome) => `${of.taken.length} taken, ${of.refused.length} refused`;
  return [
    {
      ...{ name: `${name}: p99 of what is taken, beside the usual`, ...ratio(quantile(taken, 0.99), 3) },
      note: `${concurrency} at once is best; at ${OVERLOAD * concurrency}: ${counts({ taken, refused, failed })}`,
    },
    ...(refused.length === 0
      ? []
      : [{ name: `${name}: p99 of a refusal`, unit: "ms", product: [quantile(refused, 0.99)] }]),
    {
      ...{ name: `${name}: p99 of what is taken, the refused ask again at once`, unit: "ms", limit: [p99] },
      ...{ product: [quantile(hammered.taken, 0.99)], note: counts(hammered) },
    },
    most(`${name}: answers other than success, 429 and 503`, "answers", failed + hammered.failed + after.failed, 0),
    most(`${name}: memory, highest above the usual`, "MiB", grown, 700),
    most(`${name}: cheap reads meanwhile, p99`, "ms", quantile(meanwhile, 0.99), 1_000),
    { name: `${name}: p99 five seconds after, beside the usual`, ...ratio(quantile(after.taken, 0.99), 1.5) },
  ];
}

const most = (name: string, unit: string, value: number, limit: number): Row => {
  return { name, unit, product: [value], goal: { of: "value", at: "most", value: limit } };
};

/** The highest concurrency with almost the highest rate of answers, and its p99. */
async function best(make: Make): Promise<{ concurrency: number; p99: number }> {
  const tried: { rate: number; concurrency: number; p99: number }[] = [];
  for (const concurrency of CONCURRENCIES) {
    const begin = performance.now();
    const { taken } = await overload(make, concurrency);
    tried.push({ rate: taken.length / (performance.now() - begin), concurrency, p99: quantile(taken, 0.99) });
  }
  const highest = Math.max(...tried.map(({ rate }) => rate));
  const found = tried.findLast(({ rate }) => rate >= ALMOST * highest);
  if (!found) throw new Error("nothing was answered");
  return found;
}

/** Milliseconds of each answer. */
interface Outcome {
  readonly taken: number[];
  readonly refused: number[];
  readonly failed: number;
}

/** Asks until enough requests are accepted; refused clients repeat the request after `Retry-After`. */
async function overload(make: Make, concurrency: number, leastMs = MEASURED_MS): Promise<Outcome> {
  const answers = new Answers();
  await repeated(concurrency, leastMs, async () => {
    const ask = await make();
    for (let wait = await answers.time(ask); wait !== undefined; wait = await answers.time(ask)) await sleep(wait);
  });
  return answers;
}

/** Sends as many requests in all; refused clients go on at once. */
async function hammer(make: Make, concurrency: number): Promise<Outcome> {
  const answers = new Answers();
  await repeated(concurrency, MEASURED_MS, async () => void (await answers.time(await make())));
  return answers;
}

async function repeated(clients: number, leastMs: number, work: () => Promise<void>): Promise<void> {
  const until = performance.now() + leastMs;
  let begun = 0;
  const client = async () => {
    while (begun++ < CALLS || performance.now() < until) await work();
  };
  await Promise.all(Array.from({ length: clients }, client));
}

class Answers implements Outcome {
  readonly taken: number[] = [];
  readonly refused: number[] = [];
  failed = 0;

  /** Milliseconds after which to ask again, where the answer is a refusal. */
  async time(ask: Ask): Promise<number | undefined> {
    const begin = performance.now();
    const { status, headers } = await ask();
    const ms = performance.now() - begin;
    const isRefusal = status === 429 || status === 503;
    const after = Number(headers["retry-after"]);
    if (isRefusal && after > 0) {
      this.refused.push(ms);
      return after * 1_000;
    }
    if (status < 400 || status === 401) this.taken.push(ms);
    else this.failed++;
    return undefined;
  }
}

/** Milliseconds of reads that need no engine, or one row of it, until the overload is over. */
async function cheapReads(system: MeasuredSystem, isOver: () => boolean): Promise<number[]> {
  const pid = encodeURIComponent(corpusRecord(1).identification.identifier.pid);
  const { headers } = await system.send("GET", "/api/facilities");
  const tag = String(headers["etag"]);
  const reads: readonly (() => Promise<Answer>)[] = [
    () => system.send("GET", "/health/live"),
    () => system.send("GET", `/api/metadata/record?pid=${pid}`),
    () => system.send("GET", "/api/facilities", undefined, { "If-None-Match": tag }),
  ];
  const times: number[] = [];
  while (!isOver()) {
    for (const read of reads) {
      const begin = performance.now();
      const { status } = await read();
      if (status !== 200 && status !== 304) throw new Error(`a cheap read was answered ${status}`);
      times.push(performance.now() - begin);
    }
    await sleep(20);
  }
  return times;
}
