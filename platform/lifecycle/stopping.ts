import type { Logger } from "pino";
import { withTimeout } from "../async/timeout.ts";
import { type Config, readConfig } from "../config.ts";
import { openLog } from "../log.ts";
import { isClosedPipe, onceNpmEnded } from "./abandoned.ts";
import { Opened } from "./opened.ts";
import { reasonOf } from "./reason.ts";

/** A stop that takes longer is cut off. The exit of the process then stops the embedded PostgreSQL. */
const STOP_TIMEOUT_MS = 25_000;

/** A terminal and npm both forward a Ctrl-C: signals this close to the first one count as the same. */
const SAME_SIGNAL_MS = 1_000;

/** Arguments of a start besides its configuration. */
export interface StartParts {
  readonly log: Logger;
  readonly opened: Opened;
}

/**
 * Reads the configuration and runs the start. On SIGTERM, SIGINT or SIGHUP, or when nobody reads its output any more,
 * the process closes everything that the start has opened, even if the start is not finished, and exits. A second
 * signal ends it at once. A failed start is reported on standard error (exit code 1).
 * @param defaults for variables that are not set
 */
export async function runUntilStopped(
  start: (config: Config, parts: StartParts) => Promise<void>,
  defaults: Readonly<Record<string, string>> = {},
): Promise<void> {
  const opened = new Opened();
  const ending = new Ending(opened);
  try {
    const config = readConfig({ ...defaults, ...setVariables() });
    const log = await openLog(config.logLevel, config.logFormat, () => ending.end(UNREAD));
    ending.watch(log);
    await start(config, { log, opened });
  } catch (error) {
    // An ending closes engines while the start may still be running.
    if (ending.hasBegun) return;
    await withTimeout(STOP_TIMEOUT_MS, opened.close(), () => undefined).catch(() => undefined);
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}

/** An empty variable counts as not set. */
function setVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value));
}

const UNREAD = "nobody reads its output";

/** Ends the process once, for the first reason that occurs. */
class Ending {
  readonly #opened: Opened;
  #log: Logger | undefined;
  #begun: number | undefined;

  constructor(opened: Opened) {
    this.#opened = opened;
  }

  get hasBegun(): boolean {
    return this.#begun !== undefined;
  }

  watch(log: Logger): void {
    this.#log = log;
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => this.#signalled(signal));
    process.stdout.on("error", (error) => isClosedPipe(error) && this.end(UNREAD));
    onceNpmEnded(() => this.end("npm has ended"));
  }

  end(reason: string): void {
    if (this.#begun !== undefined) return;
    this.#begun = performance.now();
    this.#log?.info({ reason }, "airlog stops");
    setTimeout(() => this.#exit("the stop took too long and was cut off"), STOP_TIMEOUT_MS);
    this.#opened.close().then(
      () => process.exit(0),
      (error) => this.#exit("the stop was not clean", error),
    );
  }

  #signalled(signal: NodeJS.Signals): void {
    if (this.#begun !== undefined && performance.now() - this.#begun > SAME_SIGNAL_MS) process.exit(1);
    this.end(signal);
  }

  #exit(message: string, error?: unknown): never {
    this.#log?.error({ err: error }, message);
    process.exit(1);
  }
}
