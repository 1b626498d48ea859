import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

type Environment = Readonly<Record<string, string>>;

/** One service of the compiled program in a child process. */
export class SpawnedService {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static start(name: string, environment: Environment): Promise<SpawnedService> {
    return SpawnedService.run([`dist/services/${name}/main.js`], environment);
  }

  /** Runs Node with these arguments; resolves when the service listens. */
  static async run(words: readonly string[], environment: Environment): Promise<SpawnedService> {
    const child = spawnNode(words, environment);
    let output = "";
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const found = /listens on (http:\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
      child.once("exit", (code) => reject(new Error(`${words.join(" ")} ended with ${code}: ${output}`)));
    });
    return new SpawnedService(child, url);
  }

  /** Resolves when `/health/ready` answers 200. */
  async ready(): Promise<void> {
    while ((await fetch(`${this.url}/health/ready`)).status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Sends SIGKILL and waits for the exit. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  /** Sends SIGTERM and waits for the exit. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }
}

function spawnNode(words: readonly string[], environment: Environment): ChildProcess {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|AIRLOG_|DATABASE_URL|EVENTSTORE_|ELASTICSEARCH_|KAFKA_|PORT|HOST)/.test(name),
    ),
  );
  return spawn(process.execPath, [...words], {
    env: { ...inherited, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
}
