import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../../../test/folder.ts";
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
  const folder = join(folderUntil(onTestFinished), "unfinished");
  const writer = spawn(process.execPath, ["-e", fillsFolder, join(folder, "base")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(writer, "exit");
  await once(writer.stdout, "data");
  await removeUnfinished(folder);
  await ended;
  expect(existsSync(folder)).toBe(false);
});

test("a folder that is not there is none to remove", async () => {
  await expect(removeUnfinished(join(folderUntil(onTestFinished), "unfinished"))).resolves.toBeUndefined();
});
