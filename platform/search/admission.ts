import { type SearchAnswer, SearchBusy, type SearchEngine, type SearchRequest, type SearchSignal } from "./port.ts";

export interface AdmissionLimits {
  /** Searches whose answer has not begun, at a time. */
  readonly running: number;
  /** Searches that run or whose answer is being read, at a time. */
  readonly open: number;
  /** Of these, those of one client. */
  readonly openPerClient: number;
  readonly waiting: number;
  readonly waitingPerClient: number;
}

/** What holds for both engines; how many run at a time is the engine's to say. */
export const ADMISSION_LIMITS = { open: 64, openPerClient: 16, waiting: 256, waitingPerClient: 200 } as const;

export interface SearchCounts {
  readonly running: number;
  readonly open: number;
  readonly waiting: number;
}

/** How long a reader may let its answer wait in all before it gives way, where other searches wait for it. */
const MAX_PAUSED_MS = 2_000;
const PAUSE_CHECK_INTERVAL_MS = 250;

/** What waits or is open of one client. */
interface Client {
  readonly waiting: (() => void)[];
  open: number;
}

/**
 * Lets a bounded number of searches into an engine. The others wait: clients take turns, so that one that sends many
 * delays itself and nobody else. Beyond the queue's limits a search is refused at once. Where as many answers are open as
 * may be, those whose readers let them wait longest are cut for searches that wait.
 */
export class Admission {
  readonly #engine: SearchEngine;
  readonly #limits: AdmissionLimits;
  /** In the order of their turns. Holds only clients of which something waits or is open. */
  readonly #clients = new Map<string, Client>();
  readonly #readers = new Set<Reader>();
  #pauseCheck: NodeJS.Timeout | undefined;
  #running = 0;
  #open = 0;
  #waiting = 0;

  constructor(engine: SearchEngine, limits: AdmissionLimits) {
    this.#engine = engine;
    this.#limits = limits;
  }

  get counts(): SearchCounts {
    return { running: this.#running, open: this.#open, waiting: this.#waiting };
  }

  /** The engine as this client may use it. Its searches throw SearchBusy when too many wait. */
  engineFor(client: string): SearchEngine {
    return { search: (request) => this.#search(client, request) };
  }

  async #search(name: string, request: SearchRequest): Promise<SearchAnswer> {
    const { signal } = request;
    const client = await this.#enter(name, signal);
    let isRunning = true;
    const begin = () => {
      if (!isRunning) return;
      isRunning = false;
      this.#running--;
      this.#admit();
    };
    const reader = new Reader(signal);
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#readers.delete(reader);
      signal.removeEventListener("abort", end);
      client.open--;
      this.#open--;
      this.#drop(name, client);
      begin();
      this.#admit();
    };
    signal.addEventListener("abort", end);
    try {
      const { body } = await this.#engine.search(request);
      begin();
      if (isOpen) this.#readers.add(reader);
      return { body: reader.watched(body, end) };
    } catch (error) {
      end();
      throw error;
    }
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
    const { waiting, waitingPerClient } = this.#limits;
    if (this.#waiting >= waiting || client.waiting.length >= waitingPerClient) {
      this.#drop(name, client);
      throw new SearchBusy("too many searches are waiting");
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener("abort", leave);
        client.waiting.splice(client.waiting.indexOf(enter), 1);
        this.#waiting--;
        this.#drop(name, client);
        reject(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      client.waiting.push(enter);
      this.#waiting++;
      signal.addEventListener("abort", leave);
      this.#pauseCheck ??= setInterval(() => this.#cutSlowReaders(), PAUSE_CHECK_INTERVAL_MS).unref();
      this.#admit();
    });
  }

  #cutSlowReaders(): void {
    if (this.#waiting === 0) {
      clearInterval(this.#pauseCheck);
      this.#pauseCheck = undefined;
    }
    while (this.#open >= this.#limits.open && this.#someMayOpen()) {
      const slowest = [...this.#readers].reduce<Reader | undefined>(slower, undefined);
      if (!slowest || slowest.pausedMs <= MAX_PAUSED_MS) return;
      // Deleted here as well, since a signal need not abort.
      this.#readers.delete(slowest);
      slowest.cut();
    }
  }

  /** Whether a client has a search that waits, and fewer open than it may have. */
  #someMayOpen(): boolean {
    const { openPerClient } = this.#limits;
    return [...this.#clients.values()].some(({ waiting, open }) => waiting.length > 0 && open < openPerClient);
  }

  #admit(): void {
    for (let next = this.#nextClient(); next; next = this.#nextClient()) {
      const [name, client] = next;
      // To the end of the turns.
      this.#clients.delete(name);
      this.#clients.set(name, client);
      this.#waiting--;
      this.#count(client);
      client.waiting.shift()?.();
    }
  }

  #nextClient(): [string, Client] | undefined {
    if (this.#waiting === 0) return undefined;
    for (const entry of this.#clients) if (entry[1].waiting.length > 0 && this.#hasRoom(entry[1])) return entry;
    return undefined;
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

/** Who reads an answer, and how long that has let it wait. */
class Reader {
  readonly #signal: SearchSignal;
  #pausedMs = 0;
  #pausedAt: number | undefined;

  constructor(signal: SearchSignal) {
    this.#signal = signal;
  }

  get pausedMs(): number {
    return this.#pausedMs + (this.#pausedAt === undefined ? 0 : performance.now() - this.#pausedAt);
  }

  cut(): void {
    this.#signal.cut?.(new SearchBusy("the answer was read too slowly while other searches waited"));
  }

  async *watched(chunks: AsyncIterable<Uint8Array>, end: () => void): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        this.#pausedAt = performance.now();
        yield chunk;
        this.#pausedMs = this.pausedMs;
        this.#pausedAt = undefined;
      }
    } finally {
      end();
    }
  }
}

const slower = (one: Reader | undefined, other: Reader): Reader =>
  one && one.pausedMs >= other.pausedMs ? one : other;
