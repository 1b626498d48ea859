import { existsSync } from "node:fs";
import { join } from "node:path";
import { copyCluster } from "../../platform/database/embedded/base-backup.ts";
import type { ConnectionSettings } from "../../platform/database/port.ts";
import { BackupFolder } from "./folder.ts";

/** What is backed up of a data folder whose PostgreSQL runs. */
export interface BackedUp {
  readonly dataFolder: string;
  readonly connection: ConnectionSettings;
  readonly signingKeyFile: string;
}

/**
 * Copies the cluster, its password and the signing key into a folder that is absent or empty. `onProgress` is told the bytes
 * that were copied so far.
 */
export async function backUp(
  { dataFolder, connection, signingKeyFile }: BackedUp,
  folder: string,
  onProgress?: (bytes: number) => void,
): Promise<void> {
  const cluster = join(dataFolder, "postgres");
  const backup = new BackupFolder(folder, onProgress);
  await copyCluster(connection, cluster, {
    makeFolder: (path) => backup.makeFolder(join("postgres", path)),
    copyFile: (path) => backup.copy(join(cluster, path), `postgres/${path}`),
    writeFile: (path, text) => backup.write(`postgres/${path}`, text),
  });
  await backup.copy(join(dataFolder, "postgres.url"), "postgres.url");
  if (existsSync(signingKeyFile)) await backup.copy(signingKeyFile, "signing-key.pem");
  await backup.close(new Date());
}
