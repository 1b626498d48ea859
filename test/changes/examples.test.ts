import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { LIMITS } from "../../platform/admission/limits.ts";
import { readPage } from "../documents/page.ts";
import { record } from "../end-to-end/samples.ts";
import { oneProcess, type System } from "../end-to-end/system.ts";
import { folderUntil } from "../folder.ts";

const run = promisify(execFile);
const folder = folderUntil(afterAll);

let system: System;
let base: string;
beforeAll(async () => {
  system = await oneProcess.start();
  base = system.urlOf("/api/changes").replace(/\/$/, "");
}, 120_000);
afterAll(() => system.close());

/** The only program of the page in this language, with the address of this test, as a file. */
function program(language: string, name: string): string {
  const blocks = [...readPage("docs/changes.md").matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))];
  expect(blocks).toHaveLength(1);
  const path = join(folder, name);
  writeFileSync(path, (blocks[0]?.[1] ?? "").replaceAll("http://127.0.0.1:8080", base));
  return path;
}

const add = (pid: string, members: Readonly<Record<string, unknown>> = {}) =>
  system.as("provider").post("/api/provider/metadata/add", [record(pid, members)]);
const remove = (pid: string) => system.as("provider").post("/api/provider/metadata/delete", [pid]);

test("the page names the limits of streams and waiting pages", () => {
  const { perClient, all } = LIMITS.changeStreams;
  const sentence = `at most ${perClient} streams and waiting pages, a process ${all.toLocaleString("en")};`;
  expect(readPage("docs/changes.md")).toContain(sentence);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) process.stderr.write("skipped: the copy in Python, since there is no python3 on the PATH\n");

const Copy = z.object({ after: z.string(), records: z.record(z.string(), z.looseObject({})) });

test.skipIf(!hasPython)("the copy in Python is what is there, after deletions and another log, too", async () => {
  const script = program("python", "copy.py");
  const file = join(folder, "copy.json");
  const copied = async () => {
    await run("python3", [script, base, file]);
    return Copy.parse(JSON.parse(readFileSync(file, "utf8")));
  };
  await add("python/1", { n: 1 });
  await add("python/2");
  expect((await copied()).records).toMatchObject({ "python/1": { n: 1 }, "python/2": {} });
  await add("python/1", { n: 2 });
  await remove("python/2");
  const { after, records } = await copied();
  expect(records["python/1"]).toMatchObject({ n: 2 });
  expect(records).not.toHaveProperty("python/2");
  const ofAnotherLog = `0123456789ab${after.slice(12)}`;
  writeFileSync(file, JSON.stringify({ after: ofAnotherLog, records: { ...records, "never/1": {} } }));
  expect((await copied()).records).toEqual(records);
});

/** Starts Node on a file; its output grows. */
function start(words: readonly string[]) {
  const child = spawn(process.execPath, [...words], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const each of [child.stdout, child.stderr]) {
    each.on("data", (piece: Buffer) => {
      output += piece.toString();
    });
  }
  onTestFinished(() => stop(child));
  return { output: () => output };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

test("the follower in TypeScript compiles strictly and prints what happens", async () => {
  const source = program("ts", "follow.mts");
  const tsc = resolve("node_modules/.bin/tsc");
  const options = "--ignoreConfig --strict --target es2022 --module nodenext --lib es2023,dom --skipLibCheck".split(
    " ",
  );
  const compiled = join(folder, "compiled");
  await run(process.execPath, [tsc, ...options, "--types", "", "--outDir", compiled, source]);
  const { output } = start([join(compiled, "follow.mjs")]);
  // It begins with what comes after its first request.
  await vi.waitFor(
    async () => {
      await add("typescript/1", { at: Date.now() });
      expect(output()).toMatch(/^\S+Z airlog\.record\.changed typescript\/1$/m);
    },
    { timeout: 20_000, interval: 200 },
  );
  await remove("typescript/1");
  await vi.waitFor(() => expect(output()).toMatch(/Z airlog\.record\.deleted typescript\/1$/m), { timeout: 10_000 });
}, 60_000);

test("the page of a browser shows what happens", async () => {
  const { output } = start(["--experimental-eventsource", program("js", "page.mjs")]);
  await vi.waitFor(() => expect(output()).toContain("listening"), { timeout: 20_000 });
  await add("browser/1");
  await vi.waitFor(() => expect(output()).toMatch(/Z airlog\.record\.changed browser\/1$/m), { timeout: 10_000 });
  await remove("browser/1");
  await vi.waitFor(() => expect(output()).toMatch(/Z airlog\.record\.deleted browser\/1$/m), { timeout: 10_000 });
}, 60_000);
