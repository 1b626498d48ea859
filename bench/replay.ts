import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { catalogue } from "../contracts/views/catalogue.ts";
import { boolArray, int8Array, textArray } from "../platform/database/arrays.ts";
import type { Database } from "../platform/database/port.ts";
import { directFeed } from "../platform/feed/open.ts";
import { dropBuild } from "../platform/views/drop.ts";
import type { ReplayParts } from "../services/projector/replay.ts";
import { runBuild } from "../services/projector/runner.ts";
import { catalogueView } from "../services/projector/views/catalogue/view.ts";
import { fill } from "./catalogue.ts";
import { corpusRecord } from "./corpus.ts";
import { openFilledLog, secondsOf } from "./filled-log.ts";
import { alternate, type BenchResult, median, quantile, type Row } from "./harness.ts";
import { SEARCHES } from "./searches.ts";
import { MeasuredSystem } from "./system.ts";

/**
 * Builds of the catalogue from a log of records of 5 KB: its tables beside reading the log and inserting the same rows,
 * each with the same driver in batches of as many; and, on a running system, how reads and a build disturb each other.
 */

const RECORDS = Number(process.env["BENCH_RECORDS"] ?? 50_000);
const BATCH = 1_000;
const READS_PER_SECOND = 50;
/** Seconds of reads while nothing is built. */
const QUIET_SECONDS = 60;

export async function run(): Promise<BenchResult> {
  return { name: "replay", rows: [await tables(), ...(await besideReads())] };
}

async function tables(): Promise<Row> {
  const log = await openFilledLog(RECORDS);
  const { parts } = log;
  try {
    const [{ count } = { count: 0 }] = await parts.database.query<{ count: number }>(
      "select count(*)::float8 as count from events",
    );
    let generation = 1;
    const build = () => buildTables(parts, ++generation);
    const notes: string[] = [];
    await build();
    const rates = await alternate(
      async () => {
        const [reading, inserting] = [await secondsOf(() => readLog(parts.database)), await insertRows(parts.database)];
        notes.push(`${(count / reading).toFixed(0)}/${(count / inserting).toFixed(0)}`);
        return count / Math.max(reading, inserting);
      },
      async () => count / (await secondsOf(build)),
    );
    return {
      ...{ name: "tables of the catalogue, beside the slower of reading the log and batch INSERT", unit: "events/s" },
      ...rates,
      goal: { of: "ratio", at: "least", value: 0.5 },
      note: `reading/inserting: ${notes.join(", ")}`,
    };
  } finally {
    await log.close();
  }
}

/** Builds the tables from the start of the log to its head, and drops the build before. */
async function buildTables({ database, eventStore, log }: ReplayParts, generation: number): Promise<void> {
  const ended = new AbortController();
  const outcome = await runBuild(catalogueView.build(generation), {
    ...{ database, log, creates: true, isSkipped: async () => false, lease: { holder: crypto.randomUUID() } },
    feed: directFeed(eventStore),
    metrics: { applied: () => undefined, state: (state) => state === "live" && ended.abort(), left: () => undefined },
    signal: ended.signal,
  });
  if (outcome !== "aborted") throw new Error(`the build has ended: it was ${outcome}`);
  await dropBuild(database, catalogue.build(generation - 1));
}

/** Reads the log in pages, as bytes. */
async function readLog(database: Database): Promise<void> {
  let after: [string, string] = ["0", "0"];
  for (;;) {
    const page = await database.query<{ tx: string; position: string }>({
      name: "bench-read",
      text: `select *, tx::text as tx, position::text as position from events
        where (tx, position) > ($1::text::xid8, $2) order by events.tx, events.position limit ${BATCH}`,
      values: after,
    });
    const last = page.at(-1);
    if (!last) return;
    after = [last.tx, last.position];
  }
}

