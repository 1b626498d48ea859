import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../test/folder.ts";
import { writeNewFile } from "./new-file.ts";

const TAKEN = /is there already: name another file, or replace it with --force/;

const write = (file: string, text: string, mayReplace = false) =>
  writeNewFile(file, mayReplace, (target) => pipeline(Readable.from([text]), target));

test("a file is made for its owner alone, with nothing beside it", async () => {
  const folder = folderUntil(onTestFinished);
  await write(join(folder, "log"), "new");
  expect(readFileSync(join(folder, "log"), "utf8")).toBe("new");
  expect(statSync(join(folder, "log")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["log"]);
});

test("a file that is there stays, unless it may be replaced", async () => {
  const folder = folderUntil(onTestFinished);
  const file = join(folder, "log");
  writeFileSync(file, "old");
  await expect(write(file, "new")).rejects.toThrow(TAKEN);
  expect(readFileSync(file, "utf8")).toBe("old");
  await write(file, "new", true);
  expect(readFileSync(file, "utf8")).toBe("new");
  expect(readdirSync(folder)).toEqual(["log"]);
});

test("a file that another program makes meanwhile stays", async () => {
  const folder = folderUntil(onTestFinished);
  const file = join(folder, "log");
  const work = writeNewFile(file, false, async (target) => {
    await pipeline(Readable.from(["mine"]), target);
    writeFileSync(file, "another's");
  });
  await expect(work).rejects.toThrow(TAKEN);
  expect(readFileSync(file, "utf8")).toBe("another's");
  expect(readdirSync(folder)).toEqual(["log"]);
});

test("one of two concurrent writers of a file writes it, whole", async () => {
  const folder = folderUntil(onTestFinished);
  const file = join(folder, "log");
  const done = await Promise.allSettled([write(file, "a".repeat(1e6)), write(file, "b".repeat(1e6))]);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(readFileSync(file, "utf8")).toMatch(/^(a{1000000}|b{1000000})$/);
  expect(readdirSync(folder)).toEqual(["log"]);
});

test("the target of a link is never written, whether it exists or not", async () => {
  const folder = folderUntil(onTestFinished);
  const other = join(folder, "other");
  writeFileSync(other, "old");
  for (const [name, target] of [
    ["link", other],
    ["dangling", join(folder, "absent")],
  ] as const) {
    const link = join(folder, name);
    symlinkSync(target, link);
    await expect(write(link, "new")).rejects.toThrow(TAKEN);
    expect(readlinkSync(link)).toBe(target);
    await write(link, "new", true);
    expect(readFileSync(link, "utf8")).toBe("new");
  }
  expect(readFileSync(other, "utf8")).toBe("old");
  expect(readdirSync(folder).sort()).toEqual(["dangling", "link", "other"]);
});

test("a folder, a pipe and a link to a device are no files to replace", async () => {
  const folder = folderUntil(onTestFinished);
  const [inside, pipe, device] = [join(folder, "folder"), join(folder, "pipe"), join(folder, "null")];
  mkdirSync(inside);
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  symlinkSync("/dev/null", device);
  for (const file of [inside, pipe, device]) {
    await expect(write(file, "new")).rejects.toThrow(TAKEN);
    await expect(write(file, "new", true)).rejects.toThrow(/is not a file; - is stdout/);
  }
  expect(readdirSync(folder).sort()).toEqual(["folder", "null", "pipe"]);
});

test.each([false, true])("a write that was cut off leaves nothing new (replacing: %s)", async (mayReplace) => {
  const folder = folderUntil(onTestFinished);
  const file = join(folder, "log");
  if (mayReplace) writeFileSync(file, "old");
  const work = writeNewFile(file, mayReplace, (target) =>
    pipeline(async function* () {
      yield "half";
      throw new Error("the engine is gone");
    }, target),
  );
  await expect(work).rejects.toThrow("the engine is gone");
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(
    mayReplace ? ["old"] : [],
  );
});

test("a missing folder is named", async () => {
  await expect(write(join(folderUntil(onTestFinished), "absent", "log"), "new")).rejects.toThrow(/ENOENT.*absent/);
});
