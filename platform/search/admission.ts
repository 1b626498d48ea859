import {
  MAX_NEWLY_WAITING_PER_RUNNING,
  MAX_OPEN_PER_CLIENT,
  MAX_OPEN_SEARCHES,
  MAX_PAUSED_MS,
  MAX_RUN_MS,
  MAX_WAITING_PER_CLIENT,
  MAX_WAITING_SEARCHES,
} from "../../contracts/search-limits.ts";
import { Reader, slowestOf } from "../admission/reader.ts";
import { type SearchAnswer, SearchBusy, type SearchEngine, type SearchRequest, type SearchSignal } from "./port.ts";

export interface AdmissionLimits {
  /** Searches that are computed at a time: until the answer begins, and where more of it is computed while its reader waits. */
  readonly running: number;
  /** Searches that run or whose answer is being read, at a time. */
  readonly open: number;
  /** Of these, those of one client. */
  readonly openPerClient: number;
  readonly waiting: number;
  readonly waitingPerClient: number;
  /** Of these, those that came within a second, for each that runs at a time. */
  readonly newlyWaitingPerRunning: number;
}

/** What holds for both engines; how many run at a time is the engine's to say. */
export const ADMISSION_LIMITS = {
  open: MAX_OPEN_SEARCHES,
  openPerClient: MAX_OPEN_PER_CLIENT,
  waiting: MAX_WAITING_SEARCHES,
  waitingPerClient: MAX_WAITING_PER_CLIENT,
  newlyWaitingPerRunning: MAX_NEWLY_WAITING_PER_RUNNING,
} as const;

export interface SearchCounts {
  readonly running: number;
  readonly open: number;
  readonly waiting: number;
}

const CHECK_INTERVAL_MS = 250;

/** How long a search that waits is one that came newly. */
const NEW_MS = 1_000;

/** What waits or is open of one client. */
interface Client {
  /** In the order of their arrival. */
  readonly waiting: Waiting[];
  open: number;
}

interface Waiting {
  readonly sinceMs: number;
  readonly enter: () => void;
}

