import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { folderUntil } from "../folder.ts";
import { stopUnusedServer } from "../stop-postgres.ts";
import { Program } from "./program.ts";
import { hasTerminals, onTerminal } from "./terminal.ts";

const START_TIMEOUT_MS = 90_000;

vi.setConfig({ testTimeout: 120_000 });

const programs: Program[] = [];
afterEach(() => {
  for (const program of programs.splice(0)) program.kill();
});

/** The output of a program until it listens, or has ended. Then it is stopped. */
async function printed(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  const program = new Program(words, { PORT: "0", ...environment });
  programs.push(program);
  await vi.waitUntil(() => /listens on \S+\s/.test(program.out) || !program.isRunning, START_TIMEOUT_MS);
  // Without a terminal, the log goes to another stream than the address.
  await vi.waitUntil(() => /airlog starts/.test(program.out + program.words) || !program.isRunning, START_TIMEOUT_MS);
  program.child.kill("SIGTERM");
  await program.ended();
  return (program.out + program.words).replaceAll("\r\n", "\n");
}

/** Allows so few open files that there is a warning. */
const fewFiles = (line: string) => `ulimit -n 1000; exec ${line}`;

/** A frame with the password, and nothing between it and the address. */
const INTRODUCTION =
  /\n┌─+┐\n│ first account: admin +│\n│ password: +[\w-]{20,} +│\n(?:│ .* │\n)+└─+┘\nairlog listens on http:\S+\n/;

function dataFolder(): string {
  const folder = join(folderUntil(onTestFinished), "data");
  onTestFinished(() => stopUnusedServer(folder));
  return folder;
}

describe.skipIf(!hasTerminals)("on a terminal", () => {
  test("npm start speaks to a person, in colours, and shows the password right before the address", async () => {
    const text = await printed(onTerminal(fewFiles("npm start --silent")), { AIRLOG_DATA: dataFolder() });
    expect(text).toMatch(/\d\d:\d\d:\d\d\] .*INFO.*: .*airlog starts/);
    expect(text).toContain("\u001b[33mWARN\u001b[39m");
    expect(text).toMatch(INTRODUCTION);
    expect(text).not.toContain('{"level":');
  });

  test("the demonstration does the same, without colours where NO_COLOR is set", async () => {
    const demo = fewFiles("cli/airlog demo --here --records 1 --days 1");
    const text = await printed(onTerminal(demo), {
      AIRLOG_DATA: dataFolder(),
      NO_COLOR: "1",
      AIRLOG_LOG_LEVEL: "info",
    });
    expect(text).toMatch(/WARN: only 1000 files may be open/);
    expect(text).toMatch(INTRODUCTION);
    expect(text.slice(0, text.indexOf("airlog listens"))).not.toContain("\u001b");
  });

  test("AIRLOG_LOG_FORMAT=json writes lines for programs", async () => {
    const environment = { AIRLOG_DATA: dataFolder(), AIRLOG_LOG_FORMAT: "json" };
    const text = await printed(onTerminal("npm start --silent"), environment);
    expect(text).toMatch(/^\{"level":30,.*"msg":"airlog starts"\}$/m);
    expect(text).toMatch(/^first account: admin, password: [\w-]{20,} \(shown only now; /m);
    expect(text).not.toContain("\u001b");
    expect(text).not.toContain("┌");
  });
});

describe("elsewhere", () => {
  test("lines are for programs, or for a person without colours where AIRLOG_LOG_FORMAT says so", async () => {
    const AIRLOG_DATA = dataFolder();
    const main = ["cli/airlog", "start"];
    expect(await printed(main, { AIRLOG_DATA })).toMatch(/^\{"level":30,.*"msg":"airlog starts"\}$/m);
    const text = await printed(main, { AIRLOG_DATA, AIRLOG_LOG_FORMAT: "pretty" });
    expect(text).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: airlog starts \{"config":/m);
    expect(text).not.toContain("\u001b");
  });
});
