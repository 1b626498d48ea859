import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { Permit } from "../../../platform/async/limiter.ts";
import { Reader, slowestOf } from "../../../platform/async/reader.ts";
import { type Keys, Turns } from "../../../platform/async/turns.ts";
import { networkOf } from "../../../platform/http/client.ts";
import { problem } from "../../../platform/http/problem.ts";
import { workerUrl } from "../../../platform/worker.ts";
import type { ForecastAnswer } from "./forecast.worker.ts";
import type { ForecastJob } from "./job.ts";

/** Threads: only many requests for a thousand places at once would use more. */
const MAX_WORKERS = 2;

/**
 * Requests that are answered at a time, of a client and of a network at most. One more is refused at once, unless a reader of
 * another client lets its answer wait, which is cut then.
 */
const OPEN = { running: 256, runningPerKey: 64, runningPerGroup: 128, waiting: 0, waitingPerKey: 0, timeoutMs: 0 };

/** How long a reader may let its answer wait in all before it gives way, where another client waits for its place. */
const MAX_PAUSED_MS = 2_000;

/** Jobs of one request that are begun ahead of its reader. */
export const MAX_JOBS_AHEAD = 4;

/** Every job of the requests that are open may wait, for as long as it takes: an answer that has begun goes on. */
const JOBS = {
  running: MAX_WORKERS,
  waiting: OPEN.running * MAX_JOBS_AHEAD,
  waitingPerKey: OPEN.runningPerKey * MAX_JOBS_AHEAD,
  timeoutMs: 600_000,
};

/** A client's request. */
export interface ForecastRequest extends Disposable {
  /**
   * Forecasts as JSON, UTF-8, each with a comma before it. Rejects with the signal's reason when it aborts before the work
   * has begun.
   */
  run(job: ForecastJob, signal: AbortSignal): Promise<Uint8Array>;
  /** The pieces of the answer; how long its reader lets them wait is counted. */
  watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void>;
}

/** A request that is answered. */
class Opened extends Reader {
  readonly network: string;
  readonly client: string;

  constructor(network: string, client: string, cut: () => void) {
    super(cut);
    this.network = network;
    this.client = client;
  }
}

/** Computes forecasts in worker threads, which start when they are first needed. Networks and clients take turns. */
export class ForecastPool {
  readonly #log: Logger;
  readonly #module: URL;
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #open = new Turns(OPEN);
  readonly #opened = new Map<Opened, Permit>();
  readonly #turns = new Turns(JOBS);
  #closed = false;

  constructor(log: Logger, module = workerUrl(import.meta.url, "./forecast.worker")) {
    this.#log = log;
    this.#module = module;
  }

  /**
   * Lets a client's request in until it is disposed of, or cut since its reader keeps others waiting.
   * @throws HttpProblem `busy` when too many are open
   */
  async admit(client: string, cut: () => void): Promise<ForecastRequest> {
    const network = networkOf(client);
    const keys: Keys = [network, client];
    let permit = await this.#open.acquire(keys);
    if (!permit && this.#cutSlowest(network, client)) permit = await this.#open.acquire(keys);
    if (!permit) throw tooBusy();
    const opened = new Opened(network, client, cut);
    this.#opened.set(opened, permit);
    const run = async (job: ForecastJob, signal: AbortSignal): Promise<Uint8Array> => {
      using turn = await this.#turns.acquire(keys, signal);
      signal.throwIfAborted();
      if (!turn) throw tooBusy();
      return await this.#ask(this.#idle.pop() ?? this.#start(), job);
    };
    return { run, watched: (pieces) => opened.watched(pieces), [Symbol.dispose]: () => this.#close(opened) };
  }

  /** Number of requests that are answered. */
  get open(): number {
    return this.#open.counts.running;
  }

  /** Number of jobs that no thread has begun yet. */
  get waiting(): number {
    return this.#turns.counts.waiting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  /** Makes room for a client that has not used up its own share. */
  #cutSlowest(network: string, client: string): boolean {
    const opened = [...this.#opened.keys()];
    const near = opened.filter((each) => each.network === network);
    if (near.filter((each) => each.client === client).length >= OPEN.runningPerKey) return false;
    const slowest = slowestOf(near.length >= OPEN.runningPerGroup ? near : opened, MAX_PAUSED_MS);
    if (!slowest) return false;
    this.#close(slowest);
    slowest.cut();
    return true;
  }

  #close(opened: Opened): void {
    this.#opened.get(opened)?.[Symbol.dispose]();
    this.#opened.delete(opened);
  }

  #start(): Worker {
    if (this.#closed) throw new Error("the service is closing");
    const worker = new Worker(this.#module);
    // An idle worker must not keep the process running.
    worker.unref();
    this.#all.add(worker);
    worker.on("error", (error) => this.#log.error({ err: error }, "a thread that makes UV forecasts has died"));
    worker.once("exit", () => {
      this.#all.delete(worker);
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    return worker;
  }

  #ask(worker: Worker, job: ForecastJob): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const answered = (answer: ForecastAnswer): void => {
        worker.off("exit", died);
        this.#idle.push(worker);
        if ("text" in answer) resolve(answer.text);
        else reject(new Error(`a forecast failed in its thread: ${answer.failure}`));
      };
      const died = (): void => {
        worker.off("message", answered);
        reject(new Error("a thread that made a UV forecast has died"));
      };
      worker.once("message", answered);
      worker.once("exit", died);
      worker.postMessage(job);
    });
  }
}

const tooBusy = () => problem("busy", "Too many UV forecasts are being made at once; try again.");
