import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../platform/config.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { backUp } from "./backup/back-up.ts";
import { isEmpty } from "./backup/folder.ts";
import { BadFile } from "./bad-file.ts";
import { type Declare, runCommand } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";
import { mebibytes, progressLines } from "./progress-lines.ts";

const DESCRIPTION = `Copies the embedded PostgreSQL of AIRLOG_DATA, with the log, the accounts and the views, \
and the signing key into a folder that is absent or empty. Works while the system runs and while it is stopped: \
the copy shows one moment. "airlog restore" reads it.

The folder holds passwords' hashes and keys: keep it safe. It is a backup once it has its manifest.json.`;

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .argument("<FOLDER>", "the folder to make")
    .action((folder) => runCommand(() => backUpInto(folder)));
};

async function backUpInto(folder: string): Promise<boolean> {
  const { databaseUrl } = readConfig(process.env);
  if (databaseUrl !== undefined) {
    throw new StartFailure("DATABASE_URL names a PostgreSQL of your own: docs/distributed.md says how to back it up.");
  }
  return withEngines((engines) => carryOut(engines, folder), { check: () => requireEmpty(folder) });
}

async function requireEmpty(folder: string): Promise<void> {
  if (!(await isEmpty(folder))) throw new BadFile(`${folder} is not empty`);
}

async function carryOut({ config, database }: Engines, folder: string): Promise<boolean> {
  const { dataFolder, signingKeyFile = join(dataFolder, "signing-key.pem"), eventStoreUrl } = config;
  if (!existsSync(signingKeyFile)) tellOfMissingKey(config);
  const [cluster] = await database.query<{ bytes: number }>(
    "select sum(pg_database_size(oid))::float8 as bytes from pg_database",
  );
  const progress = progressLines("copied", mebibytes);
  await backUp({ dataFolder, connection: database.connection, signingKeyFile }, folder, (bytes) =>
    progress.show(bytes, cluster && Math.min(1, bytes / cluster.bytes)),
  );
  progress.end();
  if (eventStoreUrl !== undefined) process.stderr.write("The log is in EventStoreDB: back it up now, after this.\n");
  process.stdout.write(`${folder} holds the backup.\n`);
  return true;
}

/** @throws StartFailure where the operator has named the file */
function tellOfMissingKey({ signingKeyFile }: Engines["config"]): void {
  if (signingKeyFile !== undefined) {
    throw new StartFailure(`AIRLOG_SIGNING_KEY_FILE names ${signingKeyFile}, which is not there.`);
  }
  process.stderr.write("No signing key is in the data folder: set AIRLOG_SIGNING_KEY_FILE where the system has one.\n");
}
