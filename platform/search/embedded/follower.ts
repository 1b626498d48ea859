import type { Publication } from "./index/indexer.ts";
import { Indexer } from "./index/indexer.ts";
import type { MappingJson } from "./index/schema.ts";
import type { DocumentSource, SourceHead } from "./source.ts";

/** A new state of the index, and the place in the source that it reflects; none before the first catching-up. */
export interface IndexUpdate {
  readonly publication: Publication;
  readonly head: SourceHead | undefined;
}

export interface FollowerOptions {
  readonly mapping: MappingJson;
  readonly dynamicFields: number;
  readonly sourceMemory: number;
  readonly source: DocumentSource;
  readonly onUpdate: (update: IndexUpdate) => void;
  readonly onFailure: (error: unknown) => void;
  /** Looks at the source this often, whether woken or not. */
  readonly pollMilliseconds: number;
}

const pageSize = 1_000;
/** Documents of a segment while the index is first built. */
const buildSegment = 30_000;
const retryMilliseconds = 500;

/** Keeps an index up with its source: reads changes when woken, publishes, and merges in between. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #indexer: Indexer;
  #applied = -1;
  #position: string | undefined;
  #woken = true;
  #wakeUp: (() => void) | undefined;
  #closed = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#indexer = new Indexer(options.mapping, options.dynamicFields, options.sourceMemory);
  }

  wake(): void {
    this.#woken = true;
    this.#wakeUp?.();
  }

  close(): void {
    this.#closed = true;
    this.wake();
  }

  /** Until `close`. Failures of the source are told and tried again. */
  async run(): Promise<void> {
    let nextPoll = 0;
    while (!this.#closed) {
      try {
        if (this.#woken || performance.now() >= nextPoll) {
          this.#woken = false;
          nextPoll = performance.now() + this.#options.pollMilliseconds;
          await this.#catchUp();
          continue;
        }
        const merging = this.#indexer.mergeStep();
        if (merging === "merged") this.#publish();
        await (merging === "idle" ? this.#sleep(nextPoll - performance.now()) : new Promise((go) => setImmediate(go)));
      } catch (error) {
        if (this.#closed) return;
        this.#options.onFailure(error);
        await this.#sleep(retryMilliseconds);
        this.#woken = true;
      }
    }
  }

  async #catchUp(): Promise<void> {
    const { source } = this.#options;
    const head = await source.head();
    if (head.sequence <= this.#applied) {
      if (head.position !== this.#position) this.#publish(head);
      return;
    }
    let page = source.changes(this.#applied, pageSize);
    for (;;) {
      const changes = await page;
      const last = changes.at(-1);
      const more = last !== undefined && last.sequence < head.sequence && !this.#closed;
      if (last && more) {
        // The next page is on its way while this one is indexed.
        page = source.changes(last.sequence, pageSize);
        page.catch(() => undefined);
      }
      for (const change of changes) this.#indexer.apply(change);
      if (last) this.#applied = last.sequence;
      if (this.#indexer.building >= buildSegment) this.#indexer.flush();
      if (!more) break;
    }
    this.#applied = Math.max(this.#applied, head.sequence);
    this.#publish(head);
  }

  #publish(head?: SourceHead): void {
    if (head) this.#position = head.position;
    this.#options.onUpdate({ publication: this.#indexer.publish(), head });
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (this.#woken || this.#closed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, milliseconds));
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wakeUp = undefined;
  }
}
