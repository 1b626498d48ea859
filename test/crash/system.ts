import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase } from "../../platform/database/connect.ts";
import { findPostmaster } from "../../platform/database/embedded/postmaster.ts";
import { stopUnusedServer } from "../../platform/database/embedded/server.ts";
import type { Database } from "../../platform/database/port.ts";
import { silent } from "../postgres.ts";
import { Operator, PASSWORD, type Sent, type TreatedSystem } from "./operator.ts";

/** What is killed without a word. */
export type Victim = "node" | "postmaster" | "both";

/** The whole system as users run it, in a process of its own on a data folder of its own, to be treated badly. */
export class System implements TreatedSystem {
  readonly folder: string;
  /** Changes with every start. */
  url = "";
  #child: ChildProcess | undefined;
  #errors = "";
  readonly #operator = new Operator(() => this.url);

  readonly #databaseUrl: string | undefined;

  /** On the embedded database of the folder, or on the one that is given. */
  constructor(folder: string, databaseUrl?: string) {
    this.folder = folder;
    this.#databaseUrl = databaseUrl;
  }

  static async create(databaseUrl?: string): Promise<System> {
    return new System(await mkdtemp(join(tmpdir(), "airlog-crash-")), databaseUrl);
  }

  /** Starts it on the data that it has; resolves when it listens. @throws with its last words when it does not. */
  async start(): Promise<void> {
    if (!existsSync("dist/services/main.js")) throw new Error("build first: npm run build");
    const child = spawn(process.execPath, ["dist/services/main.js"], {
      env: {
        PATH: process.env["PATH"],
        PORT: "0",
        AIRLOG_DATA: this.folder,
        AIRLOG_ADMIN_PASSWORD: PASSWORD,
        AIRLOG_RATE_LIMIT: "off",
        AIRLOG_LOG_LEVEL: "warn",
        ...(this.#databaseUrl === undefined ? {} : { DATABASE_URL: this.#databaseUrl }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#errors = "";
    this.#operator.forget();
    child.stderr.on("data", (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString()).slice(-10_000);
    });
    this.url = await new Promise<string>((resolve, reject) => {
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const [, found] = /listens on (http:\S+)/.exec(output) ?? [];
        if (found) resolve(found);
      });
      child.once("exit", (code, signal) =>
        reject(new Error(`the system ended with ${code ?? signal}:\n${output}${this.#errors}`)),
      );
    });
  }

  /** The newest of what it wrote into its log. */
  get errors(): string {
    return this.#errors;
  }

  get running(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async kill(victim: Victim): Promise<void> {
    if (victim !== "node") this.signalPostmaster("SIGKILL");
    if (victim === "postmaster" || !this.#child || !this.running) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  signalPostmaster(signal: NodeJS.Signals): void {
    const postmaster = findPostmaster(join(this.folder, "postgres"));
    if (postmaster) process.kill(postmaster.pid, signal);
  }

  send(path: string, sent?: Sent): Promise<Response> {
    return this.#operator.send(path, sent);
  }

  /** Its database, from outside; the server must run. */
  async database(): Promise<Database> {
    const connectionString = this.#databaseUrl ?? (await readFile(join(this.folder, "postgres.url"), "utf8")).trim();
    return connectDatabase({ connectionString }, { logger: silent, poolSize: 3 });
  }

  /** Ends it as an operator would, and removes its data. */
  async remove(): Promise<void> {
    if (this.#child && this.running) {
      const gone = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await Promise.race([gone, sleep(20_000, undefined, { ref: false })]);
      await this.kill("node");
    }
    if (this.#databaseUrl === undefined) await stopUnusedServer(this.folder);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
