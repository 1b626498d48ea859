import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { escaped } from "../contracts/printable.ts";
import { ImportRefused } from "../platform/event-store/port.ts";
import { isPackingError } from "../platform/http/body.ts";
import { keepOffset } from "../platform/lifecycle/network.ts";
import { removeBuildsOfOtherLogs } from "../platform/views/other-logs.ts";
import { checkLog, importLog, LogNotEmpty } from "../services/command/transfer/import-log.ts";
import { BadLine } from "../services/command/transfer/lines.ts";
import { BadFile } from "./bad-file.ts";
import { type Declare, runCommand } from "./command.ts";
import { counted } from "./counted.ts";
import { type Engines, withEngines } from "./engines.ts";
import { operatorName } from "./operator.ts";
import { events, progressLines } from "./progress-lines.ts";

const DESCRIPTION = `Stores a log that "airlog export" has written, with its accounts and sequences of ids, into \
an empty system with either kind of event store; makes the data folder if it is absent or empty. \
AIRLOG_UTC_OFFSET must be that of the exported system. An import that was interrupted continues when it \
is called again.

A file is read in full before anything is stored; stdin is not.`;

const CHANGED = `the file was edited, to remove a person's data for example: content hashes are computed again, and the count and the hash of \
the last line are not compared`;

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .argument("<FILE>", "unpacked where its name ends with .gz; - is stdin")
    .option("--changed", CHANGED)
    .action((file, { changed = false }) => runCommand(() => importFile({ file, isChanged: changed })));
};

interface Request {
  readonly file: string;
  readonly isChanged: boolean;
}

async function importFile(request: Request): Promise<boolean> {
  try {
    const options = { makesData: true, check: () => check(request) };
    return await withEngines((engines) => carryOut(request, engines), options);
  } catch (error) {
    const isRefused = error instanceof BadLine || error instanceof LogNotEmpty || error instanceof ImportRefused;
    // The message may quote the file.
    if (isRefused) throw new BadFile(error.message.split("\n").map(escaped).join("\n"), { cause: error });
    if (isPackingError(error))
      throw new BadFile(`${request.file} can't be unpacked: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Reads the file in full before anything is stored. */
async function check({ file, isChanged }: Request): Promise<void> {
  if (file === "-") return;
  const { bytes, share } = await openFile(file);
  const progress = progressLines("checked", events);
  await checkLog(bytes, isChanged, (count) => progress.show(count, share()));
  progress.end();
}

async function carryOut({ file, isChanged }: Request, engines: Engines): Promise<boolean> {
  await keepOffset(engines.database, engines.config.utcOffset);
  const { bytes, share } = await openFile(file);
  const progress = progressLines("imported", events);
  const done = await importLog(bytes, engines, {
    isChanged,
    actor: operatorName(),
    onProgress: (count) => progress.show(count, share()),
  });
  progress.end();
  await removeBuildsOfOtherLogs(engines.database, engines.eventStore.logId);
  // The counts include what an earlier run has stored.
  process.stdout.write(`All is stored: ${counted(done.events, "event")} and ${counted(done.accounts, "account")}.\n`);
  return true;
}

interface OpenedFile {
  readonly bytes: Readable;
  /** Share of the file that was read, 0 to 1; undefined for stdin. */
  readonly share: () => number | undefined;
}

async function openFile(file: string): Promise<OpenedFile> {
  if (file === "-") return { bytes: process.stdin, share: () => undefined };
  const { size } = await stat(file);
  const bytes = createReadStream(file, { highWaterMark: 1024 * 1024 });
  const share = () => bytes.bytesRead / size;
  if (!file.endsWith(".gz")) return { bytes, share };
  const unpacked = createGunzip();
  return { bytes: bytes.once("error", (error) => unpacked.destroy(error)).pipe(unpacked), share };
}
