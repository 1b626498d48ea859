import { Argument } from "@commander-js/extra-typings";
import { VIEWS, type ViewName } from "../contracts/views.ts";
import { requireOffset } from "../platform/lifecycle/network.ts";
import { workInBackground } from "../platform/worker.ts";
import { type ReplayProgress, replay, skipEvent } from "../services/projector/replay.ts";
import { type Declare, runCommand, untilStopped } from "./command.ts";
import { type Engines, withEngines } from "./engines.ts";
import { operatorName } from "./operator.ts";
import { events as eventCount, percentOf, timeLeft } from "./progress-lines.ts";

const NAMES = Object.values(VIEWS).map(({ name }) => name);

const DESCRIPTION = `Builds the versions of views that this code declares and that are not built yet, from the \
log, beside those that are served; all views unless some are named. Works while the system runs and while it is \
stopped. Ctrl-C stops it, and the next call continues, also with builds of --again.`;

const AGAIN =
  "make another build of a version that is built already; running processes serve it as soon as it is complete";
const SKIP = `let the views that are stopped at this event go on without it, now and in every later build. /health/ready names the \
event and why it can't be applied; the decision, its reason and your operating-system user are written to the log`;

interface Request {
  readonly views: readonly ViewName[];
  readonly again: boolean;
  readonly skip: { readonly event: string; readonly reason: string } | undefined;
}

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .addArgument(new Argument("[VIEW...]", "the views to build").choices(NAMES).default(NAMES, "all"))
    .option("--again", AGAIN)
    .option("--skip <EVENT_ID>", SKIP)
    .option("--reason <TEXT>", "why the event is skipped")
    .action((views, { again = false, skip: event, reason }, self) => {
      if ((event === undefined) !== (reason === undefined)) self.error("error: --skip and --reason go together");
      if (reason?.trim() === "") self.error("error: --reason needs a text: the decision is kept in the log");
      const skip = event === undefined || reason === undefined ? undefined : { event: event.toLowerCase(), reason };
      return runCommand(() =>
        withEngines((engines) =>
          carryOut({ views: NAMES.filter((name) => views.includes(name)), again, skip }, engines),
        ),
      );
    });
};

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
  // The followers of the tables, such as the search index, may not have caught up yet.
  const left = state === "complete" ? ", complete" : done >= 1 ? ", completing" : timeLeft(done, seconds, first);
  return `${name}: ${percentOf(done)} of the log, ${rate}/s${left}`;
}
