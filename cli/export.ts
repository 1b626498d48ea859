import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { z } from "zod";
import { exportLog } from "../services/command/transfer/export-log.ts";
import { runCommand, WrongUse } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";
import { requireFree, writeNewFile } from "./new-file.ts";
import { events, progressLines } from "./progress-lines.ts";

const USAGE = `usage: npm run export -- FILE [--until TIME] [--force]

Writes the log as it stands to a file, one JSON object a line: the events, oldest first, then the accounts and the last
id of each sequence; the last line counts and hashes the others. "npm run import" reads it. Works while the system runs
and while it is stopped.

  FILE           .gz at its end packs it; - is stdout (npm run --silent). The file holds the hashes of passwords: keep it safe
  --until TIME   ends before the first event that was decided after this time, such as 2026-06-21T12:00:00Z
  --force        replaces FILE where it is there already, once the new one is whole

Exit: 0 done, 1 failed, 2 wrong use.
`;

interface Request {
  readonly file: string;
  readonly until: Date | undefined;
  readonly mayReplace: boolean;
}

const Time = z.iso.datetime({ offset: true });

process.exitCode = await runCommand(USAGE, readRequest, (request) =>
  withEngines((engines) => carryOut(request, engines), { check: () => check(request) }),
);

function readRequest(argv: readonly string[]): Request | undefined {
  const options = {
    until: { type: "string" },
    force: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new WrongUse("one file is needed, or - for stdout");
  if (values.until !== undefined && !Time.safeParse(values.until).success)
    throw new WrongUse(`--until needs a time such as 2026-06-21T12:00:00Z, not ${values.until}`);
  const until = values.until === undefined ? undefined : new Date(values.until);
  return { file, until, mayReplace: values.force === true };
}

/** Before the log is read. */
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
