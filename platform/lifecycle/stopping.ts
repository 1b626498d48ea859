import type { Logger } from "pino";
import { withTimeout } from "../async/timeout.ts";
import { type Config, readConfig } from "../config.ts";
import { openLog } from "../log.ts";
import { isClosedPipe, onceNpmEnded } from "./abandoned.ts";
import { Opened } from "./opened.ts";
import { reasonOf } from "./reason.ts";

/** A stop that takes longer is cut off. The embedded PostgreSQL is then told to stop as the process exits. */
const STOP_TIMEOUT_MS = 25_000;

/** A terminal and npm both pass a Ctrl-C on: signals this close to the first are the same one. */
const SAME_SIGNAL_MS = 1_000;

/** What a start is given besides its configuration. */
export interface StartParts {
  readonly log: Logger;
  readonly opened: Opened;
}

/**
 * Reads the configuration and runs the start. On SIGTERM, SIGINT or SIGHUP, or when nobody reads its output any more, the
 * process closes what the start has opened, finished or not, and exits; a second signal ends it at once. A start that
 * fails is told on standard error (exit 1).
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
    // An end closes engines under a start that still runs.
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

/** How the process ends: once, by whatever comes first. */
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
