import { randomBytes } from "node:crypto";
import type { Dirent } from "node:fs";
import type pg from "pg";
import type { Folder } from "../../data-folder/folder.ts";
import { codeOf } from "../../errors.ts";
import type { ConnectionSettings } from "../port.ts";
import { EmbeddedClient } from "./client.ts";

/** Receives a copy of a cluster. Paths are relative to the cluster's folder, with slashes; "" is the folder itself. */
export interface ClusterCopy {
  makeFolder(path: string): void;
  /** The file may disappear while it is copied. */
  copyFile(path: string): Promise<void>;
  writeFile(path: string, text: string): void;
}

/**
 * Files that PostgreSQL creates at a start, or must not find there
 * (https://www.postgresql.org/docs/17/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA).
 */
const LEFT_OUT_FILES = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|.*\/pg_internal\.init)$/;
const EMPTIED_FOLDERS = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const TEMPORARY = /(^|\/)pgsql_tmp/;
/** Copied last, so that an interrupted copy is not taken for a cluster. */
const LAST = "global/pg_control";

/**
 * Copies the cluster of a running server, consistent as of the end of the copy: its files, the WAL that they need, and
 * the label from which a server started on the copy recovers.
 * @throws Error of the server or of the copy
 */
export async function copyCluster(
  { connectionString }: ConnectionSettings,
  cluster: Folder,
  copy: ClusterCopy,
): Promise<void> {
  const session = new EmbeddedClient({ connectionString });
  // The next query fails with this error.
  session.on("error", () => undefined);
  await session.connect();
  try {
    // Holds the WAL back until the session ends.
    const slot = `airlog_backup_${randomBytes(6).toString("hex")}`;
    await session.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    const first = await walFile(session, "select pg_walfile_name(pg_backup_start('airlog', fast => true)) as name");
    for await (const path of filesOf(cluster, "", copy)) if (path !== LAST) await copy.copyFile(path);
    await copy.copyFile(LAST);
    const { rows } = await session.query(
      "select pg_walfile_name(lsn) as name, labelfile from pg_backup_stop(wait_for_archive => false)",
    );
    // The statement always has one row.
    const { name: last, labelfile } = rows[0] as { name: string; labelfile: string };
    copy.writeFile("backup_label", labelfile);
    for (const name of entriesIn(cluster, "pg_wal")
      .map(({ name }) => name)
      .sort()) {
      if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) await copy.copyFile(`pg_wal/${name}`);
    }
  } finally {
    await session.end();
  }
}

async function walFile(session: pg.Client, text: string): Promise<string> {
  const { rows } = await session.query<{ name: string }>(text);
  return rows[0]?.name ?? "";
}

/** The paths of the files in a folder of the cluster. Makes the folder, and those in it. */
async function* filesOf(cluster: Folder, folder: string, copy: ClusterCopy): AsyncGenerator<string> {
  copy.makeFolder(folder);
  for (const entry of entriesIn(cluster, folder)) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (TEMPORARY.test(path)) continue;
    if (entry.isDirectory()) {
      if (EMPTIED_FOLDERS.test(path)) copy.makeFolder(path);
      else yield* filesOf(cluster, path, copy);
    } else if (entry.isFile() && !LEFT_OUT_FILES.test(path)) yield path;
  }
}

/** The entries of a folder of the cluster, which may have disappeared. */
function entriesIn(cluster: Folder, path: string): Dirent[] {
  try {
    using folder = cluster.descend(path);
    return folder.entries();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
