import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { facilities } from "../../contracts/views/facilities.ts";
import { positionOf } from "../../test/position.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { LIMITS } from "../admission/limits.ts";
import type { Database } from "../database/port.ts";
import type { Position } from "../event-store/port.ts";
import { openViewProgress, type ViewProgress } from "./progress.ts";
import { forgetReaders } from "./reader.ts";
import { createBuild, moveCheckpoint, readCheckpoint } from "./registry.ts";
import type { BuildId } from "./schema.ts";

const database = await databaseUntil(afterAll);
const { all: MAX_WAITS, perClient: MAX_WAITS_OF_ONE } = LIMITS.viewWaits;
const [p0, p1, p2, p3] = [positionOf("p0"), positionOf("p1"), positionOf("p2"), positionOf("p3")];
/** For waits that must fail. */
const soon = { by: "a reader", timeoutMs: 150 };
/** For waits that must succeed, also on a busy machine. */
const patiently = { by: "a reader", timeoutMs: 20_000, timeout: 20_000 };

let progress: ViewProgress;
let others: ViewProgress[];
beforeEach(async () => {
  progress = await openViewProgress(database, silent);
  others = [];
  await database.query("delete from views; delete from view_readers");
  for (const view of [catalogue, facilities]) await createBuild(database, { ...view, ddl: "select 1" }, p0);
});
afterEach(() => Promise.all([progress, ...others].map((each) => each.close())));

async function move(view: BuildId, position: Position): Promise<void> {
  const from = await readCheckpoint(database, view);
  await moveCheckpoint(database, view, from, { ...from, position });
}

/** Progress as another process has it. */
async function otherProcess(): Promise<ViewProgress> {
  const other = await openViewProgress(database, silent);
  others.push(other);
  return other;
}

/** Progress as another process has it, whose connection to the database can be cut. */
async function shakyProcess(): Promise<{ readonly remote: ViewProgress; readonly link: { isCut: boolean } }> {
  const link = { isCut: false };
  const query: Database["query"] = (statement) =>
    link.isCut ? Promise.reject(new Error("cut off")) : database.query(statement);
  const remote = await openViewProgress({ ...database, query }, silent);
  others.push(remote);
  return { remote, link };
}

/** A reader that was killed, with its last heartbeat so many seconds ago. */
async function silentReader(position: Position, seconds: number): Promise<void> {
  await database.query({
    text: `insert into view_readers (reader, name, version, position, seen)
      values ($1, 'catalogue', ${catalogue.version}, $2, clock_timestamp() - $3 * interval '1 s')`,
    values: [randomUUID(), position, seconds],
  });
}

test("without readers a wait ends when the checkpoint is there, and not before", async () => {
  const waiting = progress.waitFor(["catalogue"], p1, patiently);
  const other = progress.waitFor(["catalogue"], p2, soon);
  await move(catalogue, p1);
  expect(await waiting).toBe(true);
  expect(await other).toBe(false);
});

test("a wait for several views ends with the last of them, and ignores other views", async () => {
  const both = progress.waitFor(["catalogue", "facilities"], p1, soon);
  await move(catalogue, p1);
  expect(await progress.waitFor(["catalogue"], p1, patiently)).toBe(true);
  expect(await both).toBe(false);
  await move(facilities, p2);
  expect(await progress.waitFor(["catalogue", "facilities"], p1, patiently)).toBe(true);
});

test("a wait is woken within a few milliseconds, without polling", async () => {
  const durations: number[] = [];
  for (const position of ["q1", "q2", "q3", "q4", "q5"].map(positionOf)) {
    const waiting = progress.waitFor(["catalogue"], position, patiently);
    await sleep(30);
    await move(catalogue, position);
    const moved = performance.now();
    await waiting;
    durations.push(performance.now() - moved);
  }
  // Far below the poll interval, also on a busy machine.
  expect(Math.min(...durations)).toBeLessThan(100);
});

