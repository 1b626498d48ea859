import { closeSync, constants, writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Folder, Owner } from "../../platform/data-folder/folder.ts";
import { type Manifest, readBackedUp } from "./folder.ts";

/**
 * Copies a backup's files into a folder inside the data folder. PostgreSQL's files are given to the server's user there, if
 * that is another one. `onRead` gets the bytes of each piece.
 * @throws BadFile when a file is another one than was copied
 */
export async function copyBack(
  backup: Folder,
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
  for (const entry of files) {
    using folder = target.descend(dirname(entry.path));
    const to = folder.openFile(basename(entry.path), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    try {
      await readBackedUp(backup, entry, (piece) => {
        for (let at = 0; at < piece.length; ) at += writeSync(to, piece, at);
        onRead(piece.length);
      });
    } finally {
      closeSync(to);
    }
  }
}
