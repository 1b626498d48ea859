import { parseArgs } from "node:util";
import { pino } from "pino";
import { readConfig } from "../platform/config.ts";
import { restoreInto } from "./backup/restore.ts";
import { runCommand, WrongUse } from "./command.ts";
import { mebibytes, progressLines } from "./progress-lines.ts";

const USAGE = `usage: npm run restore -- FOLDER [--into FOLDER]

Makes a data folder from what "npm run backup" has written, after it has compared every file with the backup's manifest. The
data folder must be absent or empty. The log gets a new id: positions that clients hold are unknown to it. Views are those
of the backup, and go on from there; the search index is made at the next start.

  --into FOLDER   the data folder; without it that of AIRLOG_DATA

Exit: 0 done, 1 failed, 2 wrong use.
`;

interface Request {
  readonly backup: string;
  readonly into: string | undefined;
}

process.exitCode = await runCommand(USAGE, readRequest, restore);

function readRequest(argv: readonly string[]): Request | undefined {
  const options = { into: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  const [backup, ...more] = positionals;
  if (backup === undefined || more.length > 0) throw new WrongUse("one folder is needed");
  return { backup, into: values.into };
}

async function restore({ backup, into }: Request): Promise<boolean> {
  const dataFolder = into ?? readConfig(process.env).dataFolder;
  process.stderr.write(`From ${backup} into the data folder ${dataFolder}\n`);
  const logger = pino({ level: "error" }, pino.destination({ dest: 2, sync: true }));
  const progress = progressLines("read", mebibytes);
  const time = await restoreInto(dataFolder, backup, logger, progress.show);
  progress.end();
  process.stdout.write(`${dataFolder} holds the system as of ${time}.\n`);
  return true;
}
