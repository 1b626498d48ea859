import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, createReadStream, openSync } from "node:fs";
import { mkdtemp, readFile, rm, truncate } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sumOf } from "./harness.ts";

/** Credentials of the administrator. */
export const CREDENTIALS = { username: "admin", password: "measured-in-a-hurry" };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A million records are searchable in a tenth of this time. */
const READY_TIMEOUT_MS = 300_000;

/** Lines of the log to show: warnings, errors, and Node's own output. */
const WORTH_SHOWING = /^(?!\{"level":[123]0,)/;

/**
 * The whole system as users run it, in a process of its own, on a new data folder in the temporary folder. Its log is a file
 * beside the data folder; warnings in it are shown when the process has ended.
 */
export class MeasuredSystem {
  readonly folder: string;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  #child: ChildProcess | undefined;
  #url = new URL("http://127.0.0.1");
  #token = { value: "", renewAt: 0 };

  private constructor(folder: string, variables: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.#variables = variables;
  }

  /** `variables`: further variables of the environment, besides those that every benchmark sets. */
  static async start(variables: Readonly<Record<string, string>> = {}): Promise<MeasuredSystem> {
    const system = new MeasuredSystem(await mkdtemp(join(tmpdir(), "airlog-bench-")), variables);
    await system.restart();
    return system;
  }

  /** Starts the process (again); resolves when it is ready. Returns the milliseconds until it listened and was ready. */
  async restart(): Promise<{ readonly listening: number; readonly ready: number }> {
    await this.stop();
    const begin = performance.now();
    const environment = {
      ...withoutEngines(process.env),
      PORT: "0",
      AIRLOG_DATA: this.folder,
      AIRLOG_ADMIN_PASSWORD: CREDENTIALS.password,
      AIRLOG_RATE_LIMIT: "off",
      ...this.#variables,
    };
    const log = openSync(this.#log, "a");
    const child = spawn("cli/airlog", ["start"], { env: environment, stdio: ["ignore", "pipe", log] });
    closeSync(log);
    this.#child = child;
    this.#url = await new Promise<URL>((resolve, reject) => {
      let output = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const found = /listens on (http:\S+)/.exec(output)?.[1];
        if (found) resolve(new URL(found));
      });
      child.once("exit", (code) => reject(new Error(`the system ended with ${code}: ${output}`)));
    }).catch(async (error: unknown) => {
      await this.#showWarnings();
      throw error;
    });
    const listening = performance.now() - begin;
    while ((await this.send("GET", "/health/ready")).status !== 200) {
      if (performance.now() - begin > READY_TIMEOUT_MS) throw new Error("the system does not become ready");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { listening, ready: performance.now() - begin };
  }

  get url(): URL {
    return this.#url;
  }

  /** The highest resident memory of each process since it began, summed, in bytes. */
  async peakResident(): Promise<number> {
    return sumOf(await this.#memory(/VmHWM:\s+(\d+) kB/));
  }

  /** The resident memory now, in bytes. */
  async resident(): Promise<number> {
    return sumOf(await this.#memory(/VmRSS:\s+(\d+) kB/));
  }

  /** The part of it that belongs to the search engine's process. */
  async searchResident(): Promise<number> {
    const [, ...children] = await this.#memory(/VmRSS:\s+(\d+) kB/);
    return sumOf(children);
  }

  /** Milliseconds of processor time that the process has taken, and those of the search engine's. */
  async processorTimes(): Promise<number[]> {
    return Promise.all([...(await nodeProcesses(this.#child?.pid ?? 0)).keys()].map(processorTimeOf));
  }

  /** Values of the process and of each child that runs Node: the search engine's, not PostgreSQL's. */
  async #memory(pattern: RegExp): Promise<number[]> {
    return nodeMemory(this.#child?.pid ?? 0, pattern);
  }

  /** Reads an answer to its end without keeping it. Returns its number of bytes. */
  async drain(path: string): Promise<number> {
    return (await this.drainTo(path, 0)).bytes;
  }

  /** The same, and keeps its last bytes. */
  async drainTo(
    path: string,
    kept: number,
  ): Promise<{ readonly status: number; readonly bytes: number; readonly end: Buffer }> {
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, host: this.#url.hostname, port: this.#url.port, path };
      const sent = request(options, (response) => {
        let bytes = 0;
        let end: Buffer = Buffer.alloc(0);
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          const last = chunk.length < kept ? Buffer.concat([end, chunk]) : chunk;
          end = last.subarray(Math.max(0, last.length - kept));
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes, end }));
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  async send(
    method: string,
    path: string,
    body?: Buffer | string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, host: this.#url.hostname, port: this.#url.port, method, path, headers };
      const sent = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
        response.on("error", reject);
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        // The server has closed an idle connection: the request did not reach it.
        if (sent.reusedSocket && error.code === "ECONNRESET") resolve(this.send(method, path, body, headers));
        else reject(error);
      });
      sent.end(body);
    });
  }

  /** A write by the administrator. @throws when it is refused. */
  async write(path: string, body: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.send("POST", path, body, await this.writeHeaders(headers));
    if (answer.status >= 300)
      throw new Error(`${path} answered ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
    return answer;
  }

  async writeHeaders(headers: Record<string, string> = {}): Promise<Record<string, string>> {
    return { "Content-Type": "application/json", Authorization: `Bearer ${await this.#access()}`, ...headers };
  }

  /** Ends the process; its data stay. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    await this.#showWarnings();
  }

  async #showWarnings(): Promise<void> {
    for await (const line of createInterface(createReadStream(this.#log)))
      if (WORTH_SHOWING.test(line)) process.stderr.write(`${line}\n`);
    await truncate(this.#log);
  }

  async close(): Promise<void> {
    await this.stop();
    this.#agent.destroy();
    await rm(this.folder, { recursive: true, force: true });
    await rm(this.#log, { force: true });
  }

  get #log(): string {
    return `${this.folder}.log`;
  }

  async #access(): Promise<string> {
    if (Date.now() < this.#token.renewAt) return this.#token.value;
    const login = JSON.stringify(CREDENTIALS);
    const answer = await this.send("POST", "/api/auth/token", login, { "Content-Type": "application/json" });
    const { access_token }: { access_token: string } = JSON.parse(answer.body.toString());
    this.#token = { value: access_token, renewAt: Date.now() + 200_000 };
    return access_token;
  }
}

/** Runs `work` `count` times with `clients` calls at once. Returns the milliseconds of each call. */
export async function load(clients: number, count: number, work: (call: number) => Promise<void>): Promise<number[]> {
  const latencies: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const call = next++;
      const begin = performance.now();
      await work(call);
      latencies.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return latencies;
}

/** Bytes in a line of `/proc/PID/status` of a process and of each child that runs Node. */
export async function nodeMemory(own: number, pattern: RegExp): Promise<number[]> {
  const found = [...(await nodeProcesses(own)).values()].map((status) => pattern.exec(status)?.[1]);
  // A process that is ending has no memory.
  return found.flatMap((kibibytes) => (kibibytes === undefined ? [] : Number(kibibytes) * 1024));
}

/** `/proc/PID/status` of a process and of each child that runs Node, by their PIDs. */
async function nodeProcesses(own: number): Promise<Map<number, string>> {
  const children = await readFile(`/proc/${own}/task/${own}/children`, "utf8");
  const processes = new Map<number, string>();
  for (const pid of [own, ...children.trim().split(/\s+/).map(Number)]) {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    if (/^Name:\s+(node|MainThread)/.test(status)) processes.set(pid, status);
  }
  return processes;
}

/** Ticks of the clock by which Linux counts the processor time of processes. */
const TICKS_PER_SECOND = 100;

/** Milliseconds of processor time that a process has taken. */
export async function processorTimeOf(pid: number): Promise<number> {
  const [user, system] = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return ((Number(user) + Number(system)) * 1000) / TICKS_PER_SECOND;
}

/** A benchmark decides which engines a system uses, whichever the shell's environment names. */
export function withoutEngines(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = /^(DATABASE|EVENTSTORE|ELASTICSEARCH)_|^KAFKA_/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !named.test(name)));
}
