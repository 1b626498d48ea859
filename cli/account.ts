import { text } from "node:stream/consumers";
import { pino } from "pino";
import { type Config, readConfig } from "../platform/config.ts";
import { isServed } from "../platform/database/embedded/served-folder.ts";
import { openDatabase } from "../platform/database/open.ts";
import { reasonOf } from "../platform/lifecycle/process.ts";
import { openAccounts } from "../services/command/access/accounts.ts";
import { carryOut, type Terminal } from "./account/carry-out.ts";
import { type AccountRequest, readRequest, USAGE, WrongUse } from "./account/request.ts";

const terminal: Terminal = {
  input: () => text(process.stdin),
  result: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
};

process.exitCode = await run(process.argv.slice(2));

/** 0 done, 1 failed, 2 wrong use. */
async function run(argv: readonly string[]): Promise<number> {
  let request: AccountRequest;
  try {
    request = readRequest(argv);
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    return 2;
  }
  if (request.action === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    return (await withAccounts(request)) ? 0 : 1;
  } catch (error) {
    terminal.say(reasonOf(error));
    return 1;
  }
}

async function withAccounts(request: AccountRequest): Promise<boolean> {
  const config = readConfig(process.env);
  terminal.say(whereabouts(config));
  const logger = pino({ level: "error" }, pino.destination({ dest: 2, sync: true }));
  const database = await openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder, logger });
  try {
    return await carryOut(request, await openAccounts(database), terminal);
  } finally {
    await database.close();
  }
}

function whereabouts({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl !== undefined) return "Accounts in the PostgreSQL database of DATABASE_URL.";
  return `Accounts in ${dataFolder}; the system ${isServed(dataFolder) ? "runs" : "is stopped"}.`;
}
