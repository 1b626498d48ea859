import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { problem } from "../../../platform/http/problem.ts";
import { workerUrl } from "../../../platform/worker.ts";
import { Admission } from "./admission.ts";
import { type Body, SMALL_BODY } from "./body.ts";
import { type Job, type JobAnswer, readJob } from "./job.ts";
import type { Refused } from "./read-json.ts";
import type { FacilityBody, Pids, Records } from "./read-list.ts";

/** Two, so that a large body holds up one other and not all. */
const WORKERS = 2;

/** MiB of JavaScript objects in one worker; the bytes of bodies come on top and are counted by the admission. */
const HEAP = 384;

/** Milliseconds that a body which has come in waits until it can be worked on. */
const PATIENCE = 30_000;

/** Reads bodies: small ones at once, large ones in worker threads. */
export interface Readers {
  records(body: Body): Promise<Records>;
  pids(body: Body): Promise<Pids>;
  facility(body: Body): Promise<FacilityBody>;
  close(): Promise<void>;
}

export interface ReadersOptions {
  readonly log: Logger;
  /** Elements that an array may have. */
  readonly most: number;
  /** Where the workers' module lies. */
  readonly module?: URL;
}

export function openReaders({
  log,
  most,
  module = workerUrl(import.meta.url, "./reading.worker"),
}: ReadersOptions): Readers {
  const threads = new Threads(module, log);
  const read = async <Kind extends Job["kind"]>(kind: Kind, { bytes }: Body): Promise<AnswerTo<Kind>> => {
    const job: Job = { kind, bytes, most };
    const answer = bytes.length <= SMALL_BODY ? readJob(job) : await threads.read(job);
    if (answer.outcome === "refused") throw toProblem(answer);
    return answer as AnswerTo<Kind>;
  };
  return {
    records: (body) => read("records", body),
    pids: (body) => read("pids", body),
    facility: (body) => read("facility", body),
    close: () => threads.close(),
  };
}

type AnswerTo<Kind extends Job["kind"]> = Extract<JobAnswer, { outcome: Kind }>;

/** Why a body can't be taken, as the client is told. */
export function toProblem({ code, detail, errors, errorCount }: Refused) {
  return problem(code, detail, { ...(errors && { errors }), ...(errorCount !== undefined && { errorCount }) });
}

/** Worker threads, started when they are first needed. */
class Threads {
  readonly #module: URL;
  readonly #log: Logger;
  readonly #free = new Admission(WORKERS, PATIENCE);
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();

  constructor(module: URL, log: Logger) {
    this.#module = module;
    this.#log = log;
  }

  async read(job: Job): Promise<JobAnswer> {
    using place = await this.#free.take(1);
    if (!place)
      throw problem("busy", "Too much is being sent at once; try again.", { headers: { "Retry-After": "5" } });
    const worker = this.#idle.pop() ?? this.#start();
    return ask(worker, job, () => this.#idle.push(worker));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const worker = new Worker(this.#module, { resourceLimits: { maxOldGenerationSizeMb: HEAP } });
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

/** One body, one answer. A worker that dies of it fails this request only. */
function ask(worker: Worker, job: Job, done: () => void): Promise<JobAnswer> {
  return new Promise((resolve, reject) => {
    const answered = (answer: JobAnswer): void => {
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