test("a position that is known to be reached is answered without the database", async () => {
  await move(catalogue, p1);
  await progress.waitFor(["catalogue"], p1, patiently);
  const query = vi.spyOn(database, "query");
  try {
    expect(await progress.waitFor(["catalogue"], p1, soon)).toBe(true);
    expect(query).not.toHaveBeenCalled();
  } finally {
    query.mockRestore();
  }
});

test("a wait ends when its signal aborts", async () => {
  const leaving = new AbortController();
  const waiting = progress.waitFor(["catalogue"], p1, { ...patiently, signal: leaving.signal });
  leaving.abort();
  expect(await waiting).toBe(false);
  expect(await progress.waitFor(["catalogue"], p1, { ...patiently, signal: leaving.signal })).toBe(false);
});

test("a wait includes every live reader until it leaves", async () => {
  const [one, two] = [await otherProcess(), await otherProcess()].map((each) => each.join(catalogue, p0));
  await vi.waitFor(() => expect(one?.current && two?.current).toBe(true), patiently);
  await move(catalogue, p1);
  one?.report(p1);
  expect(await progress.waitFor(["catalogue"], p1, soon)).toBe(false);
  two?.report(p1);
  expect(await progress.waitFor(["catalogue"], p1, patiently)).toBe(true);
  await move(catalogue, p2);
  one?.report(p2);
  const waiting = progress.waitFor(["catalogue"], p2, patiently);
  await two?.leave();
  expect(await waiting).toBe(true);
});

test("a wait includes a reader only if its last heartbeat is less than five seconds old", async () => {
  await move(catalogue, p1);
  await silentReader(p0, 6);
  expect(await progress.waitFor(["catalogue"], p1, patiently)).toBe(true);
  await silentReader(p0, 1);
  await move(catalogue, p2);
  expect(await progress.waitFor(["catalogue"], p2, soon)).toBe(false);
});

test("a process that is the only reader can remove the reader of a killed process", async () => {
  await silentReader(p0, 0);
  await forgetReaders(database);
  await move(catalogue, p1);
  expect(await progress.waitFor(["catalogue"], p1, patiently)).toBe(true);
});

test("a reader is current only when it shows what had been reached before waits included it", async () => {
  await move(catalogue, p2);
  const reader = (await otherProcess()).join(catalogue, p1);
  await vi.waitFor(async () => expect(await database.query("select 1 from view_readers")).toHaveLength(1), patiently);
  await sleep(50);
  expect(reader.current).toBe(false);
  reader.report(p2);
  await vi.waitFor(() => expect(reader.current).toBe(true), patiently);
  await move(catalogue, p3);
  expect(reader.current).toBe(true);
  await reader.leave();
  expect(reader.current).toBe(false);
});

test("a reader whose heartbeats fail is not current, and catches up before it is again", async () => {
  const { remote, link } = await shakyProcess();
  const reader = remote.join(catalogue, p0);
  expect(remote.hasLapsed(catalogue)).toBe(false);
  await vi.waitFor(() => expect(reader.current).toBe(true), patiently);
  expect(remote.hasLapsed(catalogue)).toBe(false);
  link.isCut = true;
  await vi.waitFor(() => expect(reader.current).toBe(false), patiently);
  await database.query("update view_readers set seen = seen - interval '5 s'");
  await move(catalogue, p1);
  expect(await progress.waitFor(["catalogue"], p1, patiently)).toBe(true);
  link.isCut = false;
  // Waits include it again, and p1 was reported as visible.
  await vi.waitFor(
    async () =>
      expect(await database.query("select 1 from view_readers where seen > now() - interval '3 s'")).toHaveLength(1),
    patiently,
  );
  expect(reader.current).toBe(false);
  expect([catalogue, catalogue.build(2)].map((build) => remote.hasLapsed(build))).toEqual([true, false]);
  reader.report(p1);
  await vi.waitFor(() => expect(reader.current).toBe(true), patiently);
  expect(remote.hasLapsed(catalogue)).toBe(false);
});

