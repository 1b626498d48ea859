import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { runCompiled as run } from "../test/compiled-command.ts";
import { folderUntil } from "../test/folder.ts";

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
])("an import of a packed file that is %s says so in a line", async (_, content) => {
  const file = join(folderUntil(afterAll), "log.ndjson.gz");
  writeFileSync(file, content);
  const { code, words } = await run("import", [file], { AIRLOG_DATA: join(folderUntil(afterAll), "nothing") });
  expect(code).toBe(1);
  expect(words.split("\n").at(-2)).toMatch(`${file} can't be unpacked: `);
});

test.concurrent.each(["account", "replay", "views", "upgrade", "export", "import", "backup", "restore"])(
  "%s --help prints its usage",
  async (name) => {
    const { code, out, words } = await run(name, ["--help"], {});
    expect({ code, words }).toEqual({ code: 0, words: "" });
    expect(out).toMatch(new RegExp(`^usage: npm run ${name}`));
  },
);

test.concurrent.each([
  ["replay", ["nothing"], "there is no view nothing"],
  ["replay", ["--fast"], "--fast"],
  ["views", ["drop"], "drop needs"],
  ["views", ["drop", "catalogue", "2"], "drop needs"],
  ["views", ["list", "--old"], "not understood"],
  ["views", ["verify"], "verify needs one of"],
  ["views", ["verify", "nothing"], "verify needs one of"],
  ["upgrade", ["finish", "now"], "not understood"],
  ["export", [], "one file is needed"],
  ["export", [""], "one file is needed"],
  ["export", ["a", "--until", "noon"], "--until needs a time"],
  ["import", ["a", "b"], "one file is needed"],
  ["backup", [], "one folder is needed"],
  ["restore", ["a", "b"], "one folder is needed"],
  ["restore", ["a", "--renew"], "--renew takes no folder"],
])("%s %j is wrong use", async (name, words, reason) => {
  const { code, out, words: said } = await run(name, words, {});
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(said).toContain(reason);
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
