import { FairQueue } from "../admission/fair-queue.ts";
import { LIMITS } from "../admission/limits.ts";
import { Places } from "../admission/places.ts";
import { Reader, slowestOf } from "../admission/reader.ts";
import { wait } from "../admission/wait.ts";
import { type SearchAnswer, SearchBusy, type SearchEngine, type SearchRequest, type SearchSignal } from "./port.ts";

export interface AdmissionLimits {
  /** Maximum searches computed at a time: until the answer begins, and while more of it is computed for its reader. */
  readonly running: number;
  /** Maximum searches at a time that run or whose answers are being read. */
  readonly open: number;
  /** Maximum of these per client. */
  readonly openPerClient: number;
  readonly waiting: number;
  readonly waitingPerClient: number;
  /** Maximum waiting searches of a client that arrived within a second, as a multiple of `running`. */
  readonly newlyWaitingPerRunning: number;
}

export interface SearchCounts {
  readonly running: number;
  readonly open: number;
  readonly waiting: number;
}

const CHECK_INTERVAL_MS = 250;

/** Time for which a waiting search counts as new. */
const NEW_MS = 1_000;

interface Waiting {
  readonly client: string;
  readonly sinceMs: number;
  readonly signal: SearchSignal;
  readonly settle: (run: Run | undefined) => void;
}

