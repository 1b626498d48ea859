import { chownSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { chooseServerUser } from "../../platform/database/embedded/server-user.ts";
import type { Manifest } from "./folder.ts";

/** Files that belong to the server's user; the others belong to the owner of the data folder. */
const CLUSTER = "postgres";

/**
 * Copies a backup's files into a data folder. PostgreSQL's folder gets its name last: a data folder that was cut off holds
 * no data, and is not started by mistake.
 */
export async function copyBack(backup: string, { folders, files }: Manifest, dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const draft = join(dataFolder, `${CLUSTER}.restored`);
  await rm(draft, { recursive: true, force: true });
  const { owner } = chooseServerUser([], dataFolder, join(dataFolder, CLUSTER));
  const own = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid);
  };
  const targetOf = (path: string) =>
    path === CLUSTER || path.startsWith(`${CLUSTER}/`)
      ? `${draft}${path.slice(CLUSTER.length)}`
      : join(dataFolder, path);
  for (const folder of folders) {
    await mkdir(targetOf(folder), { recursive: true, mode: 0o700 });
    own(targetOf(folder));
  }
  for (const { path } of files) {
    await copyFile(join(backup, path), targetOf(path));
    if (path.startsWith(`${CLUSTER}/`)) own(targetOf(path));
  }
  await rename(draft, join(dataFolder, CLUSTER));
}
