import { cpSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ChangeFeed, type Fault, type Kind } from "../../test/doubles/change-feed.ts";
import { failureOf } from "../../test/failure.ts";
import { folderUntil } from "../../test/folder.ts";
import { filesIn } from "../../test/kept-folder.ts";
import { CommandFailed } from "../command.ts";
import { Feed } from "./feed.ts";
import { FolderTarget } from "./folder-target.ts";
import { follow } from "./follow.ts";
import { FILED_KINDS } from "./kinds.ts";
import type { State } from "./state.ts";
import type { Target } from "./target.ts";

const DELAYS = { firstMs: 1, maxMs: 2 };
const LOST_TIMEOUT_MS = 50;

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Where a call ends as by SIGKILL, after some pages. */
type Death =
  | "in the beginning"
  | "before the work"
  | "in the work"
  | "after the work"
  | "in the removal"
  | "after the removal";

class Killed extends Error {}

/** A target and a state that end the call at the moment of its death, after `pages` more of them. */
function mortal(target: Target, state: State, death: Death, pages: number): { target: Target; state: State } {
  let left = pages;
  const dies = (moment: Death): void => {
    if (death === moment && left <= 0) throw new Killed(moment);
  };
  const mortalTarget: Target = {
    done: target.done,
    prepare: async () => {
      dies("in the beginning");
      await target.prepare();
    },
    apply: async (changes, progress, signal) => {
      left -= 1;
      dies("before the work");
      if (death === "in the work" && left <= 0) {
        await target.apply(changes.slice(0, changes.length / 2), progress, signal);
        throw new Killed(death);
      }
      await target.apply(changes, progress, signal);
      dies("after the work");
    },
    removeRemains: async (progress) => {
      if (death === "in the removal") throw new Killed(death);
      const removed = await target.removeRemains(progress);
      if (death === "after the removal") throw new Killed(death);
      return removed;
    },
  };
  return { target: mortalTarget, state };
}

/** One call, which may die. */
async function call(folder: string, url: string, death?: Death, pages = 0): Promise<void> {
  const feed = new Feed(new URL(`${url}/`), FILED_KINDS);
  await FolderTarget.requireUsable(folder, feed);
  const opened = await FolderTarget.open(folder, feed);
  const { target, state } = death ? mortal(opened.target, opened.state, death, pages) : opened;
  const signal = new AbortController().signal;
  try {
    await follow({ feed, state, target, isOnce: true, signal, delays: DELAYS, lostTimeoutMs: LOST_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

type Step =
  | { readonly put: readonly [Kind, number, string] }
  | { readonly remove: readonly [Kind, number] }
  | { readonly fault: Fault }
  | { readonly anotherLog: true }
  | { readonly call: Death; readonly pages: number };

const kind = fc.constantFrom<Kind>("record", "facility", "station", "timeseries", "observations");
const number = fc.integer({ min: 1, max: 6 });
const put = fc.record({ put: fc.tuple(kind, number, fc.json({ maxDepth: 1 })) });
const remove = fc.record({ remove: fc.tuple(kind, number) });
const change: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: put },
  { weight: 3, arbitrary: remove },
  { weight: 1, arbitrary: fc.constant({ anotherLog: true } as const) },
);
const death = fc.constantFrom<Death>(
  "in the beginning",
  "before the work",
  "in the work",
  "after the work",
  "in the removal",
  "after the removal",
);
const fault = fc.constantFrom<Fault>("unavailable", "cut", "broken", "not lines", "silent loss");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: change },
  { weight: 2, arbitrary: fc.record({ fault }) },
  { weight: 3, arbitrary: fc.record({ call: death, pages: fc.integer({ min: 0, max: 2 }) }) },
);

function applyChange(feed: ChangeFeed, made: Step): void {
  if ("put" in made) feed.put(made.put[0], `${made.put[1]}`, made.put[2]);
  if ("remove" in made) feed.delete(made.remove[0], `${made.remove[1]}`);
  if ("anotherLog" in made) feed.changeLog();
}

function temporaryFolder(): Disposable & { readonly folder: string } {
  const ends: (() => void)[] = [];
  const folder = folderUntil((end) => ends.push(end));
  return { folder, [Symbol.dispose]: () => void ends.map((end) => end()) };
}