/**
 * Admits a bounded number of searches to an engine. The others wait, and the client with the fewest open searches is
 * next, so that a client with many searches delays only itself. Beyond the queue's limits a search is refused at once.
 * When all places for open answers are taken, the answers paused longest by their readers are cut for waiting searches.
 * When all running places are taken, the search that has run longest, without its reader's pauses, is cut for a client
 * without an open search.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  /** Places of searches that run or whose answers are being read. */
  readonly #open: Places<Run>;
  readonly #queue: FairQueue<Waiting>;
  /** Searches being computed. */
  readonly #runs = new Set<Run>();
  /** Searches whose answer is being read. */
  readonly #readers = new Set<Run>();
  #check: NodeJS.Timeout | undefined;

  constructor(limits: AdmissionLimits) {
    const { open, openPerClient, waiting, waitingPerClient } = limits;
    this.#limits = limits;
    this.#open = new Places({ all: open, perClient: openPerClient });
    this.#queue = new FairQueue({ all: waiting, perClient: waitingPerClient }, (client) => this.#open.heldBy(client));
  }

  get counts(): SearchCounts {
    return { running: this.#runs.size, open: this.#open.all.held, waiting: this.#queue.all.held };
  }

  /**
   * The engine for this client. Its searches throw SearchBusy when too many wait.
   * @throws SearchBusy when too many wait now, so that no work is done for a search that would be refused.
   */
  engineFor(client: string, engine: SearchEngine): SearchEngine {
    if (!this.#mayWait(client)) throw tooMany();
    return { search: (request) => this.#search(client, engine, request) };
  }

  async #search(client: string, engine: SearchEngine, request: SearchRequest): Promise<SearchAnswer> {
    const { signal } = request;
    const run = await this.#enter(client, signal);
    const end = () => {
      signal.removeEventListener("abort", end);
      run[Symbol.dispose]();
      this.#readers.delete(run);
      this.#runs.delete(run);
      this.#admit();
    };
    signal.addEventListener("abort", end);
    try {
      const { body, isComputed } = await engine.search(request);
      this.#rest(run);
      if (run.isOpen) this.#readers.add(run);
      return { body: endingWith(end, run.watched(isComputed ? this.#computed(run, body) : body)) };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Passes on the pieces of an answer, each computed while its reader waits for it. */
  async *#computed(run: Run, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#goOn(run);
    for await (const chunk of chunks) {
      this.#rest(run);
      yield chunk;
      this.#goOn(run);
    }
  }

  /** Continues an answer, unless it was cut or its reader has left. */
  #goOn(run: Run): void {
    if (this.#readers.has(run)) this.#runs.add(run);
  }

  #rest(run: Run): void {
    if (this.#runs.delete(run)) this.#admit();
  }

  /** Resolves when it is this search's turn. @throws SearchBusy · the signal's reason */
  async #enter(client: string, signal: SearchSignal): Promise<Run> {
    signal.throwIfAborted();
    return (this.#queue.all.held === 0 && this.#begin(client, signal)) || (await this.#wait(client, signal));
  }

  /** Undefined when there is no room. */
  #begin(client: string, signal: SearchSignal): Run | undefined {
    const run = new Run(signal);
    if (this.#runs.size >= this.#limits.running || !run.enter(this.#open, client)) return undefined;
    this.#runs.add(run);
    return run;
  }

  async #wait(client: string, signal: SearchSignal): Promise<Run> {
    if (!this.#mayWait(client)) throw tooMany();
    signal.isWaiting = true;
    const turn = wait<Run | undefined>(
      (settle) => this.#queue.take(client, { client, sinceMs: performance.now(), signal, settle }),
      undefined,
      { signal },
    );
    this.#check ??= setInterval(() => this.#makeRoom(), CHECK_INTERVAL_MS).unref();
    this.#admit();
    const run = await turn;
    if (!run) throw signal.reason;
    signal.isWaiting = false;
    return run;
  }

  /** Whether one more search of the client may wait. */
  #mayWait(client: string): boolean {
    const own = this.#queue.client(client);
    const mostNew = this.#limits.newlyWaitingPerRunning * this.#limits.running;
    const sinceMs = own && own.held >= mostNew ? [...own.holders()].at(-mostNew)?.sinceMs : undefined;
    return !this.#queue.lack(client) && (sinceMs === undefined || sinceMs <= performance.now() - NEW_MS);
  }

  #makeRoom(): void {
    if (this.#queue.all.held === 0) {
      clearInterval(this.#check);
      this.#check = undefined;
    }
    this.#cutSlowReaders();
    this.#cutLongSearches();
  }

  #cutSlowReaders(): void {
    while (this.#someWait((client) => this.#open.lack(client) === "all")) {
      const slowest = slowestOf(this.#readers, LIMITS.readerGivesWayAfterMs);
      if (!slowest) return;
      // Deleted here too, since a signal need not abort.
      this.#readers.delete(slowest);
      slowest.cut();
    }
  }

  #cutLongSearches(): void {
    for (const run of [...this.#runs].sort((a, b) => b.computedMs - a.computedMs)) {
      const isWanted =
        this.#runs.size >= this.#limits.running && this.#someWait((client) => !this.#open.client(client));
      if (run.computedMs <= LIMITS.searchGivesWayAfterMs || !isWanted) return;
      run.signal.cut?.(new SearchBusy("the search took long while others waited"));
    }
  }

  #someWait(isMeant: (client: string) => boolean): boolean {
    for (const { client } of this.#queue.all.holders()) if (isMeant(client)) return true;
    return false;
  }

  #admit(): void {
    while (this.#queue.all.held > 0 && this.#runs.size < this.#limits.running) {
      const next = this.#queue.next(({ client }) => !this.#open.lack(client));
      if (!next) return;
      next.settle(this.#begin(next.client, next.signal));
    }
  }
}

const tooMany = () => new SearchBusy("too many searches are waiting");

/** An admitted search, and the reader of its answer. */
class Run extends Reader {
  readonly signal: SearchSignal;
  readonly #sinceMs = performance.now();

  constructor(signal: SearchSignal) {
    super(() => signal.cut?.(new SearchBusy("the answer was read too slowly while other searches waited")));
    this.signal = signal;
  }

  /** Time since its start without the pauses of its reader. */
  get computedMs(): number {
    return performance.now() - this.#sinceMs - this.pausedMs;
  }
}

async function* endingWith(end: () => void, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } finally {
    end();
  }
}
