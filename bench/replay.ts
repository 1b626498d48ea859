import { setTimeout as delay } from "node:timers/promises";
import { catalogue } from "../contracts/views/catalogue.ts";
import { directFeed } from "../platform/feed/open.ts";
import type { Feed } from "../platform/feed/port.ts";
import type { ReplayParts } from "../services/projector/replay.ts";
import { runBuild } from "../services/projector/runner.ts";
import { catalogueView } from "../services/projector/views/catalogue/view.ts";
import { BareRows, BEGINNING, readLog } from "./bare-replay.ts";
import { secondsOf } from "./filled-log.ts";
import { type BenchResult, median, quantile, ROUNDS, type Row } from "./harness.ts";
import { longLogPid, openLongLog } from "./long-log.ts";
import { Replaying } from "./replaying.ts";
import { SEARCHES } from "./searches.ts";
import { MeasuredSystem } from "./system.ts";

/**
 * A build of the catalogue from a log of records of 3 KB, in rounds: each applies the next part of the log, beside reading that
 * part and inserting the rows that it makes. Then, on a running system, how reads and a build disturb each other.
 */

const EVENTS = Number(process.env["BENCH_EVENTS"] ?? 1_000_000);
const READS_PER_SECOND = 50;
/** Seconds of reads that are not counted, while caches fill. */
const WARM_SECONDS = 20;
/** Seconds of each round with and without a build. */
const WINDOW_SECONDS = 12;

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    const log = await openLongLog(system, EVENTS);
    let row: Row;
    try {
      row = await tables(log.parts);
    } finally {
      await log.close();
    }
    await system.restart();
    return { name: "replay", rows: [row, ...(await besideReads(system))] };
  } finally {
    await system.close();
  }
}

/** Builds the tables from the start of the log to its head. */
async function tables(parts: ReplayParts): Promise<Row> {
  const { database, eventStore, log } = parts;
  const build = catalogueView.build(2);
  const bare = BareRows.like(database, catalogue.build(2).tables.records);
  const [limit, product, notes]: [number[], number[], string[]] = [[], [], []];
  const ended = new AbortController();
  let readTo = BEGINNING;
  const feed = inRounds(directFeed(eventStore), async (events, seconds) => {
    product.push(events / seconds);
    let last = readTo;
    const reading = await secondsOf(async () => {
      last = await readLog(database, readTo, events);
    });
    readTo = last;
    const inserting = await bare.insertNext();
    limit.push(events / Math.max(reading, inserting));
    notes.push(`${(events / reading).toFixed(0)}/${(events / inserting).toFixed(0)}`);
  });
  const outcome = await runBuild(build, {
    ...{ database, log, feed, creates: true, isSkipped: async () => false, lease: { holder: crypto.randomUUID() } },
    metrics: { applied: () => undefined, state: (state) => state === "live" && ended.abort(), left: () => undefined },
    signal: ended.signal,
  });
  if (outcome !== "aborted") throw new Error(`the build has ended: it was ${outcome}`);
  await bare.drop();
  return {
    ...{ name: "tables of the catalogue, beside the slower of reading the log and batch INSERT", unit: "events/s" },
    ...{ limit, product },
    goal: { of: "ratio", at: "least", value: 0.5 },
    note: `${EVENTS} events; reading/inserting: ${notes.join(", ")}`,
  };
}

/** The feed, which calls `between` whenever a part of the log is applied, and goes on when that has ended. */
function inRounds(feed: Feed, between: (events: number, seconds: number) => Promise<void>): Feed {
  return {
    ...{ start: feed.start, head: () => feed.head() },
    async *subscribe(subscription, checkpoint) {
      let [events, began] = [0, performance.now()];
      for await (const batch of feed.subscribe(subscription, checkpoint)) {
        yield batch;
        events += batch.events.length;
        if (events < Math.floor(EVENTS / ROUNDS)) continue;
        await between(events, (performance.now() - began) / 1000);
        [events, began] = [0, performance.now()];
      }
    },
  };
}

/** Rounds of reads alone, of a build alone, and of both. */
async function besideReads(system: MeasuredSystem): Promise<Row[]> {
  const build = new Replaying(system.folder);
  const [quiet, busy]: [number[][], number[][]] = [[], []];
  const [alone, throttled]: [number[], number[]] = [[], []];
  const window = () => delay(WINDOW_SECONDS * 1_000);
  try {
    await readsWhile(system, () => delay(WARM_SECONDS * 1_000));
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await readsWhile(system, window));
      busy.push(
        await readsWhile(system, async () => {
          throttled.push(await build.rateFor(WINDOW_SECONDS));
        }),
      );
      alone.push(await build.rateFor(WINDOW_SECONDS));
    }
  } finally {
    await build.close();
  }
  const name = `${READS_PER_SECOND} reads a second`;
  const refusedOf = (rounds: readonly number[][]) => rounds.flat().filter((taken) => !Number.isFinite(taken)).length;
  const p99 = (rounds: readonly number[][]) => rounds.map((taken) => quantile(taken, 0.99));
  return [
    {
      ...{ name: `p99 of ${name} while the catalogue is built, beside without`, unit: "ms" },
      ...{ limit: p99(quiet), product: p99(busy) },
      goal: { of: "ratio", at: "most", value: 1.5 },
      note: `p50 ${median(quiet.flat()).toFixed(2)} and ${median(busy.flat()).toFixed(2)}; refused ${refusedOf(quiet)} and ${refusedOf(busy)}`,
    },
    {
      ...{ name: `a build of the catalogue with its index beside ${name}, beside without`, unit: "records/s" },
      ...{ limit: alone, product: throttled },
      goal: { of: "ratio", at: "least", value: 0.25 },
    },
  ];
}

/**
 * Searches and records are read at fixed times, whatever the answers take; the milliseconds from then to each answer,
 * infinite for one that was refused.
 */
async function readsWhile(system: MeasuredSystem, work: () => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  let isOver = false;
  const reading = (async () => {
    const began = performance.now();
    const open: Promise<void>[] = [];
    for (let call = 0; !isOver; call++) {
      const due = began + (call * 1_000) / READS_PER_SECOND;
      await delay(Math.max(0, due - performance.now()));
      const reading = read(system, call).then((isAnswered) => {
        taken.push(isAnswered ? performance.now() - due : Number.POSITIVE_INFINITY);
      });
      // It fails below, with all the others.
      reading.catch(() => undefined);
      open.push(reading);
    }
    await Promise.all(open);
  })();
  try {
    await Promise.race([work(), reading]);
  } finally {
    isOver = true;
  }
  await reading;
  return taken;
}

/** Whether it was answered: it is refused when too many wait. */
async function read(system: MeasuredSystem, call: number): Promise<boolean> {
  const search = SEARCHES[(call >> 1) % SEARCHES.length];
  const answer =
    call % 2 === 0 && search
      ? await system.send("POST", "/api/metadata/search", JSON.stringify({ search: search.body(call) }), {
          "Content-Type": "application/json",
        })
      : await system.send("GET", `/api/metadata/record?pid=${encodeURIComponent(longLogPid(call * 241, EVENTS))}`);
  if (answer.status !== 200 && answer.status !== 503) throw new Error(`a read answered ${answer.status}`);
  return answer.status === 200;
}
