import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { folderUntil } from "../../../../test/folder.ts";
import { removeAbandonedFolders, SocketFolder } from "./socket-folder.ts";

let temporary: string;
beforeEach(() => {
  temporary = folderUntil(onTestFinished);
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
});

function made(): SocketFolder {
  const folder = SocketFolder.make();
  onTestFinished(() => folder.close());
  return folder;
}

/** A folder of an ended process. */
function abandoned(ending = "aBc123"): string {
  // The number of an ended process, which no other process gets while this one runs.
  const { pid } = spawnSync("true");
  const path = join(temporary, `airlog-search-${pid}-1-00000000-${ending}`);
  mkdirSync(path, { mode: 0o700 });
  return path;
}

test("a folder is private, and has a new name each time", () => {
  const [one, two] = [made(), made()];
  expect(one.path).not.toBe(two.path);
  expect(statSync(one.path).mode & 0o777).toBe(0o700);
});

test("a folder that others may enter, a link and a file are refused", () => {
  const { path } = made();
  const link = join(temporary, "link");
  symlinkSync(path, link);
  expect(() => new SocketFolder(link)).toThrow(/ENOTDIR|ELOOP/);
  const file = join(temporary, "file");
  writeFileSync(file, "");
  expect(() => new SocketFolder(file)).toThrow("ENOTDIR");
  chmodSync(path, 0o755);
  expect(() => new SocketFolder(path)).toThrow("lets other users in");
});

test.skipIf(process.getuid?.() !== 0)("another user's folder is refused", () => {
  const { path } = made();
  chownSync(path, 65_534, 65_534);
  expect(() => new SocketFolder(path)).toThrow("belongs to another user");
});

test("folders of ended processes are deleted, with their sockets", async () => {
  const path = abandoned();
  writeFileSync(join(path, "socket"), "");
  const { path: own } = made();
  await removeAbandonedFolders();
  expect(existsSync(path)).toBe(false);
  expect(existsSync(own)).toBe(true);
});

test("nothing else is deleted: other names, other content, links, folders that others may enter, used sockets", async () => {
  const target = join(temporary, "target");
  mkdirSync(target, { mode: 0o700 });
  writeFileSync(join(target, "socket"), "kept");
  symlinkSync(target, abandoned("link00").replace("link00", "link01"));
  const open = abandoned("open00");
  chmodSync(open, 0o777);
  writeFileSync(join(open, "socket"), "kept");
  const filled = abandoned("fill00");
  writeFileSync(join(filled, "notes"), "kept");
  mkdirSync(join(temporary, "airlog-search-notes"));
  const listening = abandoned("used00");
  const server = createServer().listen(join(listening, "socket"));
  onTestFinished(() => void server.close());
  await removeAbandonedFolders();
  expect(readdirSync(target)).toEqual(["socket"]);
  expect(readdirSync(open)).toEqual(["socket"]);
  expect(readdirSync(filled)).toEqual(["notes"]);
  expect(readdirSync(listening)).toEqual(["socket"]);
  expect(existsSync(join(temporary, "airlog-search-notes"))).toBe(true);
});
