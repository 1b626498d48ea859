import type { Worker } from "node:worker_threads";
import { messageOf } from "../../../errors.ts";
import { startWorker, workerUrl } from "../../../worker.ts";
import type { SourceHead } from "../../documents/source.ts";
import type { IndexUpdate } from "../following/follower.ts";
import { IndexState } from "./index-state.ts";
import type { FromProcess, FromWorker, ProcessSettings, ToWorker, WorkerSettings } from "./messages.ts";
import { PING_INTERVAL_MS, Silence } from "./silence.ts";
import { SocketFolder } from "./socket-folder.ts";

/** Number of threads started at a time at the beginning: each opens all files of its modules at once. */
const MAX_STARTING = 2;
/** Delay before a worker that failed to start is replaced. */
const RESTART_DELAY_MS = 1_000;

interface Member {
  readonly worker: SearchThread;
  readonly folder: StartedThread["folder"];
  /** Number of the newest update that its searches reflect. */
  applied: number;
  /** No search of it reads data that this update or an earlier one has replaced. */
  released: number;
  readonly silence: Silence;
  isListening: boolean;
  /** Whether it gets searches: it answers, and reflects everything reported. */
  isServing: boolean;
}

/** The members of a worker thread in use. */
export type SearchThread = Pick<Worker, "postMessage" | "terminate" | "on">;

/** Far more than its searches may take together, and little enough for the machine. Beyond it only this thread ends. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

/** A thread, and the folder of its socket. */
export interface StartedThread {
  readonly worker: SearchThread;
  readonly folder: Pick<SocketFolder, "path" | "remove">;
}

