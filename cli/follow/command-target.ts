import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Backoff, type BackoffOptions } from "../../platform/async/backoff.ts";
import { codeOf } from "../../platform/errors.ts";
import type { Change } from "./page.ts";
import type { Progress } from "./state.ts";
import type { Target } from "./target.ts";

const DELAYS: BackoffOptions = { firstMs: 1_000, maxMs: 60_000 };
/** Time that a command has to end by itself when this process stops. */
const STOP_TIMEOUT_MS = 10_000;
/** Errors of a write whose reader is gone. */
const NOT_READ: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"]);
const NEWLINE = Buffer.from("\n");

/** A command that gets each page of changes on its stdin, a line each. One that fails is run again. */
export class CommandTarget implements Target {
  readonly done = "handed over";
  readonly #command: string;
  readonly #delays: BackoffOptions;
  readonly #stopTimeoutMs: number;

  constructor(command: string, { delays = DELAYS, stopTimeoutMs = STOP_TIMEOUT_MS } = {}) {
    this.#command = command;
    this.#delays = delays;
    this.#stopTimeoutMs = stopTimeoutMs;
  }

  async prepare(): Promise<void> {}

  /** @throws the signal's reason, when the command has not done its work by then */
  async apply(changes: readonly Change[], _progress: Progress, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(this.#delays);
    for (;;) {
      const failure = await this.#run(changes, signal);
      if (failure === undefined) return;
      signal.throwIfAborted();
      process.stderr.write(`The command ended with ${failure}. It is run again with the same changes.\n`);
      await backoff.wait(signal);
      signal.throwIfAborted();
    }
  }

  /** A command does not learn what another log lacks. */
  async removeRemains(): Promise<number> {
    return 0;
  }

  /** Returns how it failed, if it did. */
  async #run(changes: readonly Change[], signal: AbortSignal): Promise<string | undefined> {
    // The command is the user's own, and has the user's environment. In a group of its own it outlasts a Ctrl-C, which
    // terminals send to all: it may do its page to the end.
    const child = spawn(this.#command, { shell: true, detached: true, stdio: ["pipe", "inherit", "inherit"] });
    const ended = once(child, "exit");
    using _stop = stopped(child, signal, this.#stopTimeoutMs);
    const [[code, killedBy]] = await Promise.all([ended, handOver(changes, child)]);
    if (code === 0) return undefined;
    return code === null ? `${killedBy}` : `exit code ${code}`;
  }
}

/** Writes the changes to the command's stdin. A command may end, or close it, without reading all. */
async function handOver(changes: readonly Change[], child: ChildProcess): Promise<void> {
  if (!child.stdin) return;
  const { stdin } = child;
  // Processes that the command has left behind may hold the pipe open without reading it.
  child.once("exit", () => stdin.destroy());
  const lines = function* (): Generator<Uint8Array> {
    for (const { line } of changes) {
      yield line;
      yield NEWLINE;
    }
  };
  try {
    await pipeline(Readable.from(lines(), { objectMode: false }), stdin);
  } catch (error) {
    if (!NOT_READ.has(codeOf(error) ?? "")) throw error;
  }
}

/** Until it is disposed of, ends the command some time after the signal, and at the latest with this process. */
function stopped(child: ChildProcess, signal: AbortSignal, timeoutMs: number): Disposable {
  const end = (how: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, how);
  };
  const endWithProcess = () => end("SIGKILL");
  let timer: NodeJS.Timeout | undefined;
  const endSoon = () => {
    timer = setTimeout(end, timeoutMs, "SIGTERM");
  };
  process.once("exit", endWithProcess);
  signal.addEventListener("abort", endSoon);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      process.off("exit", endWithProcess);
      signal.removeEventListener("abort", endSoon);
    },
  };
}
