import { LOGIN_BYTES } from "../contracts/access.ts";
import { MAX_PASSWORD_BYTES } from "../contracts/password.ts";
import { type Config, readConfig } from "../platform/config.ts";
import { isServed } from "../platform/database/embedded/served-folder.ts";
import { openDatabase } from "../platform/database/open.ts";
import { failureLog } from "../platform/log.ts";
import { openAccounts } from "../services/command/accounts/accounts.ts";
import { carryOut, type Terminal } from "./account/carry-out.ts";
import { type AccountRequest, declareActions } from "./account/request.ts";
import { CommandFailed, type Declare, runCommand } from "./command.ts";
import { requireData } from "./engines.ts";
import { operatorName } from "./operator.ts";

const terminal: Terminal = {
  input: allOfStdin,
  result: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
};

export const declare: Declare = (command) =>
  declareActions(command, (request) => runCommand(() => withAccounts(request)));

async function withAccounts(request: AccountRequest): Promise<boolean> {
  const config = readConfig(process.env);
  terminal.say(whereabouts(config));
  const logger = await failureLog(config.logFormat);
  requireData(config);
  const database = await openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder, logger });
  try {
    return await carryOut(request, await openAccounts(database, operatorName()), terminal);
  } finally {
    await database.close();
  }
}

/** @throws CommandFailed for more than a login can hold, whatever the encoding */
async function allOfStdin(): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of process.stdin) {
    bytes += piece.length;
    if (bytes > LOGIN_BYTES) throw new CommandFailed(`The password must have at most ${MAX_PASSWORD_BYTES} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function whereabouts({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl !== undefined) return "Accounts in the PostgreSQL database of DATABASE_URL.";
  return `Accounts in ${dataFolder}; the system ${isServed(dataFolder) ? "runs" : "is stopped"}.`;
}