test("whatever changes, fails and is killed, the folder ends equal to the catalogue, and nothing is left over", async () => {
  const property = fc.asyncProperty(
    fc.array(step, { maxLength: 40 }),
    fc.array(change, { maxLength: 12 }),
    fc.integer({ min: 1, max: 4 }),
    async (steps, whileReading, pageSize) => {
      await using run = await ChangeFeed.start();
      run.pageSize = pageSize;
      using kept = temporaryFolder();
      const { folder } = kept;
      for (const each of steps) {
        applyChange(run, each);
        if ("fault" in each) run.faults.push(each.fault);
        if ("call" in each) await call(folder, run.url, each.call, each.pages);
      }
      run.meanwhile.push(...whileReading.map((each) => () => applyChange(run, each)));
      await call(folder, run.url);
      // Changes are left that no page was read after.
      for (const rest of run.meanwhile.splice(0)) rest();
      run.faults.length = 0;
      await call(folder, run.url);
      expect(filesIn(folder)).toEqual(run.files);
      expect(readdirSync(join(folder, ".airlog", "parts"))).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 100 });
}, 60_000);

test("files that the other log lacks stay until all of the other log has come", async () => {
  await using feed = await ChangeFeed.start();
  const folder = folderUntil(onTestFinished);
  feed.put("station", "1", "1");
  feed.put("station", "2", "2");
  await call(folder, feed.url);
  feed.changeLog();
  feed.pageSize = 1;
  for (const id of ["2", "3", "4"]) feed.put("station", id, `"new ${id}"`);
  await call(folder, feed.url, "after the work", 2);
  expect(Object.keys(filesIn(folder))).toEqual(expect.arrayContaining(["stations/1.json", "stations/3.json"]));
  await call(folder, feed.url);
  expect(filesIn(folder)).toEqual({
    "stations/2.json": '"new 2"',
    "stations/3.json": '"new 3"',
    "stations/4.json": '"new 4"',
  });
});

const said = (): string =>
  vi
    .mocked(process.stderr.write)
    .mock.calls.map(([text]) => `${text}`)
    .join("");

test("a log that has lost its end is read anew, and what it lacks goes", async () => {
  await using feed = await ChangeFeed.start();
  const folder = folderUntil(onTestFinished);
  feed.put("station", "1", "1");
  feed.put("station", "2", "2");
  await call(folder, feed.url);
  feed.loseEnd(1);
  await call(folder, feed.url);
  expect(filesIn(folder)).toEqual({ "stations/1.json": "1" });
  expect(said()).toContain("/ has lost the end of its log (what was read is no longer there): all comes again.\n");
});

test("a log whose views are behind is not read anew, however long that takes", async () => {
  await using feed = await ChangeFeed.start();
  const folder = folderUntil(onTestFinished);
  feed.put("station", "1", "1");
  await call(folder, feed.url);
  feed.isBehind = true;
  setTimeout(() => (feed.isBehind = false), 3 * LOST_TIMEOUT_MS);
  feed.put("station", "2", "2");
  await call(folder, feed.url);
  expect(filesIn(folder)).toEqual(feed.files);
  expect(said()).not.toContain("all comes again");
});

test("an address that is no catalogue leaves a folder free for another one", async () => {
  await using feed = await ChangeFeed.start();
  const folder = folderUntil(onTestFinished);
  feed.put("station", "1", "1");
  await failureOf(CommandFailed, call(folder, `${feed.url}/mistyped`));
  expect(readdirSync(folder)).toEqual([".airlog"]);
  await call(folder, feed.url);
  expect(filesIn(folder)).toEqual(feed.files);
});

test.each(["stations", ".airlog"])("a folder whose %s is a link to another one is refused", async (name) => {
  await using feed = await ChangeFeed.start();
  const [folder, elsewhere] = [folderUntil(onTestFinished), folderUntil(onTestFinished)];
  feed.put("station", "1", "1");
  await call(folder, feed.url);
  cpSync(join(folder, name), elsewhere, { recursive: true });
  rmSync(join(folder, name), { recursive: true });
  symlinkSync(elsewhere, join(folder, name));
  feed.delete("station", "1");
  const { message } = await failureOf(CommandFailed, call(folder, feed.url));
  expect(message).toContain(`${join(folder, name)} has to be a folder, and is a link or a file`);
});

test("a feed that asks for time gets it", async () => {
  await using feed = await ChangeFeed.start();
  const folder = folderUntil(onTestFinished);
  feed.faults.push("unavailable");
  feed.retryAfter = "1";
  const begun = performance.now();
  await call(folder, feed.url);
  // Timers may fire a little early.
  expect(performance.now() - begun).toBeGreaterThan(990);
  expect(feed.asked).toHaveLength(2);
});
