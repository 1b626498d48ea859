import { item } from "../../../../search-engine/bytes/arrays.ts";
import { type BuiltSegment, Indexer, type Publication } from "../../../../search-engine/index/indexer.ts";
import type { MappingJson } from "../../../../search-engine/index/schema.ts";
import { comparePositions, type Position } from "../../../event-store/port.ts";
import type { DocumentSource, SourceHead } from "../../documents/source.ts";
import type { Snapshot, Snapshots } from "../snapshots/store.ts";
import { type Builder, buildSegment, changesIn, type Range } from "./building.ts";
import { correct, type Sibling } from "./sibling.ts";

/** A new state of the index. */
export interface IndexUpdate {
  /** Undefined when the source has moved without a change of documents. */
  readonly publication: Publication | undefined;
  /** The state of the source that the index reflects; undefined if unchanged, after a merge. */
  readonly head: SourceHead | undefined;
}

/** Settings for the contents of an index, and for following its source. */
export interface FollowSettings {
  readonly mapping: MappingJson;
  /** Maximum number of dynamic fields. */
  readonly dynamicFields: number;
  /** Maximum bytes of documents that the segments hold. */
  readonly sourceMemory: number;
  /** Milliseconds between polls of the source in case a notification was lost. */
  readonly pollIntervalMs: number;
  /** Minimum interval between snapshots; half a minute unless given. */
  readonly snapshotIntervalMs?: number;
}

export interface EmbeddedFollowerOptions extends FollowSettings {
  readonly source: DocumentSource;
  readonly onUpdate: (update: IndexUpdate) => void;
  readonly onFailure: (error: unknown) => void;
  /** Keeps the index from one start to the next. */
  readonly snapshots?: Snapshots;
  readonly onSnapshotFailure?: (error: unknown) => void;
  /** Called when there is a snapshot with which the index can't begin. */
  readonly onSnapshotDiscarded?: (error: unknown) => void;
  /** Called when there is a snapshot up to this change. */
  readonly onSaved?: (sequence: number) => void;
  /** Finds a sibling to begin with where there is no snapshot of the index. */
  readonly sibling?: () => Promise<Sibling | undefined>;
  /** Speeds up the first build of a large index. */
  readonly help?: Help;
}

/** A second builder for the first build. */
export interface Help {
  /**
   * Divides the documents with a sequence up to `to` into an even number of parts of `smallest` to `largest` documents.
   * Returns the last sequence of each part; none if there are too few documents.
   */
  parts(to: number, smallest: number, largest: number): Promise<readonly number[]>;
  builder(): Builder;
}

/** Maximum documents of a segment that is built while catching up. */
const MAX_BUILT_DOCUMENTS = 30_000;
/** Minimum documents of a part: a second builder does not pay off for fewer. */
const MIN_BUILT_DOCUMENTS = 5_000;
/** Time for which a source may stand still while a sibling is ahead of it. */
const MAX_STANDING_MS = 30_000;
/** Time without a change after which segments are merged that would otherwise wait for more of their size. */
const QUIET_AFTER_MS = 1_000;
const RETRY_INTERVAL_MS = 500;
const SNAPSHOT_INTERVAL_MS = 30_000;
/** Maximum changes that the last snapshot may lack at the end. The next start reads them in half a second. */
export const MAX_UNSAVED_CHANGES = 2_000;

/** Keeps an index up to date with its source: reads changes, publishes them, and merges segments in between. */
export class EmbeddedFollower {
  readonly #options: EmbeddedFollowerOptions;
  #indexer: Indexer;
  /** Whether it has looked for snapshots. */
  #hasBegun = false;
  /** Sibling to begin with, until the source has reached its position: then the two can be compared. */
  #sibling: Sibling | undefined;
  /** Position of the source while it is awaited, and the time since which it has been there. */
  #standing: { readonly position: Position; readonly since: number } | undefined;
  /** Sequence up to which the index has every change; -1 before the first. */
  #applied = -1;
  /** Last published state of the source. */
  #published: SourceHead | undefined;
  #woken = true;
  #wakeUp: (() => void) | undefined;
  #changedAt = performance.now();
  #closed = false;
  /** Last published state of the source, until a snapshot is begun. */
  #unsaved: SourceHead | undefined;
  /** The last change in the last snapshot. */
  #saved = -1;
  #saving: Promise<void> | undefined;
  #nextSnapshot = 0;

  constructor(options: EmbeddedFollowerOptions) {
    this.#options = options;
    this.#indexer = emptyIndexer(options);
  }

