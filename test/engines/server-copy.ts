import { execFile } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectDatabase } from "../../platform/database/connect.ts";
import { blocksOf, readPage } from "../documents/page.ts";
import { silent } from "../postgres.ts";
import type { Machines } from "./machines.ts";

const PAGE = "docs/distributed.md";

/**
 * Copies the running PostgreSQL of the machines by the commands of docs/distributed.md that need no `pg_basebackup`. The new
 * folder `into` becomes the data folder of another server.
 */
export async function copyServer({ dataFolder, server }: Machines, into: string): Promise<void> {
  const cluster = join(dataFolder, "postgres");
  const url = new URL(server.connection.connectionString);
  const database = connectDatabase(server.connection, { logger: silent, poolSize: 1 });
  try {
    await database.query("create role postgres superuser login password 'of the operator'");
  } finally {
    await database.close();
  }
  const commands = blocksOf(PAGE, readPage(PAGE)).find((block) => block.commands.includes("pg_backup_start"))?.commands;
  if (commands === undefined) throw new Error(`${PAGE} has no commands for a copy of the server`);
  mkdirSync(into);
  await promisify(execFile)("bash", ["-ec", commands.replace(/^cluster=\S+/, `cluster=${cluster}`)], {
    cwd: into,
    env: { PATH: process.env["PATH"], PGHOST: url.hostname, PGPORT: url.port, PGPASSWORD: "of the operator" },
  });
  const copy = join(into, "postgres");
  renameSync(join(into, "monday"), copy);
  await promisify(execFile)("chown", ["-R", `--reference=${cluster}`, copy]);
  // The embedded server keeps its password there.
  await copyFile(join(dataFolder, "postgres.url"), join(into, "postgres.url"));
}
