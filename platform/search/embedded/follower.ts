import { type Builder, type BuiltSegment, buildSegment, changesIn, type Range } from "./building.ts";
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
  /** Helps when a large index is first built. */
  readonly help?: Help;
  /** Looks at the source this often, whether woken or not. */
  readonly pollMilliseconds: number;
}

export interface Help {
  /** Last changes of an even number of parts of the source up to `to`, none of more than `largest` documents. */
  parts(to: number, largest: number): Promise<readonly number[]>;
  builder(): Builder;
}

/** Documents of a segment while the index is first built, at most. */
const largestBuilt = 30_000;
/** Changes that are indexed before a second builder has begun to be of use. */
const worthHelp = 10_000;
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
    const { source, help } = this.#options;
    let head = await source.head();
    if (help && this.#applied < 0 && head.sequence > worthHelp) {
      await this.#buildTogether(head.sequence, help);
      head = await source.head();
    }
    if (head.sequence <= this.#applied) {
      if (head.position !== this.#position) this.#publish(head);
      return;
    }
    for await (const changes of changesIn(source, { after: this.#applied, to: head.sequence })) {
      for (const change of changes) this.#indexer.apply(change);
      this.#applied = changes.at(-1)?.sequence ?? this.#applied;
      if (this.#indexer.building >= largestBuilt) this.#indexer.flush();
      if (this.#closed) return;
    }
    this.#applied = Math.max(this.#applied, head.sequence);
    this.#publish(head);
  }

  /** Two builders take one part after the other, until all that the source holds up to `to` is in the index. */
  async #buildTogether(to: number, help: Help): Promise<void> {
    const { source, mapping, dynamicFields, sourceMemory } = this.#options;
    const parts = await help.parts(to, largestBuilt);
    const ranges = parts.map((last, index) => ({ after: parts[index - 1] ?? -1, to: last }));
    const settings = { mapping, dynamicFields, sourceRoom: Math.floor(sourceMemory / ranges.length) };
    const second = help.builder();
    const built: BuiltSegment[] = [];
    let next = 0;
    const work = async (build: (range: Range) => Promise<BuiltSegment>): Promise<void> => {
      while (next < ranges.length && !this.#closed) {
        const place = next++;
        built[place] = await build(ranges[place]!);
      }
    };
    try {
      const here = work((range) => buildSegment(source, range, settings));
      const there = work((range) => second.build(range, settings));
      await Promise.allSettled([here, there]);
      await Promise.all([here, there]);
    } finally {
      await second.close();
    }
    if (!this.#closed && this.#indexer.adopt(built)) this.#applied = to;
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
