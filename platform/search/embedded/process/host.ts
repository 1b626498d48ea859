import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { keepRunning } from "../../../async/retry.ts";
import { withTimeout } from "../../../async/timeout.ts";
import { passedEnvironment } from "../../../environment.ts";
import { workerUrl } from "../../../worker.ts";
import type { SearchCounts } from "../../admission.ts";
import type { SourceHead } from "../../documents/source.ts";
import { type SearchAnswer, type SearchEngine, type SearchRequest, SearchUnavailable } from "../../port.ts";
import type { FromProcess, ProcessSettings, ProcessStats, ToProcess } from "./messages.ts";
import { type ProcessFigures, SearchProcessEnded } from "./process-end.ts";
import { SearchWorker } from "./search-worker.ts";
import { PING_INTERVAL_MS, Silence } from "./silence.ts";
import { removeAbandonedFolders, SocketFolder } from "./socket-folder.ts";
import { WorkerEnded, WorkerGone } from "./worker-connection.ts";

export type IndexSettings = Omit<ProcessSettings, "workers">;

export interface SearchProcessEvents {
  /** Called after each update, once searches use it. */
  readonly applied: (head: SourceHead) => void;
  /**
   * The index can't follow its source, for example because the database is lost, or the process can't be started. Both
   * are retried.
   */
  readonly failure: (reason: string, isLoss: boolean) => void;
  /** The process has ended. It is started again. */
  readonly ended: (end: SearchProcessEnded) => void;
  /** The process has stopped answering, so that it gets no searches, or answers again. */
  readonly silence: (isSilent: boolean) => void;
  /** A search thread was replaced: it has ended with this code, or hangs. */
  readonly workerEnded: (reason: string, exitCode: number | undefined, figures: ProcessFigures) => void;
  /** A snapshot can't be written. */
  readonly snapshotFailure: (reason: string) => void;
  /** There was a snapshot with which the index can't begin. */
  readonly snapshotDiscarded: (reason: string) => void;
}

export interface SearchProcessStats extends Partial<ProcessStats> {
  readonly pid: number | undefined;
  readonly workers: number;
  /** Number of restarts of the process. */
  readonly restarts: number;
}

/** Number of search threads: one per processor, at least two, so that another one can replace a hanging one. */
export const SEARCH_WORKERS = Math.max(2, availableParallelism());
const SPARE_WORKERS = 1;

/**
 * Searches take buffers outside the heap. Because of these, each worker's small heap would run a full collection every
 * 50 ms, which took half of the processor's time; and helper threads of the collector take time from searches. A young
 * generation takes 16 MiB instead of 32, in each of five threads.
 */
const MEMORY_FLAGS = [
  "--initial-old-space-size=32",
  "--max-semi-space-size=8",
  "--single-threaded-gc",
  "--v8-pool-size=1",
];
/**
 * With a malloc arena per thread, memory freed by one thread lies idle while another takes more. Without a fixed
 * threshold malloc takes arrays of up to 32 MiB from its heap, where memory freed between others stays resident.
 */
const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "262144" };

const RESTART_DELAYS = { firstMs: 50, maxMs: 5_000 };
/** Time within which the process reports that a worker has ended. */
const TOLD_WITHIN_MS = 2_000;
/** The process may write a last snapshot. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Runs the embedded engine in a child process, so that neither searches nor indexing can block or end this one. The
 * process is restarted when it ends. Until its index is as recent as before, searches are unavailable.
 */
