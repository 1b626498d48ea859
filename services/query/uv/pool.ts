import type { Logger } from "pino";
import { LIMITS } from "../../../platform/admission/limits.ts";
import { Turns } from "../../../platform/admission/turns.ts";
import { OpenAnswers } from "../../../platform/http/open-answers.ts";
import { problem } from "../../../platform/http/problem.ts";
import { workerUrl } from "../../../platform/worker.ts";
import { WorkerPool } from "../../../platform/worker-pool.ts";
import type { ForecastAnswer } from "./forecast.worker.ts";
import type { ForecastJob, MapJob } from "./job.ts";

/** Threads: only many requests for a thousand places at once would use more. */
const MAX_WORKERS = 2;

const TOO_BUSY = "Too many UV forecasts are being made at once; try again.";

/** Jobs of one request that are begun ahead of its reader. */
export const MAX_JOBS_AHEAD = 4;

/** Every job of the open requests may wait, for as long as it takes: an answer that has begun goes on. */
const JOBS = {
  running: MAX_WORKERS,
  waiting: LIMITS.uvForecasts.all * MAX_JOBS_AHEAD,
  waitingPerClient: LIMITS.uvForecasts.perClient * MAX_JOBS_AHEAD,
  timeoutMs: 600_000,
};

/** Maps take turns with clients as one of them, from a network of its own. */
const MAPS = ["maps", "maps"] as const;

/** A client's request. */
export interface ForecastRequest extends Disposable {
  /**
   * Forecasts as JSON, UTF-8, each with a comma before it. Rejects with the signal's reason when it aborts before the work
   * has begun.
   */
  run(job: ForecastJob, signal: AbortSignal): Promise<Uint8Array>;
  /** The pieces of the answer; counts how long its reader lets them wait. */
  watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void>;
}

/** Computes forecasts in worker threads, which start when they are first needed. Networks and clients take turns. */
export class ForecastPool {
  readonly #workers: WorkerPool<ForecastJob | MapJob, ForecastAnswer>;
  readonly #open = new OpenAnswers(LIMITS.uvForecasts, TOO_BUSY);
  readonly #turns = new Turns(JOBS);

  constructor(log: Logger, module = workerUrl(import.meta.url, "./forecast.worker")) {
    this.#workers = new WorkerPool({ module, work: "makes UV forecasts", log });
  }

  /**
   * Admits a client's request until it is disposed of, or is cut because its reader keeps others waiting.
   * @throws HttpProblem `busy` when too many are open
   */
  async admit(client: string, cut: () => void): Promise<ForecastRequest> {
    const open = await this.#open.admit(client, cut);
    const run = async (job: ForecastJob, signal: AbortSignal): Promise<Uint8Array> => {
      using turn = await this.#turns.acquire([open.network, client], signal);
      signal.throwIfAborted();
      if (!turn) throw problem("busy", TOO_BUSY);
      return await this.#ask(job);
    };
    return { run, watched: (pieces) => open.watched(pieces), [Symbol.dispose]: () => open[Symbol.dispose]() };
  }

  /** The map of the world as a PNG. Callers ask for one at a time, so that a thread is left for clients. */
  async draw(job: MapJob): Promise<Uint8Array> {
    using turn = await this.#turns.acquire(MAPS);
    if (!turn) throw problem("busy", TOO_BUSY);
    return await this.#ask(job);
  }

  /** Number of requests that are answered. */
  get open(): number {
    return this.#open.count;
  }

  /** Number of jobs that no thread has begun yet. */
  get waiting(): number {
    return this.#turns.counts.waiting;
  }

  async close(): Promise<void> {
    await this.#workers.close();
  }

  async #ask(job: ForecastJob | MapJob): Promise<Uint8Array> {
    const answer = await this.#workers.ask(job);
    if ("bytes" in answer) return answer.bytes;
    throw new Error(`a forecast or map failed in its thread: ${answer.failure}`);
  }
}
