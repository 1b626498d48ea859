import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { untilReady } from "./health.ts";

const MAX_LOG_CHARACTERS = 10_000;
const STOP_TIMEOUT_MS = 20_000;

/** A child process with services of the compiled program. */
export class SpawnedService {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #log: () => string;

  private constructor(child: ChildProcess, url: string, log: () => string) {
    this.#child = child;
    this.url = url;
    this.#log = log;
  }

  /** Starts one service; without a name, all of them in one process. Resolves when it listens. */
  static start(environment: Readonly<Record<string, string>>, name?: string): Promise<SpawnedService> {
    return SpawnedService.run(
      name === undefined ? ["dist/cli/main.js", "start"] : [`dist/services/${name}/main.js`],
      environment,
    );
  }

  /** Runs Node with these arguments; resolves when it listens. @throws Error with the end of its log when it exits. */
  static async run(
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
    node = process.execPath,
  ): Promise<SpawnedService> {
    const child = spawn(node, words, {
      env: { ...inheritedEnvironment(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    child.stderr.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-MAX_LOG_CHARACTERS);
    });
    const url = await new Promise<string>((resolve, reject) => {
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const found = /listens on (http:\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
      child.once("exit", (code, signal) =>
        reject(new Error(`${words.join(" ")} ended with ${code ?? signal}:\n${output}${log}`)),
      );
    });
    return new SpawnedService(child, url, () => log);
  }

  /** @throws when it could not be started */
  get pid(): number {
    if (this.#child.pid === undefined) throw new Error("the service was not started");
    return this.#child.pid;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The end of its log. */
  get log(): string {
    return this.#log();
  }

  /** Resolves when `/health/ready` answers 200. */
  ready(): Promise<void> {
    return untilReady(this.url);
  }

  /** Sends SIGKILL and waits for the exit. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Sends SIGTERM, and SIGKILL when it does not exit in time. */
  async stop(): Promise<void> {
    await Promise.race([this.#end("SIGTERM"), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.kill();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.running) return;
    const ended = once(this.#child, "exit");
    this.#child.kill(signal);
    await ended;
  }
}

/** The environment without the variables that configure a service. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const own = /^(VITEST|AIRLOG_|DATABASE_URL|EVENTSTORE_|ELASTICSEARCH_|KAFKA_|PORT|HOST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