export class SearchProcess implements SearchEngine {
  readonly #settings: IndexSettings;
  readonly #on: SearchProcessEvents;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  readonly #ready: Promise<void>;
  #becomeReady: () => void = () => undefined;
  readonly #workers = new Map<number, SearchWorker>();
  /** Workers that are silent or have ended. */
  readonly #away = new Map<number, SearchWorker>();
  #child: ChildProcess | undefined;
  #stats: ProcessStats | undefined;
  readonly #countSearches: (() => SearchCounts) | undefined;
  /** Searches when `#stats` arrived. */
  #searches: SearchCounts | undefined;
  #starts = 0;
  #startedAt = 0;
  #saved = -1;
  /** State of the source that all searches reflect, or reflected before the process ended. */
  #head: SourceHead | undefined;
  /** Whether the running process has reached `#head`. */
  #isCurrent = false;
  #silence = new Silence();
  #isSilent = false;

  constructor(settings: IndexSettings, on: SearchProcessEvents, countSearches?: () => SearchCounts) {
    this.#settings = settings;
    this.#on = on;
    this.#countSearches = countSearches;
    this.#ready = new Promise((resolve) => {
      this.#becomeReady = resolve;
    });
    this.#running = keepRunning((succeeded) => this.#run(succeeded), {
      ...RESTART_DELAYS,
      signal: this.#closing.signal,
      onFailure: (reason, error) => (error instanceof SearchProcessEnded ? on.ended(error) : on.failure(reason, false)),
    });
  }

  async search({ body, signal }: SearchRequest): Promise<SearchAnswer> {
    for (;;) {
      const found = this.applied() && this.#leastBusy();
      if (!found) throw new SearchUnavailable(this.whyUnavailable());
      const [number, worker] = found;
      try {
        return await worker.search(body, signal);
      } catch (error) {
        if (error instanceof WorkerGone || error instanceof WorkerEnded) {
          this.#leave(number);
          this.#replaceUnlessEnded(number);
        }
        // A search that may have ended a worker would end the next one too.
        if (!(error instanceof WorkerGone)) throw error;
      }
    }
  }

  applied(): SourceHead | undefined {
    return this.#isCurrent && !this.#isSilent ? this.#head : undefined;
  }

  /** Reason why no search can be answered before an update is applied. */
  whyUnavailable(): string {
    return this.#isSilent ? "the search process does not answer" : "the search index is being built";
  }

  /** The last change in the snapshot on disk; -1 while none is known. */
  saved(): number {
    return this.#saved;
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  wake(): void {
    this.#send({ kind: "wake" });
  }

  stats(): SearchProcessStats {
    const pid = this.#stats && this.#child?.pid;
    const workers = this.#isSilent ? 0 : this.#workers.size;
    return { ...this.#stats, pid, workers, restarts: Math.max(0, this.#starts - 1) };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#send({ kind: "close" });
    await withTimeout(CLOSE_TIMEOUT_MS, this.#running, () => this.#child?.kill("SIGKILL"));
    await this.#running;
  }

  #figures(): ProcessFigures {
    return {
      pid: this.#child?.pid,
      uptimeMs: Math.round(performance.now() - this.#startedAt),
      restarts: this.#starts - 1,
      residentBytes: this.#stats?.residentBytes,
      searches: this.#searches,
    };
  }

  /** Runs the process once. Rejects when it has ended. */
  async #run(succeeded: () => void): Promise<void> {
    await removeAbandonedFolders();
    let pinging: NodeJS.Timeout | undefined;
    try {
      this.#closing.signal.throwIfAborted();
      const child = fork(fileURLToPath(workerUrl(import.meta.url, "./search-process")), {
        execArgv: MEMORY_FLAGS,
        env: { ...MEMORY_ENVIRONMENT, ...passedEnvironment() },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      this.#child = child;
      this.#starts++;
      this.#startedAt = performance.now();
      const ended = new Promise<never>((_, reject) => {
        // Never removed: sending to a process that is ending fails too.
        child.on("error", reject);
        child.once("exit", (...end) => reject(new SearchProcessEnded(...end, this.#isSilent, this.#figures())));
      });
      // Late messages of an ended process are ignored.
      child.on("message", (message: FromProcess) => this.#child === child && this.#hear(message, succeeded));
      this.#send({ kind: "start", settings: { ...this.#settings, workers: SEARCH_WORKERS + SPARE_WORKERS } });
      this.#silence = new Silence();
      pinging = setInterval(() => this.#ping(), PING_INTERVAL_MS);
      await ended;
    } finally {
      clearInterval(pinging);
      this.#child?.kill("SIGKILL");
      this.#child = undefined;
      this.#isCurrent = false;
      this.#isSilent = false;
      this.#stats = undefined;
      this.#searches = undefined;
      for (const worker of [...this.#workers.values(), ...this.#away.values()]) worker.close();
      this.#workers.clear();
      this.#away.clear();
    }
  }

  /** Pings the process. Ends one that has been silent for long; `#run` then starts another. */
  #ping(): void {
    const found = this.#silence.ping();
    if (found !== "answers" && !this.#isSilent) this.#setSilent(true);
    if (found === "lost") this.#child?.kill("SIGKILL");
    else this.#send({ kind: "ping" });
  }

  #setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent;
    this.#on.silence(isSilent);
  }

  #hear(message: FromProcess, succeeded: () => void): void {
    this.#silence.heard();
    if (this.#isSilent) this.#setSilent(false);
    switch (message.kind) {
      case "worker":
        this.#serve(message.number, message.folder);
        break;
      case "worker-away":
        this.#leave(message.number);
        break;
      case "worker-ended":
        this.#leave(message.number)?.close();
        this.#away.delete(message.number);
        this.#on.workerEnded(message.reason, message.exitCode, this.#figures());
        break;
      case "stats":
        this.#stats = message.stats;
        this.#searches = this.#countSearches?.();
        break;
      case "saved":
        this.#saved = message.sequence;
        break;
      case "failure":
        this.#on.failure(message.reason, message.isLoss);
        break;
      case "snapshot-failure":
        this.#on.snapshotFailure(message.reason);
        break;
      case "snapshot-discarded":
        this.#on.snapshotDiscarded(message.reason);
        break;
      case "applied":
        this.#apply(message.head);
        succeeded();
    }
  }

  #serve(number: number, folder: string): void {
    const known = this.#away.get(number);
    this.#away.delete(number);
    try {
      this.#workers.set(number, known ?? new SearchWorker(new SocketFolder(folder)));
    } catch {
      // The folder was deleted, and another may have its name.
      this.#send({ kind: "replace", number });
    }
  }

  /** After a restart, the index is searched only once it has reached the state reported before. */
  #apply(head: SourceHead): void {
    if (this.#head && head.sequence < this.#head.sequence) return;
    this.#head = head;
    this.#isCurrent = true;
    this.#becomeReady();
    this.#on.applied(head);
  }

  /**
   * Replaces a worker that closes connections or does not listen, unless it has ended: then its process reports so in
   * time. Else its socket was deleted.
   */
  #replaceUnlessEnded(number: number): void {
    const child = this.#child;
    const replace = () => {
      if (this.#child === child && this.#away.has(number)) this.#send({ kind: "replace", number });
    };
    setTimeout(replace, TOLD_WITHIN_MS).unref();
  }

  /** Gives the worker no more searches. */
  #leave(number: number): SearchWorker | undefined {
    const worker = this.#workers.get(number);
    if (worker) this.#away.set(number, worker);
    this.#workers.delete(number);
    return worker ?? this.#away.get(number);
  }

  #leastBusy(): readonly [number: number, worker: SearchWorker] | undefined {
    let least: [number, SearchWorker] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const each of this.#workers) {
      const { computing } = each[1];
      if (computing < fewest) [least, fewest] = [each, computing];
    }
    if (!least) return undefined;
    // Moved to the end, so that equally busy workers take turns: one may still be busy with an abandoned search.
    this.#workers.delete(least[0]);
    this.#workers.set(...least);
    return least;
  }

  #send(message: ToProcess): void {
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }
}
