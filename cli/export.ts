import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { z } from "zod";
import { exportLog } from "../services/command/transfer/export-log.ts";
import { type Declare, runCommand } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";
import { requireFree, writeNewFile } from "./new-file.ts";
import { events, progressLines } from "./progress-lines.ts";

const DESCRIPTION = `Writes the log as it stands to a file, one JSON object a line: the events, oldest first, \
then the accounts and the last id of each sequence; the last line counts and hashes the others. "airlog import" \
reads it. Works while the system runs and while it is stopped.

The file holds the hashes of passwords: keep it safe.`;

interface Request {
  readonly file: string;
  readonly until: Date | undefined;
  readonly mayReplace: boolean;
}

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .argument("<FILE>", ".gz at its end packs it; - is stdout", named)
    .option("--until <TIME>", "end before the first event that was decided after it: 2026-06-21T12:00:00Z", time)
    .option("--force", "replace FILE where it is there already, once the new one is whole")
    .action((file, { until, force: mayReplace = false }) => {
      const request = { file, until, mayReplace };
      return runCommand(() => withEngines((engines) => carryOut(request, engines), { check: () => check(request) }));
    });
};

function named(file: string): string {
  if (file === "") throw new InvalidArgumentError("One file is needed, or - for stdout.");
  return file;
}

const Time = z.iso.datetime({ offset: true });

function time(text: string): Date {
  if (!Time.safeParse(text).success) throw new InvalidArgumentError("It needs a time such as 2026-06-21T12:00:00Z.");
  return new Date(text);
}

/** Runs before the log is read. */
async function check({ file, mayReplace }: Request): Promise<void> {
  if (file !== "-") await requireFree(file, mayReplace);
}

async function carryOut({ file, until, mayReplace }: Request, engines: Engines): Promise<boolean> {
  const progress = progressLines("exported", events);
  const lines = Readable.from(exportLog(engines, { until, onProgress: progress.show }), {
    objectMode: true,
    highWaterMark: 1,
  });
  if (file === "-") await pipeline(lines, process.stdout, { end: false });
  else await writeNewFile(file, mayReplace, (target) => packed(lines, file, target));
  progress.end();
  return true;
}

async function packed(lines: Readable, file: string, target: Writable): Promise<void> {
  if (file.endsWith(".gz")) await pipeline(lines, createGzip({ level: 3 }), target);
  else await pipeline(lines, target);
}
