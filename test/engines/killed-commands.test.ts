import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { z } from "zod";
import { type ChangeEvent, ChangePage } from "../../contracts/changes.ts";
import { VIEWS } from "../../contracts/views.ts";
import { folderUntil } from "../folder.ts";
import { SpawnedService } from "../spawned-service.ts";
import { stopUnusedServer } from "../stop-postgres.ts";
import { answersWithoutPositions, filledAnswers } from "../views/content.ts";

/** Commands that are killed and called again until they are done. They take a second, and leave a server behind. */

const PASSWORD = "a long enough password";
/** Milliseconds until the first kill, and the additional delay of each later one. */
const [FIRST_KILL, LATER] = [300, 250];
const MIN_KILLS = 3;

const original = newFolder(afterAll);
const file = join(folderUntil(afterAll), "log.ndjson");
const backup = join(folderUntil(afterAll), "backup");
let answers: Record<string, string>;
let changes: Awaited<ReturnType<typeof readChanges>>;

beforeAll(async () => {
  const service = await SpawnedService.start(environmentOf(original));
  try {
    answers = await filledAnswers(service.url, PASSWORD);
    changes = await readChanges(service.url);
    await killedUntilDone(original, ["backup", backup], 0);
  } finally {
    await service.stop();
  }
  await killedUntilDone(original, ["export", file], 0);
});

test("an import goes on where it was killed, and ends with the log that was exported", async () => {
  const folder = newFolder(onTestFinished);
  expect(await killedUntilDone(folder, ["import", file])).toBeGreaterThanOrEqual(MIN_KILLS);
  const again = join(folderUntil(onTestFinished), "again.ndjson");
  await killedUntilDone(folder, ["export", again], 0);
  expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"));
  const { url } = await start(folder);
  expect(await answersWithoutPositions(url)).toEqual(answers);
}, 180_000);

test("a restore that was killed is repeated, and the system answers as the one that was backed up", async () => {
  const folder = newFolder(onTestFinished);
  const begun = Math.floor(Date.now() / 1_000) * 1_000;
  expect(await killedUntilDone(folder, ["restore", backup])).toBeGreaterThanOrEqual(1);
  const { url } = await start(folder);
  expect(await answersWithoutPositions(url)).toEqual(answers);
  // Readers of its changes begin anew, and get all of them.
  const stale = await fetch(`${url}/api/changes?after=${changes.next}`);
  expect([stale.status, await stale.json()]).toEqual([
    410,
    expect.objectContaining({ code: "position-of-another-log" }),
  ]);
  const anew = await readChanges(url);
  expect(anew.things).toEqual(changes.things);
  expect(anew.firstTime).toBeGreaterThanOrEqual(begun);
}, 180_000);

test("builds continue after kills, beside a system that answers all the time", async () => {
  const service = await start(original);
  const names = Object.keys(VIEWS);
  let isOver = false;
  const reading = (async () => {
    while (!isOver) expect(await answersWithoutPositions(service.url)).toEqual(answers);
  })();
  const kills = killedUntilDone(original, ["replay", ...names, "--again"]);
  await Promise.race([reading, kills]);
  expect(await kills).toBeGreaterThanOrEqual(MIN_KILLS);
  isOver = true;
  await reading;
  for (const name of names) await killedUntilDone(original, ["views", "verify", name], 0);
}, 240_000);

/** All changes without what differs in a restored log, when the first was published, and where they end. */
async function readChanges(url: string) {
  const read: z.infer<typeof ChangeEvent>[] = [];
  let next = "";
  for (let more = true; more; ) {
    const answer = await fetch(`${url}/api/changes?include=content${next && `&after=${next}`}`);
    const page = ChangePage.parse(await answer.json());
    read.push(...page.changes);
    ({ more, next } = page);
  }
  const things = read.map(({ type, subject, data }) => ({ type, subject, data }));
  return { things, firstTime: Date.parse(read[0]?.time ?? ""), next };
}

/** A data folder that does not exist yet. */
function newFolder(hook: (end: () => Promise<void> | void) => void): string {
  const folder = join(folderUntil(hook), "data");
  hook(() => stopUnusedServer(folder));
  return folder;
}

async function start(folder: string): Promise<SpawnedService> {
  const service = await SpawnedService.start(environmentOf(folder));
  onTestFinished(() => service.stop());
  await service.ready();
  return service;
}

/** Calls the command until it ends by itself, and kills each of the first `most` calls. Returns the number of kills. */
async function killedUntilDone(folder: string, words: readonly string[], most = 100): Promise<number> {
  for (let kills = 0; ; kills++) {
    const running = begin(folder, words);
    let said = "";
    running.stderr?.on("data", (piece) => {
      said += piece;
    });
    const killing = kills < most ? setTimeout(() => running.kill("SIGKILL"), FIRST_KILL + kills * LATER) : undefined;
    const [code, signal] = await once(running, "exit");
    clearTimeout(killing);
    if (signal === "SIGKILL") continue;
    // A restore that was killed at its very end has completed the folder.
    const wasDone = kills > 0 && said.includes("is not empty");
    expect(wasDone ? 0 : code, said).toBe(0);
    return kills;
  }
}

function begin(folder: string, words: readonly string[]): ChildProcess {
  const env = { PATH: process.env["PATH"], ...environmentOf(folder) };
  return spawn(process.execPath, ["dist/cli/main.js", ...words], { env, stdio: ["ignore", "ignore", "pipe"] });
}

function environmentOf(folder: string): Record<string, string> {
  return {
    ...{ AIRLOG_DATA: folder, PORT: "0", AIRLOG_ADMIN_PASSWORD: PASSWORD },
    ...{ AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" },
  };
}