test("reads wait for a reader whose heartbeats take long, but not while the database is gone", async () => {
  const until = new AbortController().signal;
  const { remote, link } = await shakyProcess();
  const reader = remote.join(catalogue, p0);
  expect(remote.isLate(["catalogue"])).toBe(false);
  await vi.waitFor(() => expect(reader.current).toBe(true), patiently);
  link.isCut = true;
  await vi.waitFor(() => expect(reader.current).toBe(false), patiently);
  expect([remote.isLate(["catalogue"]), remote.isLate(["facilities"])]).toEqual([true, false]);
  link.isCut = false;
  await remote.untilCurrent(["catalogue"], until);
  expect(reader.current).toBe(true);
  link.isCut = true;
  await vi.waitFor(() => expect(remote.isLate(["catalogue"])).toBe(true), patiently);
  await remote.untilCurrent(["catalogue"], until);
  expect(reader.current).toBe(false);
}, 30_000);

test("reads that wait for a late reader share one timer", async () => {
  const { remote, link } = await shakyProcess();
  const reader = remote.join(catalogue, p0);
  await vi.waitFor(() => expect(reader.current).toBe(true), patiently);
  link.isCut = true;
  await vi.waitFor(() => expect(remote.isLate(["catalogue"])).toBe(true), patiently);
  const timers = vi.spyOn(globalThis, "setInterval");
  const ended = new AbortController();
  const waits = Array.from({ length: 100 }, () => remote.untilCurrent(["catalogue"], ended.signal));
  expect(timers).toHaveBeenCalledTimes(1);
  timers.mockRestore();
  ended.abort();
  await Promise.all(waits);
  link.isCut = false;
  await vi.waitFor(() => expect(reader.current).toBe(true), patiently);
}, 30_000);

test("a wait beyond those that may be open, of one and of all, ends at once", async () => {
  const ended = new AbortController();
  const { signal } = ended;
  const wait = (by: string) => progress.waitFor(["catalogue"], p1, { ...patiently, by, signal });
  const open = Array.from({ length: MAX_WAITS_OF_ONE }, () => wait("a reader"));
  expect(await wait("a reader")).toBe(false);
  open.push(...Array.from({ length: MAX_WAITS - MAX_WAITS_OF_ONE }, () => wait("another")));
  expect(await wait("another")).toBe(false);
  ended.abort();
  expect(new Set(await Promise.all(open))).toEqual(new Set([false]));
});

test("where two have all waits, the last wait of whom most have gives way to a third's", async () => {
  const ends: string[] = [];
  const wait = async (by: string, name: string) => {
    await progress.waitFor(["catalogue"], p1, { ...patiently, by });
    ends.push(name);
  };
  const waits: Promise<void>[] = [];
  for (let count = 1; count <= MAX_WAITS_OF_ONE; count++) {
    waits.push(wait("one", `one ${count}`), wait("two", `two ${count}`));
  }
  waits.push(wait("three", "three 1"));
  await vi.waitFor(() => expect(ends).toEqual([`two ${MAX_WAITS_OF_ONE}`]));
  waits.push(wait("three", "three 2"));
  await vi.waitFor(() => expect(ends).toEqual([`two ${MAX_WAITS_OF_ONE}`, `one ${MAX_WAITS_OF_ONE}`]));
  await move(catalogue, p1);
  await Promise.all(waits);
  expect(ends).toHaveLength(MAX_WAITS + 2);
});

test("a process includes its own reader after its row was removed", async () => {
  const reader = progress.join(catalogue, p0);
  await vi.waitFor(() => expect(reader.current).toBe(true), patiently);
  await database.query("delete from view_readers");
  await move(catalogue, p1);
  expect(await progress.waitFor(["catalogue"], p1, soon)).toBe(false);
  reader.report(p1);
  expect(await progress.waitFor(["catalogue"], p1, patiently)).toBe(true);
});
