import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { workerUrl } from "../../../platform/worker.ts";
import type { ForecastAnswer } from "./forecast.worker.ts";
import type { ForecastJob } from "./job.ts";

/** Only many requests for a thousand places at once would use more. */
const MAX_WORKERS = 2;

interface Waiting {
  readonly job: ForecastJob;
  readonly signal: AbortSignal;
  readonly resolve: (text: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/** Computes forecasts in worker threads, which start when they are first needed. First come, first served. */
export class ForecastPool {
  readonly #log: Logger;
  readonly #module: URL;
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: Waiting[] = [];
  #closed = false;

  constructor(log: Logger, module = workerUrl(import.meta.url, "./forecast.worker")) {
    this.#log = log;
    this.#module = module;
  }

  /**
   * Forecasts as JSON, UTF-8, each with a comma before it. Rejects with the signal's reason when it aborts before the work
   * has begun.
   */
  run(job: ForecastJob, signal: AbortSignal): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, signal, resolve, reject });
      this.#next();
    });
  }

  /** Number of jobs that no thread has begun yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error("the service is closing"));
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    const isFree = this.#idle.length > 0 || this.#all.size < MAX_WORKERS;
    if (this.#closed || !isFree) return;
    const next = this.#takeNext();
    if (next) this.#ask(this.#idle.pop() ?? this.#start(), next);
  }

  /** The first job that is still wanted. */
  #takeNext(): Waiting | undefined {
    let next = this.#waiting.shift();
    while (next?.signal.aborted) {
      next.reject(next.signal.reason);
      next = this.#waiting.shift();
    }
    return next;
  }

  #start(): Worker {
    const worker = new Worker(this.#module);
    // An idle worker must not keep the process running.
    worker.unref();
    this.#all.add(worker);
    worker.on("error", (error) => this.#log.error({ err: error }, "a thread that makes UV forecasts has died"));
    worker.once("exit", () => {
      this.#all.delete(worker);
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#next();
    });
    return worker;
  }

  #ask(worker: Worker, { job, resolve, reject }: Waiting): void {
    const answered = (answer: ForecastAnswer): void => {
      worker.off("exit", died);
      this.#idle.push(worker);
      if ("text" in answer) resolve(answer.text);
      else reject(new Error(`a forecast failed in its thread: ${answer.failure}`));
      this.#next();
    };
    const died = (): void => {
      worker.off("message", answered);
      reject(new Error("a thread that made a UV forecast has died"));
    };
    worker.once("message", answered);
    worker.once("exit", died);
    worker.postMessage(job);
  }
}
