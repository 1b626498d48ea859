import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../platform/config.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { backUp } from "./backup/back-up.ts";
import { isEmpty } from "./backup/folder.ts";
import { BadFile } from "./bad-file.ts";
import { runCommand, WrongUse } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";
import { mebibytes, progressLines } from "./progress-lines.ts";

const USAGE = `usage: npm run backup -- FOLDER

Copies the embedded PostgreSQL of AIRLOG_DATA, with the log, the accounts and the views, and the signing key into a folder
that is absent or empty. Works while the system runs and while it is stopped: the copy is that of one moment. "npm run
restore" reads it.

The folder holds passwords' hashes and keys: keep it safe. It is a backup once it has its manifest.json.

Exit: 0 done, 1 failed, 2 wrong use.
`;

process.exitCode = await runCommand(USAGE, readFolder, async (folder) => {
  const { databaseUrl } = readConfig(process.env);
  if (databaseUrl !== undefined) {
    throw new StartFailure("DATABASE_URL names a PostgreSQL of your own: docs/distributed.md says how to back it up.");
  }
  return withEngines((engines) => carryOut(engines, folder), { check: () => requireEmpty(folder) });
});

async function requireEmpty(folder: string): Promise<void> {
  if (!(await isEmpty(folder))) throw new BadFile(`${folder} is not empty`);
}

function readFolder(argv: readonly string[]): string | undefined {
  const options = { help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new WrongUse("one folder is needed");
  return folder;
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
