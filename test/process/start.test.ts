import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { folderUntil } from "../folder.ts";
import { nodeFlags } from "../node-flags.ts";
import { Program } from "./program.ts";

vi.setConfig({ testTimeout: 120_000 });

const folder = folderUntil(afterAll);

async function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const program = new Program(words, environment);
  const code = await program.ended();
  return { code, out: program.out, words: program.words };
}

const node = (...words: readonly string[]) => [process.execPath, ...words];

test("npm start -- --help lists the settings, and starts nothing", async () => {
  const { code, out, words } = await run(["npm", "start", "--silent", "--", "--help"], {
    AIRLOG_DATA: join(folder, "x"),
  });
  expect({ code, words }).toEqual({ code: 0, words: "" });
  expect(out).toMatch(/^Usage: airlog start /);
  expect(out).toContain("DATABASE_URL");
  expect(existsSync(join(folder, "x"))).toBe(false);
});

test("a link leads to airlog, whose start gives Node its flags", async () => {
  const link = join(folder, "airlog");
  symlinkSync(resolve("cli/airlog"), link);
  const NODE_OPTIONS = "--import=data:text/javascript,console.log(...process.execArgv)";
  const { code, out, words } = await run([link, "start"], { NODE_OPTIONS, PORT: "none" });
  expect({ code, out }).toEqual({ code: 1, out: `${nodeFlags()}\n` });
  expect(words).toContain("PORT must be a whole number");
});

test("unknown arguments of a service are wrong use", async () => {
  const { code, words } = await run(node("dist/services/query/main.js", "--fast"));
  expect(code).toBe(2);
  expect(words).toMatch(/^--fast is not understood\n\nusage: /);
});

test("a checkout that is not compiled says in one line how to compile it", async () => {
  const launcher = join(folder, "checkout/cli/airlog");
  cpSync("cli/airlog", launcher);
  const { code, out, words } = await run([launcher, "start"]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(words).toMatch(/^airlog is not compiled: run "npm run build"[^\n]*\n$/);
});

test("a data folder that can't be made is reported with AIRLOG_DATA", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const { code, out, words } = await run(node("dist/cli/main.js", "start"), {
    ...{ AIRLOG_DATA: join(file, "data"), PORT: "0", AIRLOG_LOG_LEVEL: "silent" },
  });
  expect(code).toBe(1);
  expect(out).not.toContain("password");
  expect(words).toMatch(/^AIRLOG_DATA: [^\n]*\n$/);
});

const NO_FOLDER = process.platform === "linux" ? "/proc/airlog" : "/dev/null/airlog";

test.each([["start"], ["demo", "--here"], ["import", "none.ndjson"]])(
  "%s ends at once if the system can't make the folder",
  async (...words) => {
    const environment = { AIRLOG_DATA: NO_FOLDER, PORT: "0", AIRLOG_LOG_LEVEL: "silent" };
    const ended = await run(node("dist/cli/main.js", ...words), environment);
    expect(ended.code).toBe(1);
    expect(ended.words).toMatch(new RegExp(`${NO_FOLDER} can't be used \\(E[A-Z]+\\): [^\n]+\n$`));
  },
);

test.each([
  ["AIRLOG_DATA", "elsewhere"],
  ["DATABASE_URL", "postgres://airlog@db/airlog"],
  ["DATABASE_URL_FILE", "/run/secrets/database"],
  ["EVENTSTORE_URL", "esdb://events:2113"],
  ["KAFKA_BROKERS", "kafka:9092"],
])("the demonstration refuses %s of the environment, and makes nothing", async (name, value) => {
  const { code, out, words } = await run(node("dist/cli/main.js", "demo"), { [name]: value });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(words).toContain(`${name} is set: unset it`);
  expect(existsSync("elsewhere")).toBe(false);
});

const EVENT = JSON.stringify({
  event_id: "6f1d9a0e-7a42-5d0c-9f3e-2b1f4f0c7a11",
  ...{ stream: "facility-real", revision: 0, type: "FacilityAdded", schema_version: 1 },
  time: "2026-01-01T00:00:00.000Z",
  data: { facility: { identifier: "real", name: "A real facility" } },
  meta: { actor: "ada", provider: "norway", correlationId: "c" },
});
const SEQUENCE = JSON.stringify({ kind: "sequence", name: "station_ids", value: 0 });
const CLOSING = JSON.stringify({ count: 1, sha256: "0".repeat(64) });

test("no system starts on a partly imported log until the import is done", async () => {
  const environment = { AIRLOG_DATA: join(folder, "half"), PORT: "0", AIRLOG_LOG_LEVEL: "silent" };
  const importing = node("dist/cli/main.js", "import", "-", "--changed").join(" ");
  const piped = (lines: string) =>
    run(["sh", "-c", `printf '%s' "$LINES" | ${importing}`], { ...environment, LINES: lines });
  expect((await piped(`${EVENT}\n${SEQUENCE}\n`)).code).toBe(1);
  const refused = await run(node("dist/cli/main.js", "start"), environment);
  expect(refused).toMatchObject({ code: 1, words: expect.stringContaining("An import into this log is not finished") });
  const whole = await piped(`${EVENT}\n${SEQUENCE}\n${CLOSING}\n`);
  expect(whole.code, whole.words).toBe(0);
  const program = new Program(node("dist/cli/main.js", "start"), environment);
  await expect.poll(() => program.out).toContain("http://");
  program.child.kill();
  expect(await program.ended()).toBe(0);
});

test("the demonstration refuses a log with other data, also with --here", async () => {
  const dataFolder = join(folder, "real");
  mkdirSync(dataFolder);
  const file = join(folder, "log.ndjson");
  writeFileSync(file, `${EVENT}\n${CLOSING}\n`);
  const imported = await run(node("dist/cli/main.js", "import", file, "--changed"), { AIRLOG_DATA: dataFolder });
  expect(imported.code, imported.words).toBe(0);
  const { code, words } = await run(node("dist/cli/main.js", "demo", "--here"), { AIRLOG_DATA: dataFolder, PORT: "0" });
  expect(code).toBe(1);
  expect(words).toContain('The log has data of "norway", such as FacilityAdded in facility-real');
  rmSync(dataFolder, { recursive: true, force: true });
});
