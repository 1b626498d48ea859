import { parseArgs } from "node:util";
import { VIEWS, type ViewName } from "../contracts/views.ts";
import { type ReplayProgress, replay } from "../services/projector/replay.ts";
import { runCommand, WrongUse } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";

const NAMES = Object.values(VIEWS).map(({ name }) => name);

const USAGE = `usage: npm run replay -- [VIEW…] [--again]

Builds the versions of views that this code declares and that are not built yet, from the log, beside those that are
served: ${NAMES.join(", ")}; all unless some are named. Works while the system runs and while it is stopped.
Ctrl-C stops it, and the next call goes on.

  --again   makes another build of a version that is built already; running processes serve it as soon as it is complete

Exit: 0 done, 1 failed or stopped, 2 wrong use.
`;

interface Request {
  readonly views: readonly ViewName[];
  readonly again: boolean;
}

process.exitCode = await runCommand(USAGE, readRequest, (request) =>
  withEngines((engines) => carryOut(request, engines)),
);

function readRequest(argv: readonly string[]): Request | undefined {
  const options = { again: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  const unknown = positionals.find((each) => !NAMES.some((name) => name === each));
  if (unknown !== undefined) throw new WrongUse(`there is no view ${unknown}`);
  const again = values.again === true;
  const views = NAMES.filter((name) => positionals.length === 0 || positionals.includes(name));
  return { views, again };
}

async function carryOut({ views, again }: Request, engines: Engines): Promise<boolean> {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopping.abort());
  const begun = performance.now();
  const firstDone = new Map<string, number>();
  const onProgress = (progress: ReplayProgress) => {
    const { view, done } = progress;
    firstDone.set(view, firstDone.get(view) ?? done);
    process.stderr.write(`${line(progress, (performance.now() - begun) / 1000, firstDone.get(view) ?? done)}\n`);
  };
  const made = await replay(engines, views, { again, signal: stopping.signal, onProgress });
  if (made.length === 0) process.stdout.write("Every view is built.\n");
  for (const { view, version, generation, state } of made) {
    process.stdout.write(`${view} ${version}.${generation} is ${state === "building" ? "not complete" : state}.\n`);
  }
  return made.every(({ state }) => state === "complete");
}

/** `first`: the share that was applied when this run began, `seconds` ago. */
function line(progress: ReplayProgress, seconds: number, first: number): string {
  const { view, version, generation, done, events, state, reason } = progress;
  const name = `${view} ${version}.${generation}`;
  if (state === "stopped") return `${name}: stopped: ${reason}`;
  const rate = Math.round(events / seconds);
  const left = done > first ? `, ${Math.ceil(((1 - done) / (done - first)) * seconds)} s left` : "";
  return `${name}: ${(100 * done).toFixed(1)} % of the log, ${rate} events/s${state === "complete" ? ", complete" : left}`;
}