/**
 * Lets a bounded number of searches into an engine. The others wait: the client of which least is open is next, so that
 * one that sends many delays itself and nobody else. Beyond the queue's limits a search is refused at once. Where as many
 * answers are open as may be, those whose readers let them wait longest are cut for searches that wait; where as many
 * searches run as may, the one that has run longest, its reader's pauses aside, is cut for a client of which nothing is open.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  /** Those of which as much is open are next in this order. Holds only clients of which something waits or is open. */
  readonly #clients = new Map<string, Client>();
  /** Searches that are computed. */
  readonly #runs = new Set<Run>();
  /** Searches whose answer is being read. */
  readonly #readers = new Set<Run>();
  #check: NodeJS.Timeout | undefined;
  #running = 0;
  #open = 0;
  #waiting = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  get counts(): SearchCounts {
    return { running: this.#running, open: this.#open, waiting: this.#waiting };
  }

  /**
   * The engine as this client may use it. Its searches throw SearchBusy when too many wait.
   * @throws SearchBusy when too many wait now, so that no work is done for a search that would be refused.
   */
  engineFor(client: string, engine: SearchEngine): SearchEngine {
    if (!this.#mayWait(this.#clients.get(client))) throw tooMany();
    return { search: (request) => this.#search(client, engine, request) };
  }

  async #search(name: string, engine: SearchEngine, request: SearchRequest): Promise<SearchAnswer> {
    const { signal } = request;
    const client = await this.#enter(name, signal);
    const run = new Run(signal);
    this.#runs.add(run);
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#readers.delete(run);
      signal.removeEventListener("abort", end);
      client.open--;
      this.#open--;
      this.#drop(name, client);
      this.#rest(run);
      this.#admit();
    };
    signal.addEventListener("abort", end);
    try {
      const { body, isComputed } = await engine.search(request);
      this.#rest(run);
      if (isOpen) this.#readers.add(run);
      return { body: endingWith(end, run.watched(isComputed ? this.#computed(run, body) : body)) };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** The pieces of an answer, each of which is computed while its reader waits for it. */
  async *#computed(run: Run, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#goOn(run);
    for await (const chunk of chunks) {
      this.#rest(run);
      yield chunk;
      this.#goOn(run);
    }
  }

  /** Goes on with an answer, unless it was cut or its reader has left. */
  #goOn(run: Run): void {
    if (!this.#readers.has(run)) return;
    this.#runs.add(run);
    this.#running++;
  }

  #rest(run: Run): void {
    if (!this.#runs.delete(run)) return;
    this.#running--;
    this.#admit();
  }

  /** Resolves when it is this search's turn. @throws SearchBusy · what the signal was aborted with */
  async #enter(name: string, signal: SearchSignal): Promise<Client> {
    signal.throwIfAborted();
    const client = this.#clients.get(name) ?? { waiting: [], open: 0 };
    this.#clients.set(name, client);
    if (this.#waiting === 0 && this.#hasRoom(client)) this.#count(client);
    else await this.#wait(name, client, signal);
    return client;
  }

  #wait(name: string, client: Client, signal: SearchSignal): Promise<void> {
    if (!this.#mayWait(client)) {
      this.#drop(name, client);
      throw tooMany();
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener("abort", leave);
        client.waiting.splice(client.waiting.indexOf(waiting), 1);
        this.#waiting--;
        this.#drop(name, client);
        reject(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener("abort", leave);
        signal.isWaiting = false;
        resolve();
      };
      const waiting: Waiting = { sinceMs: performance.now(), enter };
      signal.isWaiting = true;
      client.waiting.push(waiting);
      this.#waiting++;
      signal.addEventListener("abort", leave);
      this.#check ??= setInterval(() => this.#makeRoom(), CHECK_INTERVAL_MS).unref();
      this.#admit();
    });
  }

  /** Whether one more search of the client may wait. */
  #mayWait(client: Client | undefined): boolean {
    const { running, waiting, waitingPerClient, newlyWaitingPerRunning } = this.#limits;
    const own = client?.waiting ?? [];
    const sinceMs = own.at(-newlyWaitingPerRunning * running)?.sinceMs ?? -Infinity;
    return this.#waiting < waiting && own.length < waitingPerClient && sinceMs <= performance.now() - NEW_MS;
  }

  #makeRoom(): void {
    if (this.#waiting === 0) {
      clearInterval(this.#check);
      this.#check = undefined;
    }
    this.#cutSlowReaders();
    this.#cutLongSearches();
  }

  #cutSlowReaders(): void {
    while (this.#open >= this.#limits.open && this.#someWaitWith(this.#limits.openPerClient - 1)) {
      const slowest = slowestOf(this.#readers, MAX_PAUSED_MS);
      if (!slowest) return;
      // Deleted here as well, since a signal need not abort.
      this.#readers.delete(slowest);
      slowest.cut();
    }
  }

  #cutLongSearches(): void {
    for (const run of [...this.#runs].sort((a, b) => b.computedMs - a.computedMs)) {
      const isLong = run.computedMs > MAX_RUN_MS;
      if (!isLong || this.#running < this.#limits.running || !this.#someWaitWith(0)) return;
      run.signal.cut?.(new SearchBusy("the search took long while others waited"));
    }
  }

  /** Whether a client has a search that waits, and at most so many open. */
  #someWaitWith(maxOpen: number): boolean {
    return [...this.#clients.values()].some(({ waiting, open }) => waiting.length > 0 && open <= maxOpen);
  }

  #admit(): void {
    for (let next = this.#nextClient(); next; next = this.#nextClient()) {
      const [name, client] = next;
      // To the end of the turns.
      this.#clients.delete(name);
      this.#clients.set(name, client);
      this.#waiting--;
      this.#count(client);
      client.waiting.shift()?.enter();
    }
  }

  #nextClient(): [string, Client] | undefined {
    if (this.#waiting === 0) return undefined;
    let next: [string, Client] | undefined;
    for (const entry of this.#clients) {
      const [, { waiting, open }] = entry;
      if (waiting.length > 0 && open < (next?.[1].open ?? Infinity) && this.#hasRoom(entry[1])) next = entry;
    }
    return next;
  }

  #hasRoom(client: Client): boolean {
    const { running, open, openPerClient } = this.#limits;
    return this.#running < running && this.#open < open && client.open < openPerClient;
  }

  #count(client: Client): void {
    client.open++;
    this.#open++;
    this.#running++;
  }

  #drop(name: string, client: Client): void {
    if (client.open === 0 && client.waiting.length === 0) this.#clients.delete(name);
  }
}

const tooMany = () => new SearchBusy("too many searches are waiting");

/** A search that was let in, and the reader of its answer. */
class Run extends Reader {
  readonly signal: SearchSignal;
  readonly #sinceMs = performance.now();

  constructor(signal: SearchSignal) {
    super(() => signal.cut?.(new SearchBusy("the answer was read too slowly while other searches waited")));
    this.signal = signal;
  }

  /** The time that it has not waited for its reader. */
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
