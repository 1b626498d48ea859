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

/** What waits or is open of one client. */
interface Client {
  readonly waiting: (() => void)[];
  open: number;
}

/**
 * Lets a bounded number of searches into an engine. The others wait: clients take turns, so that one that sends many
 * delays itself and nobody else. Beyond the queue's limits a search is refused at once.
 */
export class Admission {
  readonly #engine: SearchEngine;
  readonly #limits: AdmissionLimits;
  /** In the order of their turns. Holds only clients of which something waits or is open. */
  readonly #clients = new Map<string, Client>();
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
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
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
      return { body: endedBy(body, end) };
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
      this.#admit();
    });
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

async function* endedBy(chunks: AsyncIterable<Uint8Array>, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } finally {
    end();
  }
}
