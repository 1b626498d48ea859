import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { z } from "zod";
import { exportLog } from "../services/command/transfer/export-log.ts";
import { runCommand, WrongUse } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";
import { events, progressLines } from "./progress-lines.ts";

const USAGE = `usage: npm run export -- FILE [--until TIME]

Writes the log as it stands to a file, one JSON object a line: the events, oldest first, then the accounts and the last
id of each sequence; the last line counts and hashes the others. "npm run import" reads it. Works while the system runs
and while it is stopped.

  FILE           .gz at its end packs it; - is stdout (npm run --silent). The file holds the hashes of passwords: keep it safe
  --until TIME   ends before the first event that was decided after this time, such as 2026-06-21T12:00:00Z

Exit: 0 done, 1 failed, 2 wrong use.
`;

interface Request {
  readonly file: string;
  readonly until: Date | undefined;
}

const Time = z.iso.datetime({ offset: true });

process.exitCode = await runCommand(USAGE, readRequest, (request) =>
  withEngines((engines) => carryOut(request, engines)),
);

function readRequest(argv: readonly string[]): Request | undefined {
  const options = { until: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WrongUse("one file is needed, or - for stdout");
  if (values.until !== undefined && !Time.safeParse(values.until).success)
    throw new WrongUse(`--until needs a time such as 2026-06-21T12:00:00Z, not ${values.until}`);
  return { file, until: values.until === undefined ? undefined : new Date(values.until) };
}

async function carryOut({ file, until }: Request, engines: Engines): Promise<boolean> {
  const progress = progressLines("exported", events);
  const lines = Readable.from(exportLog(engines, { until, onProgress: progress.show }), {
    objectMode: true,
    highWaterMark: 1,
  });
  if (file === "-") await pipeline(lines, process.stdout, { end: false });
  else await intoFile(lines, file);
  progress.end();
  return true;
}

/** The file has its name only once it is whole. */
async function intoFile(lines: Readable, file: string): Promise<void> {
  const part = `${file}.part`;
  const target = createWriteStream(part, { mode: 0o600, flush: true });
  try {
    await (file.endsWith(".gz") ? pipeline(lines, createGzip({ level: 3 }), target) : pipeline(lines, target));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