  wake(): void {
    this.#woken = true;
    this.#wakeUp?.();
  }

  /** Recycles the memory of segments that publication `number` has replaced, once no snapshot is being written. */
  async release(number: number): Promise<void> {
    const indexer = this.#indexer;
    await this.#saving;
    indexer.release(number);
  }

  close(): void {
    this.#closed = true;
    this.wake();
  }

  /** Runs until `close`. Failures of the source are reported and retried. */
  async run(): Promise<void> {
    await this.#follow();
    await this.#saving;
    if (this.#unsaved && this.#unsaved.sequence > this.#saved + MAX_UNSAVED_CHANGES) await this.#save(this.#unsaved);
  }

  async #follow(): Promise<void> {
    let nextPoll = 0;
    while (!this.#closed) {
      try {
        if (this.#unsaved && !this.#saving && performance.now() >= this.#nextSnapshot) {
          this.#saving = this.#save(this.#unsaved).finally(() => {
            this.#saving = undefined;
          });
        }
        if (this.#woken || performance.now() >= nextPoll) {
          await this.#mergeBacklog();
          this.#woken = false;
          nextPoll = performance.now() + this.#options.pollIntervalMs;
          await this.#catchUp();
          continue;
        }
        if (!(await this.#merge())) await this.#sleep(nextPoll - performance.now());
      } catch (error) {
        if (this.#closed) return;
        this.#options.onFailure(error);
        await this.#sleep(RETRY_INTERVAL_MS);
        this.#woken = true;
      }
    }
  }

  /** Without it, segments would accumulate while changes never pause. */
  async #mergeBacklog(): Promise<void> {
    while (this.#indexer.isBehind && !this.#closed) if (!(await this.#merge())) return;
  }

  /** Merges for about 20 ms. False when there is nothing to merge. */
  async #merge(): Promise<boolean> {
    const isQuiet = performance.now() - this.#changedAt >= QUIET_AFTER_MS;
    const merging = this.#indexer.mergeStep(isQuiet);
    if (merging === "idle") return false;
    if (merging === "merged") this.#publish();
    await new Promise((go) => setImmediate(go));
    return true;
  }

