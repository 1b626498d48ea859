import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { RESTORING } from "../../platform/database/embedded/cluster.ts";
import { leaveToOwnerOfFolder } from "../../platform/database/embedded/ownership.ts";
import { removeUnfinished } from "../../platform/database/embedded/remove-unfinished.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { BadFile } from "../bad-file.ts";
import { copyBack } from "./copy-back.ts";
import { readManifest, verifyBackup } from "./folder.ts";
import { renewLog } from "./renew-log.ts";

/** What moves from there, PostgreSQL's own folder last: without it the data folder holds no data. */
const RESTORED = ["signing-key.pem", "postgres.url", "postgres"];

/**
 * Makes a data folder from a backup: it holds data only once all is done. Returns when the backup was made. `onProgress` is told
 * the bytes that were read so far, first to check them and then to copy them, and their share of both.
 * @throws BadFile when the data folder is not empty, or the backup is not whole
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
  await verifyBackup(backup, manifest, onRead);
  const workshop = join(dataFolder, RESTORING);
  await removeUnfinished(workshop);
  await mkdir(workshop);
  leaveToOwnerOfFolder(workshop);
  await copyBack(backup, manifest, workshop, dataFolder, onRead);
  const database = await openDatabase({ dataFolder: workshop, logger });
  try {
    await renewLog(database);
  } finally {
    await database.close();
  }
  for (const name of RESTORED) {
    if (!existsSync(join(workshop, name))) continue;
    await rename(join(workshop, name), join(dataFolder, name));
    if (name !== "postgres") leaveToOwnerOfFolder(join(dataFolder, name));
  }
  await rm(workshop, { recursive: true });
  return manifest.createdAt;
}

/** Whether nothing is in the folder but what a restore that was cut off has left, which is made anew. */
async function isFree(dataFolder: string): Promise<boolean> {
  const names = await readdir(dataFolder);
  const left = names.includes(RESTORING) ? [RESTORING, ...RESTORED.filter((name) => name !== "postgres")] : [];
  return names.every((name) => left.includes(name));
}
