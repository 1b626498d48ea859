import { setTimeout as delay } from "node:timers/promises";
import { catalogue } from "../contracts/views/catalogue.ts";
import { directFeed } from "../platform/feed/open.ts";
import type { Feed } from "../platform/feed/port.ts";
import type { ReplayParts } from "../services/projector/replay.ts";
import { catalogueView } from "../services/projector/views/catalogue/view.ts";
import { BareRows, BEGINNING, readLog } from "./bare-replay.ts";
import { secondsOf } from "./filled-log.ts";
import { type BenchResult, median, quantile, ROUNDS, type Row, SCALE, scaled } from "./harness.ts";
import { forgetSnapshots, indexBuilds } from "./index-builds.ts";
import { longLogPid, openLongLog } from "./long-log.ts";
import { madeBuild } from "./made-build.ts";
import { Replaying } from "./replaying.ts";
import { SEARCHES } from "./searches.ts";
import { MeasuredSystem } from "./system.ts";

/**
 * A build of the catalogue from a log of records of 3 KB, in rounds: each applies the next part of the log, beside reading
 * that part and inserting its rows. Then the whole log by the command; on a running system, how reads and a build affect
 * each other; and indexes beside their bounds.
 */

const EVENTS = Number(process.env["BENCH_EVENTS"] ?? scaled(1_000_000));
const READS_PER_SECOND = 50;
/** Seconds of reads that are not counted, while caches fill. */
const WARM_SECONDS = 20 * SCALE;
/** Seconds of each round with and without a build. */
const WINDOW_SECONDS = 12 * SCALE;

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    const log = await openLongLog(system, EVENTS);
    const rows: Row[] = [];
    try {
      rows.push(await tables(log.parts));
      await forgetSnapshots(log.parts);
    } finally {
      await log.close();
    }
    rows.push(...(await wholeReplay(system.folder)));
    await system.restart();
    rows.push(...(await besideReads(system)));
    const indexes = await indexBuilds();
    return { name: "replay", rows: [...rows, ...indexes.rows], leftOut: indexes.leftOut };
  } finally {
    await system.close();
  }
}

/** The whole log by the command, tables and index, while nothing else runs. */
async function wholeReplay(folder: string): Promise<Row[]> {
  const replaying = new Replaying(folder);
  try {
    const { seconds, atTenth, atEnd, search } = await replaying.whole(EVENTS);
    const mebibytes = (bytes: number) => [bytes / 2 ** 20];
    return [
      {
        ...{ name: `${EVENTS.toLocaleString("en")} events by npm run replay, tables and index`, unit: "s" },
        product: [seconds],
        note: `${(EVENTS / seconds).toFixed(0)} events/s`,
      },
      {
        ...{ name: "resident, npm run replay, highest until the end, beside until a tenth of the events", unit: "MiB" },
        ...{ limit: mebibytes(atTenth), product: mebibytes(atEnd) },
        goal: { of: "ratio", at: "most", value: 1.25 },
      },
      {
        ...{ name: "resident, the search process that it starts, which holds the index, highest", unit: "MiB" },
        product: mebibytes(search),
      },
    ];
  } finally {
    await replaying.close();
  }
}

/** Builds the tables from the start of the log to its head. */
async function tables(parts: ReplayParts): Promise<Row> {
  const { database, eventStore, log } = parts;
  const build = catalogueView.build(2);
  const bare = BareRows.like(database, catalogue.build(2).tables.records);
  const [limit, product, notes]: [number[], number[], string[]] = [[], [], []];
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
  await madeBuild(build, { database, log, feed });
  await bare.drop();
  return {
    ...{ name: "tables of the catalogue, beside the slower of reading the log and batch INSERT", unit: "events/s" },
    ...{ limit, product },
    goal: { of: "ratio", at: "least", value: 0.5 },
    note: `${EVENTS} events; reading/inserting: ${notes.join(", ")}`,
  };
}

/**
 * A feed that calls `between` after each part of the log is applied, and goes on when the call has ended. Parts are counted
 * from the start of the log: a batch that exceeds one part makes the next one smaller.
 */
function inRounds(feed: Feed, between: (events: number, seconds: number) => Promise<void>): Feed {
  return {
    ...{ start: feed.start, head: () => feed.head() },
    async *subscribe(subscription, checkpoint) {
      let [events, before, round, began] = [0, 0, 1, performance.now()];
      for await (const batch of feed.subscribe(subscription, checkpoint)) {
        yield batch;
        events += batch.events.length;
        if (round > ROUNDS || events < (EVENTS / ROUNDS) * round) continue;
        await between(events - before, (performance.now() - began) / 1000);
        [before, round, began] = [events, round + 1, performance.now()];
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
 * Reads searches and records at fixed times, however long the answers take. Returns the milliseconds from the fixed time to
 * each answer, infinite for a refused one.
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
      // A failure is thrown below, with all the others.
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

/** Whether the read was answered: it is refused when too many wait. */
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
