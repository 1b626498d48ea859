import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { folderUntil } from "../test/folder.ts";
import { LineOutput, lineWriter, membersOf } from "./log.ts";

const folder = folderUntil(afterAll);

const module = pathToFileURL(join(import.meta.dirname, "../dist/platform/log.js")).href;

/** Standard error of a process with this program. */
function saidBy(program: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", program], (_error, _out, said) => resolve(said));
  });
}

test("lines are written in their order", async () => {
  const file = join(folder, "lines");
  const descriptor = openSync(file, "a");
  const output = new LineOutput(descriptor, () => expect.unreachable());
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`);
  for (const line of lines) output.write(line);
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toBe(lines.join("")), 20_000);
  closeSync(descriptor);
});

/** Text with terminal commands, line ends, and changes of the direction of text. */
const HOSTILE = "\u001b[31m\u009b31m\u007f\u0085\u2028\u2029\u202e\u2066\u061cÄhtäri";
const UNPRINTABLE = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

test("terminal commands and direction changes that JSON does not escape are escaped", async () => {
  const file = join(folder, "controls");
  const descriptor = openSync(file, "a");
  const said = { account: HOSTILE };
  new LineOutput(descriptor, () => expect.unreachable()).write(`${JSON.stringify(said)}\n`);
  await vi.waitFor(() => expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(said), 20_000);
  expect(readFileSync(file, "utf8")).not.toMatch(UNPRINTABLE);
  closeSync(descriptor);
});

test("lines of a process that exits at once are written", async () => {
  const words = await saidBy(`
    import { openLog } from ${JSON.stringify(module)};
    const log = await openLog("info", "json");
    for (let i = 0; i < 100; i++) log.info({ i }, "said");
    process.exit(0);`);
  expect([...words.matchAll(/"i":(\d+)/g)].map(([, i]) => Number(i))).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

test("lines before an uncaught exception are written, in order and before it", async () => {
  const words = await saidBy(`
    import { openLog } from ${JSON.stringify(module)};
    const log = await openLog("info", "json");
    for (let i = 0; i < 100; i++) (i === 50 ? log.warn : log.info).call(log, { i }, "said");
    setTimeout(() => {
      log.info({ i: 100 }, "said");
      throw new Error("not caught");
    }, 200);`);
  const said = [...words.matchAll(/"i":(\d+)/g)].map(([, i]) => Number(i));
  expect(said).toEqual(Array.from({ length: 101 }, (_, i) => i));
  expect(words.lastIndexOf('"i":100')).toBeLessThan(words.indexOf("Error: not caught"));
});

test("lines are written at once if they report trouble or are many, and soon after if they are few", async () => {
  const file = join(folder, "soon");
  const descriptor = openSync(file, "a");
  const output = new LineOutput(descriptor, () => expect.unreachable());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const line = (level: number, size = 0) => `{"level":${level},"msg":"${"x".repeat(size)}"}\n`;
  const written = () => readFileSync(file, "utf8");
  const said: string[] = [];
  const say = (text: string) => said.push(text) && output.write(text);
  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  say(line(30));
  say(line(30));
  await turns();
  expect(written()).toBe("");
  vi.advanceTimersByTime(20);
  await expect.poll(written).toBe(said.join(""));
  say(line(30));
  say(line(40));
  await expect.poll(written).toBe(said.join(""));
  say(line(30));
  say(line(30, 64 * 1024));
  await expect.poll(written).toBe(said.join(""));
  closeSync(descriptor);
});

test("a slow reader of a pipe gets the last lines at the process's end", async () => {
  const child = spawn(process.execPath, [
    ...["--input-type=module", "-e"],
    `import { openLog } from ${JSON.stringify(module)};
    const log = await openLog("info", "json");
    for (let i = 0; i < 2_000; i++) log.info({ i, filling: "x".repeat(200) }, "said");
    process.exit(0);`,
  ]);
  const chunks: Buffer[] = [];
  await sleep(300);
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  const said = [
    ...Buffer.concat(chunks)
      .toString()
      .matchAll(/"i":(\d+)/g),
  ].map(([, i]) => Number(i));
  expect(said).toEqual(Array.from({ length: 2_000 }, (_, i) => i));
});

test("a line with members as JSON equals the logger's line", () => {
  const lines: string[] = [];
  const log = pino({ base: { pid: 7 } }, { write: (line: string) => void lines.push(line) }).child({ part: "a" });
  const members = { route: '/x/"y"', status: 200, ms: 0.1, account: "Ähtäri\u2028", traceId: undefined };
  log.info(members, "request");
  lineWriter(log, "request")(membersOf(members));
  const [usual, own] = lines.map((line) => line.replace(/"time":\d+/, '"time":0'));
  expect(own).toBe(usual);
  expect(JSON.parse(own ?? "")).toMatchObject({ level: 30, part: "a", account: members.account, msg: "request" });
});

test("lines for a person escape them too, in names of members as well", async () => {
  const words = await saidBy(`
    import { openLog } from ${JSON.stringify(module)};
    const log = await openLog("info", "pretty");
    log.warn(${JSON.stringify({ sent: { [HOSTILE]: HOSTILE } })}, ${JSON.stringify(HOSTILE)});`);
  expect(words).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: \\u001b\[31m\\u009b31m/);
  expect(words).toMatch(/^[^\p{Cc}]*\n$/u);
  expect(words).not.toMatch(UNPRINTABLE);
});

test("the log of failures escapes them too", async () => {
  const said = { account: HOSTILE };
  const words = await saidBy(`
    import { failureLog } from ${JSON.stringify(module)};
    (await failureLog("json")).error(${JSON.stringify(said)});
    process.kill(process.pid, "SIGKILL");`);
  expect(JSON.parse(words)).toMatchObject(said);
  expect(words).not.toMatch(UNPRINTABLE);
});

test.runIf(existsSync("/dev/full"))("lines wait while the disk is full, and are written when it has room", async () => {
  const full = openSync("/dev/full", "w");
  const output = new LineOutput(full, () => expect.unreachable());
  output.write("one\n");
  await sleep(100);
  output.write("two\n");
  await sleep(100);
  closeSync(full);
  const file = join(folder, "room");
  const descriptor = openSync(file, "w");
  // The system gives a new file the lowest free number.
  expect(descriptor).toBe(full);
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toBe("one\ntwo\n"), 20_000);
  closeSync(descriptor);
});

test("an unwritable output is reported once, and ends nothing", async () => {
  const descriptor = openSync(join(folder, "closed"), "w");
  const closed = vi.fn();
  const output = new LineOutput(openSync(join(folder, "closed"), "r"), closed);
  output.write("one\n");
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1), 20_000);
  output.write("two\n");
  output.flushSync();
  expect(closed).toHaveBeenCalledTimes(1);
  closeSync(descriptor);
});
