import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../../../test/folder.ts";
import { openFolder } from "../../data-folder/open.ts";
import { removeUnfinished } from "./remove-unfinished.ts";

const fillsFolder = `
  const { mkdirSync, writeFileSync } = require("node:fs");
  const folder = process.argv[1];
  mkdirSync(folder, { recursive: true });
  const end = Date.now() + 1_000;
  for (let n = 0; Date.now() < end; n++) {
    try { writeFileSync(folder + "/" + n, ""); } catch {}
    if (n === 100) process.stdout.write("writes");
  }`;

test("a folder is removed while a program still writes to it", async () => {
  const above = folderUntil(onTestFinished);
  const folder = join(above, "unfinished");
  const writer = spawn(process.execPath, ["-e", fillsFolder, join(folder, "base")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(writer, "exit");
  await once(writer.stdout, "data");
  using opened = openFolder(above);
  await removeUnfinished(opened, "unfinished", /^base$/);
  await ended;
  expect(existsSync(folder)).toBe(false);
});

test("a missing folder is no error", async () => {
  using opened = openFolder(folderUntil(onTestFinished));
  await expect(removeUnfinished(opened, "unfinished", /^base$/)).resolves.toBeUndefined();
});

test("a folder of the same name that holds something else is left as it is", async () => {
  const above = folderUntil(onTestFinished);
  mkdirSync(join(above, "unfinished", "base"), { recursive: true });
  writeFileSync(join(above, "unfinished", "notes"), "of an operator");
  using opened = openFolder(above);
  await removeUnfinished(opened, "unfinished", /^base$/);
  expect(existsSync(join(above, "unfinished", "notes"))).toBe(true);
  expect(existsSync(join(above, "unfinished", "base"))).toBe(true);
});
