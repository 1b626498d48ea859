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
import { Operator, PASSWORD, type Sent, type SystemUnderTest } from "./operator.ts";

/** Which process gets SIGKILL. */
export type Victim = "node" | "postmaster" | "both";

/** The whole system in one child process on its own data folder, which tests kill and restart. */
export class System implements SystemUnderTest {
  readonly folder: string;
  /** Changes with every start. */
  url = "";
  #child: ChildProcess | undefined;
  #errors = "";
  readonly #operator = new Operator(() => this.url);

  readonly #databaseUrl: string | undefined;

  /** Uses the embedded database in the folder unless a database is given. */
  constructor(folder: string, databaseUrl?: string) {
    this.folder = folder;
    this.#databaseUrl = databaseUrl;
  }

  static async create(databaseUrl?: string): Promise<System> {
    return new System(await mkdtemp(join(tmpdir(), "airlog-crash-")), databaseUrl);
  }

  /** Starts it on its existing data; resolves when it listens. @throws Error with the end of its log when it exits. */
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

  /** The end of its log. */
  get errors(): string {
    return this.#errors;
  }

  get running(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async kill(victim: Victim): Promise<void> {
    if (victim !== "node") this.signalPostmaster("SIGKILL");
    if (victim === "postmaster" || !this.#child || !this.running) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  signalPostmaster(signal: NodeJS.Signals): void {
    const postmaster = findPostmaster(join(this.folder, "postgres"));
    if (postmaster) process.kill(postmaster.pid, signal);
  }

  send(path: string, sent?: Sent): Promise<Response> {
    return this.#operator.send(path, sent);
  }

  /** Opens a pool on its database, which the caller closes; the server must run. */
  async database(): Promise<Database> {
    const connectionString = this.#databaseUrl ?? (await readFile(join(this.folder, "postgres.url"), "utf8")).trim();
    return connectDatabase({ connectionString }, { logger: silent, poolSize: 3 });
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    if (this.#child && this.running) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await Promise.race([ended, sleep(20_000, undefined, { ref: false })]);
      await this.kill("node");
    }
    if (this.#databaseUrl === undefined) await stopUnusedServer(this.folder);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
