import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findPostmaster } from "../../platform/database/embedded/postmaster.ts";

/** A command line that runs in a process group of its own, without the variables that configure a service. */
export class Program {
  readonly child: ChildProcess;
  #out = "";
  #words = "";

  constructor(words: readonly string[], environment: Readonly<Record<string, string>>) {
    const [file = "", ...rest] = words;
    this.child = spawn(file, rest, {
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.child.stdout?.on("data", (chunk: Buffer) => {
      this.#out += chunk.toString();
    });
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.#words += chunk.toString();
    });
  }

  /** The standard output. */
  get out(): string {
    return this.#out;
  }

  /** The standard error. */
  get words(): string {
    return this.#words;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The exit code, once it and its outputs have ended. */
  async ended(): Promise<number | null> {
    if (this.isRunning) await once(this.child, "close");
    return this.child.exitCode;
  }

  /** Ends the rest of the group. */
  kill(): void {
    try {
      if (this.child.pid !== undefined) process.kill(-this.child.pid, "SIGKILL");
    } catch {
      // The process has ended.
    }
  }
}

/** Whether PostgreSQL runs on the data folder. */
export function isServed(dataFolder: string): boolean {
  const cluster = join(dataFolder, "postgres");
  return existsSync(cluster) && findPostmaster(cluster) !== undefined;
}
