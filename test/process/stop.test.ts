import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, test as base, beforeAll, describe, expect, vi } from "vitest";
import { listenLocally } from "../listen.ts";
import { stopUnusedServer } from "../stop-postgres.ts";
import { isServed, Program } from "./program.ts";

const inTime = { timeout: 20_000, interval: 50 };
const TEST_TIMEOUT_MS = 90_000;

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS, maxConcurrency: 3 });
const MAIN = [process.execPath, "dist/cli/main.js", "start"];

/** A used data folder that tests copy: making PostgreSQL's data takes most of a first start. */
let used: string;

beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), "airlog-used-"));
  const first = new Program(MAIN, { AIRLOG_DATA: used, PORT: "0" });
  await vi.waitUntil(() => /airlog listens/.test(first.out) || !first.isRunning, TEST_TIMEOUT_MS);
  first.child.kill("SIGTERM");
  expect(await first.ended()).toBe(0);
});
afterAll(() => rmSync(used, { recursive: true, force: true }));

type Run = (words: readonly string[], environment?: Readonly<Record<string, string>>) => Program;

const test = base.extend<{ dataFolder: string; run: Run; gone: () => Promise<unknown> }>({
  /** A copy of `used`; no server runs on it when the test is over. */
  dataFolder: async ({ task }, use) => {
    const folder = mkdtempSync(join(tmpdir(), `airlog-stop-${task.id}-`));
    // If the tests run as root, the server's files belong to another user.
    await promisify(execFile)("cp", ["-a", `${used}/.`, folder]);
    await use(folder);
    await stopUnusedServer(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  /** Starts a program on the data folder. */
  run: async ({ dataFolder }, use) => {
    const programs: Program[] = [];
    await use((words, environment = {}) => {
      const program = new Program(words, { AIRLOG_DATA: dataFolder, PORT: "0", ...environment });
      programs.push(program);
      return program;
    });
    for (const program of programs) program.kill();
  },
  /** Resolves when no PostgreSQL runs on the data folder. */
  gone: async ({ dataFolder }, use) => use(() => vi.waitUntil(() => !isServed(dataFolder), inTime)),
});

// Not concurrent, since it has to see the start at the right moment.
test("a signal while the engines are opened ends the process, and PostgreSQL with it", async ({
  run,
  dataFolder,
  gone,
}) => {
  const program = run(MAIN);
  await vi.waitUntil(() => isServed(dataFolder), { ...inTime, interval: 5 });
  program.child.kill("SIGTERM");
  await program.ended();
  expect(program.out).not.toContain("airlog listens");
  await gone();
});

// These tests mostly wait.
describe.concurrent("a stopped program leaves nothing behind", () => {
  test.for(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s ends the process, and PostgreSQL with it",
    async (signal, { run, dataFolder, gone }) => {
      const program = run(MAIN);
      await vi.waitUntil(() => /airlog listens/.test(program.out), TEST_TIMEOUT_MS);
      expect(isServed(dataFolder)).toBe(true);
      program.child.kill(signal);
      expect(await program.ended()).toBe(0);
      await gone();
    },
  );

  test.for(["npm start | head -1", "npm start 2>&1 | head -1", "node dist/cli/main.js start | head -1"])(
    "%s leaves no process",
    async (line, { run, gone }) => {
      const shell = run(["bash", "-c", line]);
      await shell.ended();
      await gone();
    },
  );

  test("a process whose npm is killed ends", async ({ run, gone }) => {
    const npm = run(["npm", "start"]);
    await vi.waitUntil(() => /airlog listens/.test(npm.out), TEST_TIMEOUT_MS);
    npm.child.kill("SIGKILL");
    await npm.ended();
    await gone();
  });

  test("a demonstration that fails ends with PostgreSQL", async ({ run, dataFolder }) => {
    // The first request with an hour's values is refused.
    const demo = run([process.execPath, "dist/cli/main.js", "demo", "--here", "--records", "1", "--days", "1"], {
      AIRLOG_MAX_BODY: "1 KiB",
      AIRLOG_DATA: join(dataFolder, "demo"),
    });
    expect(await demo.ended()).toBe(1);
    expect(demo.words).not.toBe("");
    await vi.waitUntil(() => !isServed(join(dataFolder, "demo")), inTime);
  });

  test("a command that is ended by a signal leaves no PostgreSQL", async ({ run, dataFolder, gone }) => {
    const command = run([process.execPath, "dist/cli/main.js", "export", "-"]);
    await vi.waitUntil(() => isServed(dataFolder), inTime);
    command.child.kill("SIGHUP");
    await command.ended();
    await gone();
  });

  test("a used port is reported before anything is made or a password printed", async ({ run, dataFolder }) => {
    const other = createServer();
    const port = new URL(`http://${await listenLocally(other)}`).port;
    const fresh = join(dataFolder, "fresh");
    const program = run(MAIN, { PORT: port, AIRLOG_DATA: fresh, AIRLOG_LOG_LEVEL: "silent" });
    expect(await program.ended()).toBe(1);
    other.close();
    expect(program.out).toBe("");
    expect(program.words).toMatch(/^The port is taken by another program \(.*\); set PORT to another one\.\n$/);
    expect(existsSync(fresh)).toBe(false);
  });

  test("a host without an address is reported with the name of its variable", async ({ run, dataFolder }) => {
    const fresh = join(dataFolder, "fresh");
    const program = run(MAIN, { HOST: "no host", PORT: "8080", AIRLOG_DATA: fresh, AIRLOG_LOG_LEVEL: "silent" });
    expect(await program.ended()).toBe(1);
    expect(program.words).toMatch(/^HOST: .*no host\n$/);
    expect(existsSync(fresh)).toBe(false);
  });
});
