import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { SERVICES } from "../../platform/config.ts";
import { RESTORING } from "../../platform/database/embedded/cluster.ts";
import { leaveToOwnerOfFolder } from "../../platform/database/embedded/ownership.ts";
import { removeUnfinished } from "../../platform/database/embedded/remove-unfinished.ts";
import { claimServices } from "../../platform/database/embedded/served-folder.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { BadFile } from "../bad-file.ts";
import { MADE_BY_OTHERS } from "../made-by-others.ts";
import { copyBack } from "./copy-back.ts";
import { readManifest, verifyBackup } from "./folder.ts";
import { renewLog } from "./renew-log.ts";

/** What moves from there first. PostgreSQL's own folder follows: without it the data folder holds no data. */
const MOVED_FIRST = ["signing-key.pem", "postgres.url"];

/**
 * Makes a data folder from a backup: it holds data only once all is done. Returns when the backup was made. `onProgress` is told
 * the bytes that were read so far, first to check them and then to copy them, and their share of both.
 * @throws BadFile when the data folder is not empty, or the backup is not whole; FolderServed while a system or another restore
 * runs on the data folder
 */
export async function restoreInto(
  given: string,
  backup: string,
  logger: Logger,
  onProgress?: (bytes: number, share: number) => void,
): Promise<string> {
  const manifest = await readManifest(backup);
  await mkdir(given, { recursive: true });
  const dataFolder = await realpath(given);
  if (!(await isFree(dataFolder))) throw new BadFile(`${given} is not empty`);
  const all = 2 * manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  const onRead = (bytes: number) => {
    read += bytes;
    onProgress?.(read, read / all);
  };
  // No system starts here meanwhile.
  const release = await claimServices(dataFolder, SERVICES);
  try {
    if (!(await isFree(dataFolder))) throw new BadFile(`${given} is not empty any more`);
    const workshop = await makeWorkshop(dataFolder, () => verifyBackup(backup, manifest, onRead));
    await copyBack(backup, manifest, workshop, dataFolder, onRead);
    await renewLogIn(workshop, logger);
    await moveOut(workshop, dataFolder);
  } finally {
    release();
  }
  return manifest.createdAt;
}

/** Nothing begins in the data folder while it holds the workshop, which is removed where the backup is not whole. */
async function makeWorkshop(dataFolder: string, verify: () => Promise<void>): Promise<string> {
  const workshop = join(dataFolder, RESTORING);
  // What a restore that was cut off has moved out; without the workshop a system would take it for its own.
  if (existsSync(workshop)) for (const name of MOVED_FIRST) await rm(join(dataFolder, name), { force: true });
  await removeUnfinished(workshop);
  await mkdir(workshop);
  leaveToOwnerOfFolder(workshop);
  try {
    await verify();
  } catch (error) {
    await rm(workshop, { recursive: true });
    throw error;
  }
  return workshop;
}

async function renewLogIn(workshop: string, logger: Logger): Promise<void> {
  const database = await openDatabase({ dataFolder: workshop, logger });
  try {
    await renewLog(database);
  } finally {
    await database.close();
  }
}

async function moveOut(workshop: string, dataFolder: string): Promise<void> {
  for (const name of MOVED_FIRST) {
    if (!existsSync(join(workshop, name))) continue;
    await rename(join(workshop, name), join(dataFolder, name));
    leaveToOwnerOfFolder(join(dataFolder, name));
  }
  await rename(join(workshop, "postgres"), join(dataFolder, "postgres"));
  await rm(workshop, { recursive: true });
}

/** Whether the folder holds nothing but what others make, and what a restore that was cut off has left, which is made anew. */
async function isFree(dataFolder: string): Promise<boolean> {
  const names = await readdir(dataFolder);
  const left = names.includes(RESTORING) ? [RESTORING, ...MOVED_FIRST] : [];
  return names.every((name) => name === "processes" || MADE_BY_OTHERS.has(name) || left.includes(name));
}
