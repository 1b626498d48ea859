import { constants } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Folder } from "../../platform/data-folder/folder.ts";
import { folderIfThere, openFolder } from "../../platform/data-folder/open.ts";
import { copyCluster } from "../../platform/database/embedded/base-backup.ts";
import type { ConnectionSettings } from "../../platform/database/port.ts";
import { BadFile } from "../bad-file.ts";
import { BackupFolder } from "./folder.ts";

/** What is backed up of a data folder whose PostgreSQL runs. */
export interface BackedUp {
  readonly dataFolder: string;
  readonly connection: ConnectionSettings;
  readonly signingKeyFile: string;
}

/**
 * Copies the cluster, its password and the signing key into a folder that is absent or empty. `onProgress` gets the number
 * of bytes copied so far.
 * @throws BadFile when the folder can't be the backup's
 */
export async function backUp(
  { dataFolder, connection, signingKeyFile }: BackedUp,
  target: string,
  onProgress?: (bytes: number) => void,
): Promise<void> {
  if (`${resolve(target)}/`.startsWith(`${resolve(dataFolder, "postgres")}/`)) {
    throw new BadFile(`${target} lies in what is copied: name another folder`);
  }
  using folder = openFolder(dataFolder);
  using cluster = folder.folder("postgres");
  using backup = new BackupFolder(target, folder.owner, onProgress);
  await copyCluster(connection, cluster, {
    makeFolder: (path) => backup.makeFolder(join("postgres", path)),
    copyFile: (path) => backup.copy(() => openAt(cluster, path), `postgres/${path}`),
    writeFile: (path, text) => backup.write(`postgres/${path}`, text),
  });
  await backup.copy(() => folder.openFile("postgres.url", constants.O_RDONLY), "postgres.url");
  using keys = folderIfThere(dirname(signingKeyFile));
  if (keys) await backup.copy(() => keys.openFile(basename(signingKeyFile), constants.O_RDONLY), "signing-key.pem");
  backup.close(new Date());
}

function openAt(cluster: Folder, path: string): number {
  using folder = cluster.descend(dirname(path));
  return folder.openFile(basename(path), constants.O_RDONLY);
}
