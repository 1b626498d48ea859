import { join } from "node:path";
import type { Logger } from "pino";
import { SERVICES } from "../../platform/config.ts";
import { explained } from "../../platform/data-folder/failure.ts";
import type { Folder } from "../../platform/data-folder/folder.ts";
import { makeDataFolder, openFolder } from "../../platform/data-folder/open.ts";
import { RESTORING } from "../../platform/database/embedded/cluster.ts";
import { holdsOnly, removeUnfinished } from "../../platform/database/embedded/remove-unfinished.ts";
import { claimServices } from "../../platform/database/embedded/served-folder.ts";
import { chooseServerUser } from "../../platform/database/embedded/server-user.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { BadFile } from "../bad-file.ts";
import { MADE_BY_OTHERS } from "../made-by-others.ts";
import { copyBack } from "./copy-back.ts";
import { type Manifest, readBackedUp, readManifest } from "./folder.ts";
import { renewLog } from "./renew-log.ts";

/** Files that a restore of this or an earlier release makes in its workshop. */
const IN_WORKSHOP = /^(signing-key\.pem|processes|postgres(\.url(\.new)?|\.log(\.old)?)?|\.postgres\.url\.\d+)$/;

/** Files that move from there first. PostgreSQL's own folder follows: without it the data folder holds no data. */
const MOVED_FIRST = ["signing-key.pem", "postgres.url"];

/**
 * Makes a data folder from a backup: it holds data only once all is done. Returns when the backup was made. `onProgress`
 * gets the bytes that were read so far, first to check them and then to copy them, and their share of both.
 * @throws BadFile when the data folder is not empty, or the backup is not whole; FolderServed while a system or another
 * restore runs on the data folder
 */
export async function restoreInto(
  given: string,
  from: string,
  logger: Logger,
  onProgress?: (bytes: number, share: number) => void,
): Promise<string> {
  using backup = openFolder(from);
  const manifest = readManifest(backup);
  using folder = freeFolder(given);
  const all = 2 * manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  const onRead = (bytes: number) => {
    read += bytes;
    onProgress?.(read, read / all);
  };
  // No system starts here meanwhile.
  const release = await claimServices(folder.path, SERVICES);
  try {
    if (!isFree(folder)) throw new BadFile(`${given} is not empty any more`);
    using workshop = await makeWorkshop(folder, () => verify(backup, manifest, onRead));
    const { owner } = chooseServerUser([], folder.path, join(folder.path, "postgres"));
    await copyBack(backup, manifest, workshop, owner, onRead).catch((error: unknown) => {
      throw explained(error, given);
    });
    await renewLogIn(workshop, logger);
    moveOut(workshop, folder);
  } finally {
    release();
  }
  return manifest.createdAt;
}

/** @throws BadFile when it is not empty, FolderUnusable when it can't be written */
function freeFolder(path: string): Folder {
  const folder = makeDataFolder(path);
  try {
    if (!isFree(folder)) throw new BadFile(`${path} is not empty`);
    folder.prove();
    return folder;
  } catch (error) {
    folder[Symbol.dispose]();
    throw explained(error, path);
  }
}

async function verify(backup: Folder, { files }: Manifest, onRead: (bytes: number) => void): Promise<void> {
  for (const entry of files) await readBackedUp(backup, entry, (piece) => onRead(piece.length));
}

/** No system begins in the data folder while it holds the workshop, which is removed if the backup is not whole. */
async function makeWorkshop(folder: Folder, verify: () => Promise<void>): Promise<Folder> {
  // An interrupted restore may have moved these out; without the workshop a system would take them for its own.
  if (folder.found(RESTORING)) for (const name of MOVED_FIRST) folder.remove(name);
  await removeUnfinished(folder, RESTORING, IN_WORKSHOP);
  const workshop = folder.makeFolder(RESTORING);
  try {
    await verify();
  } catch (error) {
    remove(workshop, folder);
    workshop[Symbol.dispose]();
    throw error;
  }
  return workshop;
}

async function renewLogIn({ path }: Folder, logger: Logger): Promise<void> {
  const database = await openDatabase({ dataFolder: path, logger });
  try {
    await renewLog(database);
  } finally {
    await database.close();
  }
}

function moveOut(workshop: Folder, folder: Folder): void {
  for (const name of MOVED_FIRST) if (workshop.found(name)) workshop.rename(name, name, folder);
  workshop.rename("postgres", "postgres", folder);
  remove(workshop, folder);
}

function remove(workshop: Folder, folder: Folder): void {
  workshop.clear();
  folder.removeEmpty(RESTORING);
}

/** Whether the folder holds only what other programs make and what an interrupted restore has left, which is replaced. */
function isFree(folder: Folder): boolean {
  const names = folder.names();
  const left = holdsOnly(folder, RESTORING, IN_WORKSHOP) ? [RESTORING, ...MOVED_FIRST] : [];
  return names.every((name) => name === "processes" || MADE_BY_OTHERS.has(name) || left.includes(name));
}