  async #catchUp(): Promise<void> {
    const { source, help } = this.#options;
    let head = await source.head();
    if (!this.#hasBegun) await this.#begin(head);
    if (this.#sibling && this.#isWorthWaiting(this.#sibling, head)) return this.#takeOver(this.#sibling, head);
    if (help && this.#applied < 0) {
      await this.#buildInParallel(head.sequence, help);
      head = await source.head();
    }
    if (head.sequence <= this.#applied) {
      if (!this.#published) this.#publish(head);
      else if (head.position !== this.#published.position) this.#move(head);
      return;
    }
    this.#changedAt = performance.now();
    for await (const changes of changesIn(source, { after: this.#applied, to: head.sequence })) {
      for (const change of changes) this.#indexer.apply(change);
      this.#applied = changes.at(-1)?.sequence ?? this.#applied;
      if (this.#indexer.building >= MAX_BUILT_DOCUMENTS) this.#indexer.flush();
      if (this.#closed) return;
    }
    this.#applied = Math.max(this.#applied, head.sequence);
    this.#publish(head);
  }

  /** Starts with the last snapshot, unless the source is older, or with that of a sibling. */
  async #begin(head: SourceHead): Promise<void> {
    const { sibling, onSnapshotDiscarded } = this.#options;
    this.#hasBegun = true;
    // A snapshot only saves time: without it the index is built from the source.
    const snapshot = await this.#lastSnapshot(head).catch((error) => {
      onSnapshotDiscarded?.(error);
      return undefined;
    });
    if (!snapshot) {
      this.#sibling = await sibling?.();
      return;
    }
    this.#indexer = this.#restored(snapshot);
    this.#applied = snapshot.head.sequence;
    this.#noteSaved(this.#applied);
    this.#delaySnapshot();
  }

  /** @throws Error when there is one that the index can't begin with */
  async #lastSnapshot(head: SourceHead): Promise<Snapshot | undefined> {
    const snapshot = await this.#options.snapshots?.load();
    if (snapshot && snapshot.head.sequence > head.sequence)
      throw new Error(`it goes up to change ${snapshot.head.sequence}, its table up to ${head.sequence}`);
    return snapshot;
  }

  /** Whether the source has reached the sibling's position, or moves: one that stands still may never get there. */
  #isWorthWaiting({ snapshot }: Sibling, { position }: SourceHead): boolean {
    const now = performance.now();
    if (this.#standing?.position !== position) this.#standing = { position, since: now };
    const isLevel = comparePositions(position, snapshot.head.position) >= 0;
    if (isLevel || now - this.#standing.since < MAX_STANDING_MS) return true;
    this.#sibling = undefined;
    return false;
  }

  /** Turns the index of a sibling into that of the source. */
  async #takeOver({ snapshot, current }: Sibling, head: SourceHead): Promise<void> {
    if (comparePositions(head.position, snapshot.head.position) < 0) return;
    const indexer = this.#restored(snapshot);
    await correct(indexer, head, { source: this.#options.source, current, ended: () => this.#closed });
    if (this.#closed) return;
    this.#sibling = undefined;
    this.#indexer = indexer;
    this.#applied = head.sequence;
    this.#publish(head);
  }

  #restored(snapshot: Snapshot): Indexer {
    const indexer = emptyIndexer(this.#options);
    indexer.restore(snapshot);
    return indexer;
  }

  /** Writes a snapshot in the background: published segments no longer change. */
  async #save(head: SourceHead): Promise<void> {
    const { snapshots, onSnapshotFailure } = this.#options;
    if (!snapshots) return;
    this.#unsaved = undefined;
    try {
      await snapshots.save({ ...this.#indexer.state(), head });
      this.#noteSaved(head.sequence);
    } catch (error) {
      onSnapshotFailure?.(error);
    }
    this.#delaySnapshot();
  }

  #noteSaved(sequence: number): void {
    this.#saved = sequence;
    this.#options.onSaved?.(sequence);
  }

  #delaySnapshot(): void {
    this.#nextSnapshot = performance.now() + (this.#options.snapshotIntervalMs ?? SNAPSHOT_INTERVAL_MS);
  }

  /** First build, up to `to`: two builders each take the next part until all are built. */
  async #buildInParallel(to: number, help: Help): Promise<void> {
    const { source, mapping, dynamicFields, sourceMemory, onFailure } = this.#options;
    const parts = await help.parts(to, MIN_BUILT_DOCUMENTS, MAX_BUILT_DOCUMENTS);
    if (parts.length === 0) return;
    const ranges = parts.map((last, index) => ({ after: parts[index - 1] ?? -1, to: last }));
    const settings = { mapping, dynamicFields, sourceRoom: Math.floor(sourceMemory / ranges.length) };
    const built: BuiltSegment[] = [];
    const names = new Set<string>();
    const waiting = [...ranges.keys()];
    const work = async (build: Builder["build"]): Promise<void> => {
      // Beyond the limit, the order of documents decides which names become fields: one indexer reads the rest in
      // order.
      while (names.size <= dynamicFields && !this.#closed) {
        const place = waiting.shift();
        if (place === undefined) return;
        try {
          built[place] = await build(item(ranges, place), settings);
          for (const path of built[place].dynamicPaths) names.add(path);
        } catch (error) {
          waiting.unshift(place);
          throw error;
        }
      }
    };
    const second = help.builder();
    let over = false;
    const helping = work((...order) => second.build(...order)).catch((error) => {
      if (!over) onFailure(error);
    });
    const here: Builder["build"] = (...order) => buildSegment(source, ...order, () => this.#closed);
    try {
      await work(here);
      if (this.#closed) return;
      await helping;
      // Parts that the second builder gave back when it failed.
      await work(here);
    } finally {
      over = true;
      waiting.length = 0;
      await second.close();
      await helping;
      this.#adopt(ranges, built);
    }
  }

  /** Adopts the built segments in order, up to the first that is missing or does not fit. */
  #adopt(ranges: readonly Range[], built: readonly (BuiltSegment | undefined)[]): void {
    for (const [place, { to }] of ranges.entries()) {
      const part = built[place];
      if (this.#closed || !part || !this.#indexer.adopt(part)) return;
      this.#applied = to;
    }
  }

  #publish(head?: SourceHead): void {
    this.#published = head ?? this.#published;
    // After a merge too: a start from the merged segments is faster and takes less memory.
    this.#unsaved = this.#published;
    this.#options.onUpdate({ publication: this.#indexer.publish(), head });
  }

  #move(head: SourceHead): void {
    this.#published = head;
    this.#options.onUpdate({ publication: undefined, head });
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

const emptyIndexer = ({ mapping, dynamicFields, sourceMemory }: EmbeddedFollowerOptions): Indexer =>
  new Indexer(mapping, dynamicFields, sourceMemory);
