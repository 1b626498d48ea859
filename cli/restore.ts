import { readConfig } from "../platform/config.ts";
import { openDatabase } from "../platform/database/open.ts";
import { failureLog } from "../platform/log.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { renewRestored } from "./backup/renew-log.ts";
import { restoreInto } from "./backup/restore.ts";
import { type Declare, runCommand } from "./command.ts";
import { mebibytes, progressLines } from "./progress-lines.ts";

const DESCRIPTION = `Makes a data folder from what "airlog backup" has written, after it has compared every file \
with the backup's manifest. The data folder must be absent or empty. The log gets a new id: positions that \
clients hold are unknown to it. Views continue from their state in the backup; the search index is made at \
the next start.`;

const RENEW = `only give the log in the PostgreSQL of DATABASE_URL a new id, after PostgreSQL's own tools have restored it and before \
any process is started on it: topics in Kafka and indexes of the old id, which may hold later writes than the backup, \
are not used any more`;

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .argument("[FOLDER]", "the backup")
    .option("--into <FOLDER>", "the data folder; without it that of AIRLOG_DATA")
    .option("--renew", RENEW)
    .action((backup, { into, renew: isRenewal }, self) => {
      if (isRenewal) {
        if (backup !== undefined || into !== undefined) return self.error("error: --renew takes no folder");
        return runCommand(renew);
      }
      if (backup === undefined) return self.error("error: one folder is needed, or --renew");
      return runCommand(() => restore(backup, into));
    });
};

async function restore(backup: string, into: string | undefined): Promise<boolean> {
  const config = readConfig(process.env);
  const dataFolder = into ?? config.dataFolder;
  process.stderr.write(`From ${backup} into the data folder ${dataFolder}\n`);
  const logger = await failureLog(config.logFormat);
  const progress = progressLines("read", mebibytes);
  const time = await restoreInto(dataFolder, backup, logger, progress.show);
  progress.end();
  process.stdout.write(`${dataFolder} holds the system as of ${time}.\n`);
  return true;
}

async function renew(): Promise<boolean> {
  const { dataFolder, databaseUrl, eventStoreUrl, logFormat } = readConfig(process.env);
  if (databaseUrl === undefined) throw new StartFailure("Set DATABASE_URL to the PostgreSQL that was restored.");
  if (eventStoreUrl !== undefined) {
    throw new StartFailure(
      "EventStoreDB keeps this log and its id: docs/distributed.md#restore says what to do instead.",
    );
  }
  process.stderr.write("On the PostgreSQL of DATABASE_URL\n");
  const database = await openDatabase({ url: databaseUrl, dataFolder, logger: await failureLog(logFormat) });
  try {
    await renewRestored(database);
  } finally {
    await database.close();
  }
  process.stdout.write("The log has a new id.\n");
  return true;
}
