import type { TransferListItem, Worker, WorkerOptions } from "node:worker_threads";
import type { Logger } from "pino";
import { startWorker } from "./worker.ts";

export interface WorkerPoolOptions {
  /** Module of the threads. It answers each message with one message. */
  readonly module: URL;
  /** The work of a thread, for logs and errors: "makes UV forecasts". */
  readonly work: string;
  readonly log: Logger;
  /** Called when a thread starts. */
  readonly options?: () => Omit<WorkerOptions, "env">;
}

/** The request was not answered, since the pool was closed. */
export class WorkerPoolClosed extends Error {
  override readonly name = "WorkerPoolClosed";

  constructor() {
    super("the service is closing");
  }
}

/**
 * Worker threads of one module, which start when they are first needed. Each handles one request at a time. Callers
 * limit their concurrent requests, and thereby the number of threads.
 */
export class WorkerPool<Request, Answer> {
  readonly #settings: WorkerPoolOptions;
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  #closed = false;

  constructor(settings: WorkerPoolOptions) {
    this.#settings = settings;
  }

  /**
   * Hands a request to an idle thread, or to a new one. If the thread dies, only this request fails.
   * @throws WorkerPoolClosed
   * @throws Error when the thread has died, with the reason as cause
   */
  async ask(request: Request, transfer: readonly TransferListItem[] = []): Promise<Answer> {
    if (this.#closed) throw new WorkerPoolClosed();
    const worker = this.#idle.pop() ?? this.#start();
    return new Promise((resolve, reject) => {
      let cause: unknown;
      const failed = (error: unknown): void => {
        cause = error;
      };
      const answered = (answer: Answer): void => {
        worker.off("error", failed);
        worker.off("exit", died);
        this.#idle.push(worker);
        resolve(answer);
      };
      const died = (): void => {
        worker.off("message", answered);
        reject(this.#closed ? new WorkerPoolClosed() : new Error(this.#death, { cause }));
      };
      worker.once("message", answered);
      worker.once("error", failed);
      worker.once("exit", died);
      worker.postMessage(request, transfer);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  get #death(): string {
    return `a thread that ${this.#settings.work} has died`;
  }

  #start(): Worker {
    const { module, log, options } = this.#settings;
    const worker = startWorker(module, options?.());
    // An idle thread does not keep the process running.
    worker.unref();
    this.#all.add(worker);
    worker.on("error", (error) => log.error({ err: error }, this.#death));
    worker.once("exit", () => {
      this.#all.delete(worker);
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    return worker;
  }
}
