import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Folder, Owner } from "../../platform/data-folder/folder.ts";
import type { Manifest } from "./folder.ts";

const PIECE_BYTES = 1024 * 1024;

/**
 * Copies a backup's files into a folder inside the data folder. PostgreSQL's files are given to the server's user there, if
 * that is another one. `onRead` gets the bytes of each file.
 */
export async function copyBack(
  backup: string,
  { folders, files }: Manifest,
  target: Folder,
  serverOwner: Owner | undefined,
  onRead: (bytes: number) => void,
): Promise<void> {
  for (const path of folders) {
    using above = target.descend(dirname(path));
    using made = above.makeFolder(basename(path), 0o700);
    if (serverOwner && path === "postgres") made.giveTo(serverOwner);
  }
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (const { path, bytes } of files) {
    using folder = target.descend(dirname(path));
    const from = openSync(join(backup, path), "r");
    try {
      const to = folder.openFile(basename(path), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
      try {
        await copy(from, to, piece);
      } finally {
        closeSync(to);
      }
    } finally {
      closeSync(from);
    }
    onRead(bytes);
  }
}

/** For thousands of small files this is faster than streams. Signals are handled between pieces. */
async function copy(from: number, to: number, piece: Buffer): Promise<void> {
  for (let length = readSync(from, piece); length > 0; length = readSync(from, piece)) {
    for (let at = 0; at < length; ) at += writeSync(to, piece, at, length - at);
    await setImmediate();
  }
}
