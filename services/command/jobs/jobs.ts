import type { Logger } from "pino";
import { LIMITS } from "../../../platform/admission/limits.ts";
import type { Client } from "../../../platform/admission/places.ts";
import { Turns } from "../../../platform/admission/turns.ts";
import type { LogFormat } from "../../../platform/config.ts";
import type { ConnectionSettings } from "../../../platform/database/port.ts";
import { codeOf, tellsOfLoss } from "../../../platform/errors.ts";
import type { OnAppend } from "../../../platform/event-store/measured.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { tooBusy } from "../../../platform/http/body.ts";
import { MAX_SMALL_BODY_BYTES } from "../../../platform/http/body-memory.ts";
import { problem } from "../../../platform/http/problem.ts";
import { WorkerPool, WorkerPoolClosed } from "../../../platform/worker-pool.ts";
import { type JobFailure, toError } from "./failure.ts";
import type { AnyJob, Job, JobInput } from "./job.ts";

/** MiB of JavaScript objects in one worker; the bytes of bodies come on top and are counted by the limiter of bodies. */
const HEAP_MIB = 384;

/** Items that the main thread reads at most: errors of an item take far longer than its bytes. */
const MAX_SMALL_ITEMS = 500;

/** Where a thread finds the events, and how it logs failures. Holds secrets. */
export interface ThreadSettings {
  readonly connection: ConnectionSettings;
  readonly eventStoreUrl: string | undefined;
  readonly logFormat: LogFormat;
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
 * Runs jobs. Jobs with a large body or many items run in worker threads from the first byte to the append, so that the main
 * thread goes on answering. The body's memory belongs to the job from then on.
 */
export interface Jobs {
  /** Senders take turns at the threads; those of one group have one thread at a time. */
  run<Input extends JobInput, Result>(job: Job<Input, Result>, input: Input, sender: Client): Promise<Result>;
  close(): Promise<void>;
}

/** Callbacks for events of the threads. */
interface ThreadEvents {
  /** Called with the threads' appends; the event store reports its own. */
  readonly onAppend?: OnAppend | undefined;
  /** Called when a thread finds an engine lost. */
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

/** Jobs in worker threads, at which senders take turns. */
class Threads {
  readonly #workers: WorkerPool<ThreadRequest, ThreadAnswer>;
  readonly #on: ThreadEvents;
  /** The number of waiting jobs is limited by the memory of their bodies. */
  readonly #turns = new Turns(LIMITS.bodyThreads);

  constructor(module: URL, settings: () => ThreadSettings, log: Logger, on: ThreadEvents) {
    const options = () => ({ resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB }, workerData: settings() });
    this.#workers = new WorkerPool({ module, work: "reads uploads", log, options });
    this.#on = on;
  }

  async run(sent: ThreadRequest, sender: Client): Promise<unknown> {
    using permit = await this.#turns.acquire(sender);
    if (!permit) throw tooBusy();
    const { result, failure, appends } = await this.#ask(sent);
    for (const append of appends) this.#on.onAppend?.(...append);
    if (!failure) return result;
    const error = toError(failure);
    if (tellsOfLoss(error)) this.#on.onLoss?.(error);
    throw error;
  }

  async close(): Promise<void> {
    await this.#workers.close();
  }

  /** One job, one result. If its thread dies, it is unknown what was stored. */
  async #ask(sent: ThreadRequest): Promise<ThreadAnswer> {
    try {
      return await this.#workers.ask(sent, [sent.input.bytes.buffer]);
    } catch (error) {
      if (error instanceof WorkerPoolClosed) throw problem("busy", "The service is closing; try again.");
      if (error instanceof Error && codeOf(error.cause) === "ERR_WORKER_OUT_OF_MEMORY") {
        const detail = "Reading the body took more memory than there is; send less at once.";
        throw problem("body-too-large", detail, { outcomeUnknown: true });
      }
      throw error;
    }
  }
}
