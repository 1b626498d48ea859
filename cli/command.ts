import { constants } from "node:os";
import { codeOf } from "../platform/errors.ts";
import { reasonOf } from "../platform/lifecycle/reason.ts";

/** The command line is not understood. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** The work can't be done; the message says why, and is all that is printed. */
export class CommandFailed extends Error {
  override readonly name: string = "CommandFailed";
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command. `read` understands its arguments, and answers undefined when they ask for its usage; `work` says whether it
 * was done. Returns the exit code: 0 done, 1 failed, 2 wrong use.
 */
export async function runCommand<Request>(
  usage: string,
  read: (argv: readonly string[]) => Request | undefined,
  work: (request: Request) => Promise<boolean>,
): Promise<number> {
  let request: Request | undefined;
  try {
    request = read(process.argv.slice(2));
  } catch (error) {
    // parseArgs throws TypeErrors.
    if (!(error instanceof WrongUse || error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}`);
    return 2;
  }
  if (request === undefined) {
    process.stdout.write(usage);
    return 0;
  }
  exitWhenEnded();
  try {
    return (await work(request)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof CommandFailed ? error.message : reasonOf(error)}\n`);
    return 1;
  }
}

/** Aborts at the first signal, which is left to the command's work to end by itself. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => stopping.abort(new CommandFailed("Stopped before it was done.")));
  return stopping.signal;
}

/** A terminal and npm both pass a Ctrl-C on: signals this close to the first are the same one. */
const SAME_SIGNAL_MS = 1_000;

/** A command that goes on with its work after a signal is cut so long after it. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Signals and a closed pipe end a command through its exit, which stops an embedded PostgreSQL that nobody else uses. The
 * first signal is left to the command where it handles signals itself, for a while.
 */
function exitWhenEnded(): void {
  let first: number | undefined;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      const exit = () => process.exit(128 + constants.signals[signal]);
      if (first === undefined) setTimeout(exit, STOP_TIMEOUT_MS).unref();
      first ??= performance.now();
      const isRepeated = performance.now() - first > SAME_SIGNAL_MS;
      if (isRepeated || process.listenerCount(signal) === 1) exit();
    });
  }
  process.stdout.on("error", (error) => codeOf(error) === "EPIPE" && process.exit(1));
}
