import { chownSync } from "node:fs";
import { chmod, copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chooseServerUser } from "../../platform/database/embedded/server-user.ts";
import type { Manifest } from "./folder.ts";

/**
 * Copies a backup's files into a folder inside the data folder. Those of PostgreSQL belong to the server's user there.
 * `onRead` is told the bytes of each file.
 */
export async function copyBack(
  backup: string,
  { folders, files }: Manifest,
  target: string,
  dataFolder: string,
  onRead: (bytes: number) => void,
): Promise<void> {
  const { owner } = chooseServerUser([], dataFolder, join(dataFolder, "postgres"));
  const own = (path: string) => {
    const isServers = path === "postgres" || path.startsWith("postgres/");
    if (owner && isServers) chownSync(join(target, path), owner.uid, owner.gid);
  };
  for (const folder of folders) {
    await mkdir(join(target, folder), { recursive: true, mode: 0o700 });
    own(folder);
  }
  for (const { path, bytes } of files) {
    await copyFile(join(backup, path), join(target, path));
    // The backup may lie where files have no modes, or others.
    await chmod(join(target, path), 0o600);
    own(path);
    onRead(bytes);
  }
}