/** Inserts the rows of the newest build into a table of the same columns and indexes; the seconds that INSERT took. */
async function insertRows(database: Database): Promise<number> {
  const [newest] = await database.query<{ generation: number }>(
    "select max(generation) as generation from view_builds where name = 'catalogue'",
  );
  const { records } = catalogue.build(newest?.generation ?? 1).tables;
  await database.query(`create table bare_records (like ${records} including all)`);
  let seconds = 0;
  try {
    for (let pid = ""; ; ) {
      const page = await database.query<Readonly<Record<string, unknown>> & { pid: string }>({
        text: `select * from ${records} where pid > $1 order by pid limit ${BATCH}`,
        values: [pid],
      });
      const last = page.at(-1);
      if (!last) return seconds;
      pid = last.pid;
      const [text, number] = [
        (name: string) => textArray(page.map((row) => row[name] as string | null)),
        (name: string) => int8Array(page.map((row) => Number(row[name]))),
      ];
      const values = [
        ...[
          text("pid"),
          text("document"),
          number("change_seq"),
          boolArray(page.map(({ deleted }) => deleted === true)),
        ],
        ...[text("facility"), text("facility_document"), text("provider"), number("revision")],
      ];
      seconds += await secondsOf(() =>
        database.transaction((transaction) =>
          transaction.query({
            name: "bench-insert",
            text: `insert into bare_records select * from
              unnest($1::text[], $2::text[], $3::int8[], $4::bool[], $5::text[], $6::text[], $7::text[], $8::int8[])`,
            values,
          }),
        ),
      );
    }
  } finally {
    await database.query("drop table bare_records");
  }
}

/** A whole rebuild of the catalogue with its search index, alone and while reads come in. */
async function besideReads(): Promise<Row[]> {
  const system = await MeasuredSystem.start();
  try {
    await fill(system, RECORDS);
    await rebuild(system);
    const alone = await secondsOf(() => rebuild(system));
    await readsWhile(system, () => delay(QUIET_SECONDS * 1_000));
    const quiet = await readsWhile(system, () => delay(QUIET_SECONDS * 1_000));
    let busySeconds = 0;
    const busy = await readsWhile(system, async () => {
      busySeconds = await secondsOf(() => rebuild(system));
    });
    const name = `${READS_PER_SECOND} reads a second`;
    return [
      {
        ...{ name: `p99 of ${name} while the catalogue is built, beside without`, unit: "ms" },
        ...{ limit: [quantile(quiet, 0.99)], product: [quantile(busy, 0.99)] },
        goal: { of: "ratio", at: "most", value: 1.5 },
        note: `p50 ${median(quiet).toFixed(2)} and ${median(busy).toFixed(2)}`,
      },
      {
        ...{ name: `a build of the catalogue with its index beside ${name}, beside without`, unit: "records/s" },
        ...{ limit: [RECORDS / alone], product: [RECORDS / busySeconds] },
        goal: { of: "ratio", at: "least", value: 0.25 },
      },
    ];
  } finally {
    await system.close();
  }
}

/** As an operator does it: the command beside the running system. */
async function rebuild(system: MeasuredSystem): Promise<void> {
  const env = { ...process.env, AIRLOG_DATA: system.folder };
  const command = spawn(process.execPath, ["dist/cli/replay.js", "catalogue", "--again"], { env, stdio: "ignore" });
  const [code] = await once(command, "exit");
  if (code !== 0) throw new Error(`the replay ended with ${code}`);
}

/** Searches and records are read at fixed times, whatever the answers take; the milliseconds from then to each answer. */
async function readsWhile(system: MeasuredSystem, work: () => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  let isOver = false;
  const reading = (async () => {
    const began = performance.now();
    const open: Promise<void>[] = [];
    for (let call = 0; !isOver; call++) {
      const due = began + (call * 1_000) / READS_PER_SECOND;
      await delay(Math.max(0, due - performance.now()));
      open.push(
        read(system, call).then(() => {
          taken.push(performance.now() - due);
        }),
      );
    }
    await Promise.all(open);
  })();
  await work();
  isOver = true;
  await reading;
  return taken;
}

async function read(system: MeasuredSystem, call: number): Promise<void> {
  const search = SEARCHES[(call >> 1) % SEARCHES.length];
  const { pid } = corpusRecord((call * 241) % RECORDS).identification.identifier;
  const answer =
    call % 2 === 0 && search
      ? await system.send("POST", "/api/metadata/search", JSON.stringify({ search: search.body(call) }), {
          "Content-Type": "application/json",
        })
      : await system.send("GET", `/api/metadata/record?pid=${encodeURIComponent(pid)}`);
  if (answer.status !== 200) throw new Error(`a read answered ${answer.status}`);
}
