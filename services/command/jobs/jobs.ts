import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { LIMITS } from "../../../platform/admission/limits.ts";
import type { Client } from "../../../platform/admission/places.ts";
import { Turns } from "../../../platform/admission/turns.ts";
import type { ConnectionSettings } from "../../../platform/database/port.ts";
import { codeOf, tellsOfLoss } from "../../../platform/errors.ts";
import type { OnAppend } from "../../../platform/event-store/measured.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { tooBusy } from "../../../platform/http/body.ts";
import { MAX_SMALL_BODY_BYTES } from "../../../platform/http/body-memory.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import { startWorker } from "../../../platform/worker.ts";
import { type JobFailure, toError } from "./failure.ts";
import type { AnyJob, Job, JobInput } from "./job.ts";

/** MiB of JavaScript objects in one worker; the bytes of bodies come on top and are counted by the limiter of bodies. */
const HEAP_MIB = 384;

/** Items that are read on the main thread at most: each may have errors, which take far longer than its bytes. */
const MAX_SMALL_ITEMS = 500;

/** Where a thread finds the events. Holds secrets. */
export interface ThreadSettings {
  readonly connection: ConnectionSettings;
  readonly eventStoreUrl: string | undefined;
}

/** A message to a thread. */
export interface ThreadRequest {
  readonly name: string;
  readonly input: JobInput;
}

/** The result of a job, and the durations of its appends, which the main thread counts. */
export interface ThreadAnswer {
  readonly result?: unknown;
  readonly failure?: JobFailure;
  readonly appends: readonly Parameters<OnAppend>[];
}

/**
 * Carries out jobs, those with a large body or many items in worker threads from its first byte to the append, so that the
 * main thread goes on answering. The body's memory belongs to the job from then on.
 */
export interface Jobs {
  /** Senders take turns at the threads; those of one group have one thread at a time. */
  run<Input extends JobInput, Result>(job: Job<Input, Result>, input: Input, sender: Client): Promise<Result>;
  close(): Promise<void>;
}

/** What is told of the threads. */
interface ThreadEvents {
  /** Called with their appends; the event store reports its own. */
  readonly onAppend?: OnAppend | undefined;
  /** Called when one finds an engine lost. */
  readonly onLoss?: ((error: Error) => void) | undefined;
}

export interface JobsOptions extends ThreadEvents {
  readonly log: Logger;
  readonly eventStore: EventStore;
  /** For the threads' own connections to the same event store. */
  readonly settings: () => ThreadSettings;
  /** Module of the threads. It does the jobs of `table`. */
  readonly module: URL;
  readonly table: readonly AnyJob[];
}

export function openJobs({ log, eventStore, settings, onAppend, onLoss, module, table }: JobsOptions): Jobs {
  const threads = new Threads(module, settings, log, { onAppend, onLoss });
  return {
    run: async <Input extends JobInput, Result>(
      job: Job<Input, Result>,
      input: Input,
      sender: Client,
    ): Promise<Result> => {
      if (!table.includes(job)) throw new Error(`the job ${job.name} is missing from the table of jobs`);
      if (isSmall(job, input)) return job.run(eventStore, input);
      // The thread runs the job of this name, whose result this is.
      return (await threads.run({ name: job.name, input }, sender)) as Result;
    },
    close: () => threads.close(),
  };
}

function isSmall<Input extends JobInput>({ hasMoreItems }: Job<Input, unknown>, input: Input): boolean {
  return input.bytes.length <= MAX_SMALL_BODY_BYTES && !hasMoreItems?.(input, MAX_SMALL_ITEMS);
}

/** Worker threads, started when they are first needed. */
class Threads {
  readonly #module: URL;
  readonly #settings: () => ThreadSettings;
  readonly #log: Logger;
  readonly #on: ThreadEvents;
  /** How many wait is limited by the memory of their bodies. */
  readonly #turns = new Turns(LIMITS.bodyThreads);
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #closed = false;

  constructor(module: URL, settings: () => ThreadSettings, log: Logger, on: ThreadEvents) {
    this.#module = module;
    this.#settings = settings;
    this.#log = log;
    this.#on = on;
  }

  async run(sent: ThreadRequest, sender: Client): Promise<unknown> {
    using permit = await this.#turns.acquire(sender);
    if (!permit) throw tooBusy();
    if (this.#closed) throw closing();
    const worker = this.#idle.pop() ?? this.#start();
    const { result, failure, appends } = await this.#ask(worker, sent);
    for (const append of appends) this.#on.onAppend?.(...append);
    if (!failure) return result;
    const error = toError(failure);
    if (tellsOfLoss(error)) this.#on.onLoss?.(error);
    throw error;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB };
    const worker = startWorker(this.#module, { resourceLimits, workerData: this.#settings() });
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

  /** One job, one result. A worker that dies of it fails this request only, of which it is unknown what was stored. */
  #ask(worker: Worker, sent: ThreadRequest): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => {
      let reason: unknown;
      const failed = (error: unknown): void => {
        reason = error;
      };
      const answered = (answer: ThreadAnswer): void => {
        worker.off("error", failed);
        worker.off("exit", died);
        this.#idle.push(worker);
        resolve(answer);
      };
      const died = (): void => {
        worker.off("message", answered);
        reject(this.#closed ? closing() : failureOf(reason));
      };
      worker.once("message", answered);
      worker.once("error", failed);
      worker.once("exit", died);
      worker.postMessage(sent, [sent.input.bytes.buffer]);
    });
  }
}

function closing(): HttpProblem {
  return problem("busy", "The service is closing; try again.");
}

/** What the end of a thread means to the request whose job it had. */
function failureOf(reason: unknown): Error {
  if (codeOf(reason) !== "ERR_WORKER_OUT_OF_MEMORY") {
    return new Error("a thread that reads uploads has died", { cause: reason });
  }
  const detail = "Reading the body took more memory than there is; send less at once.";
  return problem("body-too-large", detail, { outcomeUnknown: true });
}