/** @throws where no temporary folder can be made */
function startThread(settings: Omit<WorkerSettings, "socket">): StartedThread {
  const folder = SocketFolder.make();
  try {
    const workerData: WorkerSettings = { ...settings, socket: folder.socket };
    const worker = startWorker(workerUrl(import.meta.url, "./search.worker"), { workerData, resourceLimits });
    return { worker, folder };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

/**
 * The search threads. Each has all segments, and a socket in a folder of its own. One that ends or hangs is replaced by
 * another, which gets the whole state of the index.
 */
export class WorkerSet {
  readonly #settings: ProcessSettings;
  readonly #tell: (message: FromProcess) => void;
  readonly #startThread: typeof startThread;
  readonly #pinging: NodeJS.Timeout;
  readonly #members = new Map<number, Member>();
  /** Threads that are ending. They may read segments until they have ended. With the last update that each has released. */
  readonly #ending = new Map<number, Member>();
  readonly #state = new IndexState();
  /** States of the source, oldest first, of updates that not every serving worker has applied yet. */
  #heads: { readonly number: number; readonly head: SourceHead }[] = [];
  /** Updates whose replaced segments may still be read, oldest first. */
  #unreleased: { readonly number: number; readonly release: () => void }[] = [];
  /** Number of initial threads still to be started. */
  #unstarted: number;
  #lastNumber = 0;
  #lastUpdate = 0;
  /** Number of the update whose head was reported last. */
  #reported = 0;

  constructor(settings: ProcessSettings, tell: (message: FromProcess) => void, start = startThread) {
    this.#settings = settings;
    this.#tell = tell;
    this.#startThread = start;
    this.#unstarted = settings.workers;
    for (let count = 0; count < MAX_STARTING; count++) this.#startNext();
    this.#pinging = setInterval(() => this.#ping(), PING_INTERVAL_MS);
  }

  /** Deletes the folders of all sockets when the process ends. */
  close(): void {
    clearInterval(this.#pinging);
    for (const { folder } of [...this.#members.values(), ...this.#ending.values()]) folder.remove();
  }

  /**
   * Passes an update to all workers. Its head is reported when all serving workers have applied it; an update without a
   * publication changes nothing for them. `release` is called once no worker reads the data that the update has
   * replaced.
   */
  update(update: IndexUpdate, release: () => void): void {
    const { publication, head } = update;
    this.#state.apply(update);
    const number = publication ? ++this.#lastUpdate : this.#lastUpdate;
    if (head) this.#heads.push({ number, head });
    if (!publication) {
      this.#tellApplied();
      return;
    }
    for (const { worker } of this.#members.values()) post(worker, { kind: "update", update, number });
    this.#unreleased.push({ number, release });
  }

  stats() {
    return this.#state.stats();
  }

  /** Replaces a worker, if it has not ended. `reason`: for the report. */
  replace(number: number, reason: string): void {
    const member = this.#members.get(number);
    if (!member) return;
    void member.worker.terminate();
    this.#end(number, reason);
  }

  #startNext(): void {
    if (this.#unstarted === 0) return;
    this.#unstarted -= 1;
    this.#start();
  }

  #start(): void {
    const number = ++this.#lastNumber;
    const { indexName, mapping, dynamicFields, view, connection } = this.#settings;
    let started: StartedThread;
    try {
      started = this.#startThread({ indexName, mapping, dynamicFields, view, connection });
    } catch (error) {
      this.#tell({ kind: "failure", reason: `no thread can be started: ${messageOf(error)}`, isLoss: false });
      setTimeout(() => this.#start(), RESTART_DELAY_MS);
      return;
    }
    const { worker, folder } = started;
    const member: Member = {
      ...{ worker, folder, silence: new Silence() },
      ...{ applied: 0, released: this.#lastUpdate, isListening: false, isServing: false },
    };
    this.#members.set(number, member);
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "listening") {
        member.isListening = true;
        this.#startNext();
      }
      if (member.isListening) member.silence.heard();
      if (message.kind === "applied") member.applied = message.number;
      if (message.kind === "released") {
        member.released = message.number;
        this.#release();
      }
      this.#serveIfReady(number, member);
      this.#tellApplied();
    });
    let reason = "it has ended";
    worker.on("error", (error) => {
      reason = String(error);
    });
    worker.on("exit", (exitCode) => {
      this.#end(number, reason, exitCode);
      this.#ending.delete(number);
      folder.remove();
      this.#release();
    });
    const whole = this.#state.whole();
    if (whole) post(worker, { kind: "update", update: whole, number: this.#lastUpdate });
    else member.applied = this.#lastUpdate;
  }

  #serveIfReady(number: number, member: Member): void {
    if (!this.#members.has(number) || member.isServing || !member.isListening || member.applied < this.#reported)
      return;
    member.isServing = true;
    this.#tell({ kind: "worker", number, folder: member.folder.path });
  }

  /** Replaces a worker whose thread has ended or hangs. Memory that it may read is released when the thread has ended. */
  #end(number: number, reason: string, exitCode?: number): void {
    const member = this.#members.get(number);
    if (!member) return;
    this.#members.delete(number);
    this.#ending.set(number, member);
    this.#tell({ kind: "worker-ended", number, reason, exitCode });
    if (member.isListening) this.#start();
    else setTimeout(() => this.#start(), RESTART_DELAY_MS);
    this.#tellApplied();
  }

  #ping(): void {
    for (const [number, member] of this.#members) {
      const found = member.silence.ping();
      if (found === "lost") {
        this.replace(number, "it did not come back");
        continue;
      }
      post(member.worker, { kind: "ping" });
      if (!member.isServing || found !== "silent") continue;
      member.isServing = false;
      this.#tell({ kind: "worker-away", number });
      this.#tellApplied();
    }
  }

  #release(): void {
    const readers = [...this.#members.values(), ...this.#ending.values()];
    const released = Math.min(...readers.map((member) => member.released));
    for (let [first] = this.#unreleased; first && first.number <= released; [first] = this.#unreleased) {
      this.#unreleased.shift();
      first.release();
    }
  }

  #tellApplied(): void {
    const serving = [...this.#members.values()].filter(({ isServing }) => isServing);
    if (serving.length === 0) return;
    const applied = Math.min(...serving.map((member) => member.applied));
    const reached = this.#heads.findLast(({ number }) => number <= applied);
    if (!reached) return;
    this.#reported = reached.number;
    this.#heads = this.#heads.filter(({ number }) => number > reached.number);
    this.#tell({ kind: "applied", head: reached.head });
  }
}

const post = (worker: SearchThread, message: ToWorker): void => worker.postMessage(message);
