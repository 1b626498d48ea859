import { parseArgs } from "node:util";
import { VIEWS, type ViewName } from "../contracts/views.ts";
import { requireOffset } from "../platform/lifecycle/network.ts";
import { workInBackground } from "../platform/worker.ts";
import { type ReplayProgress, replay, skipEvent } from "../services/projector/replay.ts";
import { runCommand, untilStopped, WrongUse } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";
import { operatorName } from "./operator.ts";
import { events as eventCount, percentOf, timeLeft } from "./progress-lines.ts";

const NAMES = Object.values(VIEWS).map(({ name }) => name);

const USAGE = `usage: npm run replay -- [VIEW…] [--again] [--skip EVENT_ID --reason TEXT]

Builds the versions of views that this code declares and that are not built yet, from the log, beside those that are
served: ${NAMES.join(", ")}; all unless some are named. Works while the system runs and while it is stopped.
Ctrl-C stops it, and the next call goes on, with builds of --again too.

  --skip    lets the views that are stopped at this event go on without it, now and in every later build. /health/ready names
            the event and why it can't be applied; the decision, its reason and your operating-system user are written to the log
  --again   makes another build of a version that is built already; running processes serve it as soon as it is complete

Exit: 0 done, 1 failed or stopped, 2 wrong use.
`;

interface Request {
  readonly views: readonly ViewName[];
  readonly again: boolean;
  readonly skip: { readonly event: string; readonly reason: string } | undefined;
}

process.exitCode = await runCommand(USAGE, readRequest, (request) =>
  withEngines((engines) => carryOut(request, engines)),
);

function readRequest(argv: readonly string[]): Request | undefined {
  const options = {
    again: { type: "boolean" },
    skip: { type: "string" },
    reason: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help) return undefined;
  const unknown = positionals.find((each) => !NAMES.some((name) => name === each));
  if (unknown !== undefined) throw new WrongUse(`there is no view ${unknown}`);
  const again = values.again === true;
  const views = NAMES.filter((name) => positionals.length === 0 || positionals.includes(name));
  const { skip: event, reason } = values;
  if ((event === undefined) !== (reason === undefined)) throw new WrongUse("--skip and --reason go together");
  if (event === undefined || reason === undefined) return { views, again, skip: undefined };
  if (reason.trim() === "") throw new WrongUse("--reason needs a text: the decision is kept in the log");
  return { views, again, skip: { event: event.toLowerCase(), reason } };
}

async function carryOut({ views, again, skip }: Request, engines: Engines): Promise<boolean> {
  await requireOffset(engines.database, engines.config.utcOffset);
  if (skip) {
    const skipping = await skipEvent(engines, views, { ...skip, actor: operatorName() });
    if (skipping.length === 0) {
      process.stderr.write(
        `No view is stopped at event ${skip.event}. An event that needs newer code can't be skipped.\n`,
      );
      return false;
    }
    process.stdout.write(`${skipping.join(", ")} will go on without event ${skip.event}.\n`);
  }
  workInBackground();
  const signal = untilStopped();
  const begun = performance.now();
  const firstDone = new Map<string, number>();
  const onProgress = (progress: ReplayProgress) => {
    const { view, done } = progress;
    firstDone.set(view, firstDone.get(view) ?? done);
    process.stderr.write(`${line(progress, (performance.now() - begun) / 1000, firstDone.get(view) ?? done)}\n`);
  };
  const made = await replay(engines, views, { again, signal, onProgress });
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
  const rate = eventCount(Math.round(events / seconds));
  // What follows the tables, such as the search index, has yet to show all of it.
  const left = state === "complete" ? ", complete" : done >= 1 ? ", completing" : timeLeft(done, seconds, first);
  return `${name}: ${percentOf(done)} of the log, ${rate}/s${left}`;
}
