import { realpath } from "node:fs/promises";
import type { Logger } from "pino";
import { openDatabase } from "../../platform/database/open.ts";
import { BadFile } from "../bad-file.ts";
import { copyBack } from "./copy-back.ts";
import { isEmpty, readManifest, verifyBackup } from "./folder.ts";
import { renewLog } from "./renew-log.ts";

/**
 * Makes a data folder from a backup. Returns when the backup was made.
 * @throws BadFile when the data folder is not empty, or the backup is not whole
 */
export async function restoreInto(dataFolder: string, backup: string, logger: Logger): Promise<string> {
  if (!(await isEmpty(dataFolder))) throw new BadFile(`${dataFolder} is not empty`);
  const manifest = await readManifest(backup);
  await verifyBackup(backup, manifest);
  await copyBack(backup, manifest, dataFolder);
  const database = await openDatabase({ dataFolder: await realpath(dataFolder), logger });
  try {
    await renewLog(database);
  } finally {
    await database.close();
  }
  return manifest.createdAt;
}
