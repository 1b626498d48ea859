import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderUntil } from "../test/folder.ts";

const run = (name: string, words: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<{ code: unknown; out: string; words: string }>((resolve) => {
    execFile(process.execPath, [`dist/cli/${name}.js`, ...words], { env }, (error, out, said) => {
      resolve({ code: error?.code ?? 0, out, words: said });
    });
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
