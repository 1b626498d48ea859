import { constants } from "node:os";
import type { Command } from "@commander-js/extra-typings";
import { codeOf } from "../platform/errors.ts";
import { reasonOf } from "../platform/lifecycle/reason.ts";

/** Declares the arguments, options and actions of a command. */
export type Declare = (command: Command) => void;

/** The work can't be done. Only the message is printed; it says why. */
export class CommandFailed extends Error {
  override readonly name: string = "CommandFailed";
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Does the work of a command, which returns whether it is done, and sets the exit code: 0 done, 1 failed. */
export async function runCommand(work: () => Promise<boolean>): Promise<void> {
  exitWhenEnded();
  try {
    process.exitCode = (await work()) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof CommandFailed ? error.message : reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** Aborts at the first signal; the command's work ends by itself. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => stopping.abort(new CommandFailed("Stopped before it was done.")));
  return stopping.signal;
}

/** A terminal and npm both pass a Ctrl-C on: signals this close to the first one are the same one. */
const SAME_SIGNAL_MS = 1_000;

/** Time after a signal at which a command that goes on with its work is cut. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Signals and an output that can't be written end a command through its exit, which stops an embedded PostgreSQL that
 * nobody else uses. A command that handles signals itself may end by itself after the first one, within a time limit.
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
  process.stdout.on("error", (error) => {
    if (codeOf(error) !== "EPIPE") process.stderr.write(`The results can't be written: ${reasonOf(error)}\n`);
    process.exit(1);
  });
}
