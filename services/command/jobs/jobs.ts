import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { OnAppend } from "../../../platform/event-store/measured.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { problem } from "../../../platform/http/problem.ts";
import { workerUrl } from "../../../platform/worker.ts";
import { Admission } from "../parsing/admission.ts";
import { SMALL_BODY, tooBusy } from "../parsing/body.ts";
import { carryOutJob, type Job, type JobResult, type JobResults, toError } from "./job.ts";
import type { ThreadAnswer, ThreadSettings } from "./jobs.worker.ts";

/** Two, so that a large body holds up one other and not all. */
const WORKERS = 2;

/** MiB of JavaScript objects in one worker; the bytes of bodies come on top and are counted by the admission. */
const HEAP = 384;

/** Milliseconds that a job waits for a thread. */
const PATIENCE = 30_000;

/**
 * Carries out jobs, those with a large body in worker threads from its first byte to the append: what takes long there
 * holds up nobody here. The body's memory belongs to the job from then on.
 */
export interface Jobs {
  run<Kind extends Job["kind"]>(job: Extract<Job, { kind: Kind }>): Promise<JobResults[Kind]>;
  close(): Promise<void>;
}

export interface JobsOptions {
  readonly log: Logger;
  readonly eventStore: EventStore;
  /** For the threads' own connections to the same event store. */
  readonly settings: () => ThreadSettings;
  /** Told of the threads' appends; the event store tells of its own. */
  readonly onAppend?: OnAppend;
  /** Where the threads' module lies. */
  readonly module?: URL;
}

export function openJobs({ log, eventStore, settings, onAppend, module }: JobsOptions): Jobs {
  const threads = new Threads(module ?? workerUrl(import.meta.url, "./jobs.worker"), settings, log, onAppend);
  return {
    run: async <Kind extends Job["kind"]>(job: Extract<Job, { kind: Kind }>) => {
      const result = job.bytes.length <= SMALL_BODY ? await carryOutJob(eventStore, job) : await threads.carryOut(job);
      return result as JobResults[Kind];
    },
    close: () => threads.close(),
  };
}

/** Worker threads, started when they are first needed. */
class Threads {
  readonly #module: URL;
  readonly #settings: () => ThreadSettings;
  readonly #log: Logger;
  readonly #onAppend: OnAppend | undefined;
  readonly #free = new Admission(WORKERS, PATIENCE);
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();

  constructor(module: URL, settings: () => ThreadSettings, log: Logger, onAppend: OnAppend | undefined) {
    this.#module = module;
    this.#settings = settings;
    this.#log = log;
    this.#onAppend = onAppend;
  }

  async carryOut(job: Job): Promise<JobResult> {
    using place = await this.#free.take(1);
    if (!place) throw tooBusy();
    const worker = this.#idle.pop() ?? this.#start();
    const { result, appends } = await ask(worker, job, () => this.#idle.push(worker));
    for (const append of appends) this.#onAppend?.(...append);
    if (result.outcome === "failed") throw toError(result);
    return result;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP };
    const worker = new Worker(this.#module, { resourceLimits, workerData: this.#settings() });
    // A process that has nothing else to do may end.
    worker.unref();
    this.#all.add(worker);
    worker.on("error", (error) => this.#log.error({ err: error }, "a thread that reads uploads has died"));
    worker.once("exit", () => {
      this.#all.delete(worker);
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    return worker;
  }
}

/** One job, one result. A worker that dies of it fails this request only. */
function ask(worker: Worker, job: Job, done: () => void): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const answered = (answer: ThreadAnswer): void => {
      worker.off("exit", died);
      done();
      resolve(answer);
    };
    const died = (): void => {
      worker.off("message", answered);
      reject(problem("body-too-large", "Reading the body took more memory than there is; send less at once."));
    };
    worker.once("message", answered);
    worker.once("exit", died);
    worker.postMessage(job, [job.bytes.buffer]);
  });
}
