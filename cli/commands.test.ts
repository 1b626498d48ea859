import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };
import { runCompiled as run } from "../test/compiled-command.ts";
import { folderUntil } from "../test/folder.ts";

/** The commands that `airlog --help` lists. */
const NAMES = [
  ...["start", "demo", "account", "views", "replay", "upgrade", "backup", "restore", "export", "import"],
  ...["follow", "uv-model", "uv-grid"],
];

test("airlog --help lists the commands, and npm run calls each of them", async () => {
  const { code, out, words } = await run("--help", [], {});
  expect({ code, words }).toEqual({ code: 0, words: "" });
  expect([...out.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name)).toEqual(NAMES);
  const scripts: Readonly<Record<string, string>> = packageFile.scripts;
  for (const name of NAMES) expect(scripts[name]).toBe(`exec cli/airlog ${name}`);
});

test.each([[[]], [["nothing"]], [["--fast"]]])("airlog %j is wrong use, and lists the commands", (words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", ...words], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^ {2}account /m);
});

test.concurrent.each([
  ["account", ["list"]],
  ["replay", []],
  ["views", ["list"]],
  ["views", ["drop", "--old"]],
  ["views", ["verify", "stations"]],
  ["export", ["-"]],
  ["backup", ["never-made"]],
  ["upgrade", ["status"]],
])("%s %j on a folder without data fails, and makes none", async (name, words) => {
  const folder = join(folderUntil(afterAll), "nothing");
  const { code, out, words: said } = await run(name, words, { AIRLOG_DATA: folder });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(said).toContain(`${folder} holds no data`);
  expect(existsSync(folder)).toBe(false);
});

test.concurrent("a variable that makes pg load another client is ignored", async () => {
  const AIRLOG_DATA = join(folderUntil(afterAll), "nothing");
  const { code, words } = await run("account", ["list"], { AIRLOG_DATA, NODE_PG_FORCE_NATIVE: "true" });
  expect({ code, words }).toEqual({ code: 1, words: expect.stringContaining("holds no data") });
});

test.concurrent("import makes no data in a folder that has other files", async () => {
  const folder = folderUntil(afterAll);
  writeFileSync(join(folder, "notes.txt"), "not data");
  const { code, words } = await run("import", ["never-read.ndjson"], { AIRLOG_DATA: folder });
  expect(code).toBe(1);
  expect(words).toContain(`${folder} holds no data, but other files (notes.txt)`);
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
});

test.concurrent.each([
  ["not gzip", Buffer.from("{}\n")],
  ["cut off", gzipSync("{}\n").subarray(0, 12)],
])("an import of a packed file that is %s fails with one line", async (_, content) => {
  const file = join(folderUntil(afterAll), "log.ndjson.gz");
  writeFileSync(file, content);
  const { code, words } = await run("import", [file], { AIRLOG_DATA: join(folderUntil(afterAll), "nothing") });
  expect(code).toBe(1);
  expect(words.split("\n").at(-2)).toMatch(`${file} can't be unpacked: `);
});

test.concurrent.each([...NAMES.map((name) => [name, "--help"] as const), ["account", "-h"] as const])(
  "%s %s prints its usage",
  async (name, option) => {
    const { code, out, words } = await run(name, [option], {});
    expect({ code, words }).toEqual({ code: 0, words: "" });
    expect(out).toMatch(new RegExp(`^Usage: airlog ${name} `));
  },
);

test.concurrent.each([
  ["replay", ["nothing"], "Allowed choices are catalogue,"],
  ["replay", ["--fast"], "unknown option '--fast'"],
  ["replay", ["--skip", "6f1d9a0e-7a42-5d0c-9f3e-2b1f4f0c7a11"], "--skip and --reason go together"],
  ["demo", ["--records", "0"], "It is a whole number above 0"],
  ["start", ["--fast"], "unknown option '--fast'"],
  ["views", ["drop"], "drop needs"],
  ["views", ["drop", "catalogue", "2"], "It looks like 1.2"],
  ["views", ["drop", "catalogue", "99999999999.1"], "It looks like 1.2"],
  ["views", ["drop", "catalogue", "--old"], "drop needs"],
  ["views", ["list", "--old"], "unknown option"],
  ["views", ["listed"], "too many arguments"],
  ["views", ["verify"], "missing required argument 'VIEW'"],
  ["views", ["verify", "nothing"], "Allowed choices are catalogue,"],
  ["upgrade", ["finish", "now"], "too many arguments"],
  ["export", [], "missing required argument 'FILE'"],
  ["export", [""], "One file is needed"],
  ["export", ["a", "--until", "noon"], "needs a time"],
  ["import", ["a", "b"], "too many arguments"],
  ["backup", [], "missing required argument 'FOLDER'"],
  ["restore", ["a", "b"], "too many arguments"],
  ["restore", [], "one folder is needed"],
  ["restore", ["a", "--renew"], "--renew takes no folder"],
  ["follow", [], "missing required argument 'URL'"],
  ["follow", ["data.example.org", "--to", "a"], "needs an address"],
  ["follow", ["http://user:word@127.0.0.1", "--to", "a"], "without a user"],
  ["follow", ["http://127.0.0.1"], "one of --to and --exec"],
  ["follow", ["http://127.0.0.1", "--to", "a", "--exec", "cat"], "one of --to and --exec"],
  ["follow", ["http://127.0.0.1", "--to", ""], "It is empty"],
  ["follow", ["http://127.0.0.1", "--exec", "cat"], "--exec needs --state"],
  ["follow", ["http://127.0.0.1", "--to", "a", "--types", "record,forecast"], "and no forecast"],
  ["follow", ["http://127.0.0.1", "--to", "a", "--types", "records"], "some of record,facility"],
])("%s %j is wrong use", async (name, words, reason) => {
  const { code, out, words: said } = await run(name, words, {});
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(said).toContain(reason);
  expect(said).toContain(`\nUsage: airlog ${name} `);
});

test.concurrent.each([
  [{}, "Set DATABASE_URL"],
  [
    { DATABASE_URL: "postgres://127.0.0.1:1/airlog", EVENTSTORE_URL: "esdb://127.0.0.1:2" },
    "EventStoreDB keeps this log",
  ],
])("restore --renew with %j fails and says why", async (env, reason) => {
  const { code, out, words: said } = await run("restore", ["--renew"], env);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(said).toContain(reason);
});

test.runIf(existsSync("/dev/full"))("a command whose results don't fit on the disk fails", () => {
  const file = join(folderUntil(afterAll), "cases.csv");
  writeFileSync(file, "sza_deg,ozone_du,altitude_km,albedo\n30,300,0,0.03\n");
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", "uv-model", file], {
    encoding: "utf8",
    stdio: ["ignore", full, "pipe"],
  });
  closeSync(full);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^The results can't be written: ENOSPC: [^\n]*\n$/),
  });
});
