import type { Logger } from "pino";
import { delay } from "../../async/delay.ts";
import type { Database } from "../../database/port.ts";
import type { Position } from "../../event-store/port.ts";
import { tableGeneration } from "../documents/generation.ts";
import type { Change, DocumentSource, SourceHead } from "../documents/source.ts";
import type { DocumentView } from "../documents/table-source.ts";
import type { IndexMapping } from "../mapping.ts";
import { IndexLost, sendChanges } from "./bulk.ts";
import {
  blockWrites,
  createIndex,
  findIndexes,
  fingerprint,
  type IndexDefinition,
  type IndexNames,
  indexDefinition,
  indexNames,
  publishIndex,
  refreshIndex,
} from "./catalogue-index.ts";
import {
  type IndexCheckpoint,
  markSent,
  moveIndexCheckpoint,
  readIndexCheckpoint,
  replaceIndexCheckpoint,
  sentAnHourAgo,
} from "./checkpoint.ts";
import { type Cluster, ClusterRefused } from "./cluster.ts";
import { type CopiedIndex, copySibling } from "./sibling.ts";

export interface FollowerOptions {
  readonly cluster: Cluster;
  readonly database: Database;
  /** The view whose documents are indexed. */
  readonly view: DocumentView;
  /** Search alias. The names of the indexes and of the feed alias begin with it. */
  readonly alias: string;
  readonly source: DocumentSource;
  readonly mapping: IndexMapping;
  readonly log: Logger;
  /** Called whenever everything in the table is searchable, with its position in the log. */
  readonly onLevel?: (position: Position) => void;
}

/**
 * Target size of one read from the table, and its maximum number of changes. Each read becomes a request: with fewer
 * and larger ones the engine has fewer segments to merge.
 */
const READ_BYTES = 7 * 1024 * 1024;
const MAX_READ_ROWS = 1_000;
/** Concurrent requests. Their order does not matter, since each change carries its version. */
const MAX_REQUESTS = 2;
/** Interval at which the table is polled in case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;
/** Interval at which the existence of the index is checked. */
const INSPECTION_INTERVAL_MS = 2_000;
const MARK_INTERVAL_MS = 60_000;
/** Interval at which the checkpoint is saved while many changes are sent. */
const CHECKPOINT_INTERVAL_MS = 1_000;
/** Pause between refreshes, as a multiple of the last one's duration, up to MAX_REFRESH_DELAY_MS. */
const REFRESH_FACTOR = 4;
const MAX_REFRESH_DELAY_MS = 1_000;
/**
 * A refresh waits up to this long while the table keeps growing: one refresh for many changes costs less than one each.
 */
const GATHERING_MS = 500;

/** Feeds the index while the lease is held, until the first failure. */
export class FollowerSession {
  readonly #options: FollowerOptions;
  readonly #signal: AbortSignal;
  readonly #onLevel: () => void;
  readonly #names: IndexNames;
  readonly #definition: IndexDefinition;
  #checkpoint: IndexCheckpoint | undefined;
  /** Sequence up to which changes have been sent; the last requests may still be in flight. */
  #sent = 0;
  /**
   * Changes after `from` up to `to`, sent before this session, may have been lost: they are sent again in the
   * background.
   */
  #resend = { from: 0, to: 0 };
  /** Rows of the next read, adapted to READ_BYTES. */
  #rows = 100;
  /** Time since which the table has had changes that are not searchable. */
  #behindSince: number | undefined;
  #refreshed = { at: Number.NEGATIVE_INFINITY, took: 0 };
  #inspectedAt = Number.NEGATIVE_INFINITY;
  #markedAt = Number.NEGATIVE_INFINITY;
  #savedAt = Number.NEGATIVE_INFINITY;
  #wake = new AbortController();

  /** `onLevel` is called whenever everything in the table is searchable. */
  constructor(options: FollowerOptions, signal: AbortSignal, onLevel: () => void) {
    this.#options = options;
    this.#signal = signal;
    this.#onLevel = onLevel;
    this.#names = indexNames(options.alias);
    this.#definition = indexDefinition(options.mapping);
  }

  get checkpoint(): IndexCheckpoint | undefined {
    return this.#checkpoint;
  }

  /** Whether readers search the index that this session feeds. */
  get complete(): boolean {
    return (this.#checkpoint?.position ?? null) !== null;
  }

  /** Signals that the table may have changed. */
  wake(): void {
    this.#wake.abort();
  }

  /**
   * Resumes the index, or creates a new one.
   * @throws SearchUnavailable, ClusterRefused, database errors, the signal's reason
   */
  async begin(): Promise<void> {
    const { database, view } = this.#options;
    const source = `${await tableGeneration(database, view.tables.records)}/${fingerprint(this.#definition)}`;
    this.#checkpoint = (await this.#resumable(source)) ?? (await this.#startAnew(source));
    this.#sent = this.#checkpoint.sequence;
    const from = await sentAnHourAgo(database, this.#checkpoint.indexUuid);
    this.#resend = { from, to: this.#checkpoint.sequence };
  }

  /**
   * Follows until the signal aborts.
   * @throws IndexLost, DocumentRefused, SearchUnavailable, ClusterRefused, CheckpointMoved, database errors
   */
  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      this.#wake = new AbortController();
      const head = await this.#options.source.head();
      if (this.#current.position !== head.position) this.#behindSince ??= performance.now();
      await this.#sendUpTo(head.sequence);
      if (this.#current.position !== head.position && performance.now() >= this.#refreshDue) {
        if (await this.#isGathering(head)) continue;
        await this.#publish(head);
      }
      const level = this.#current.position === head.position;
      if (level) {
        this.#behindSince = undefined;
        this.#onLevel();
      }
      await this.#inspect();
      if (await this.#resendSome()) continue;
      await this.#rest(level ? POLL_INTERVAL_MS : this.#refreshDue - performance.now());
    }
  }

  get #current(): IndexCheckpoint {
    if (!this.#checkpoint) throw new Error("the session has not begun");
    return this.#checkpoint;
  }

  async #resumable(source: string): Promise<IndexCheckpoint | undefined> {
    const { database, cluster, view } = this.#options;
    const known = await readIndexCheckpoint(database, view);
    if (!known || known.source !== source) return undefined;
    if ((await this.#options.source.head()).sequence < known.sequence) return undefined;
    const [index] = await findIndexes(cluster, known.indexName, this.#signal);
    const usable = index?.uuid === known.indexUuid && index.aliases.includes(this.#names.feed);
    if (!usable) return undefined;
    if (index.isBlocked) await blockWrites(cluster, index.name, false, this.#signal);
    if (known.position !== null) await publishIndex(cluster, this.#names, known.indexName, this.#signal);
    return known;
  }

  async #startAnew(source: string): Promise<IndexCheckpoint> {
    const { database, cluster, view, log } = this.#options;
    const copied = await this.#copySibling();
    const index = copied?.index ?? (await createIndex(cluster, this.#names, this.#definition, this.#signal));
    const { name: indexName, uuid: indexUuid } = index;
    const sequence = copied?.sequence ?? 0;
    log.info({ view: view.name, index: indexName, sequence }, "filling a new search index");
    return replaceIndexCheckpoint(database, view, { indexName, indexUuid, source, sequence });
  }

  /** Undefined where the index has to be filled from the beginning. */
  async #copySibling(): Promise<CopiedIndex | undefined> {
    const { view, log } = this.#options;
    try {
      return await copySibling({
        ...this.#options,
        names: this.#names,
        fingerprint: fingerprint(this.#definition),
        signal: this.#signal,
        read: (after) => this.#read(after),
        onReduced: this.#onReduced,
      });
    } catch (error) {
      if (!(error instanceof ClusterRefused)) throw error;
      log.warn({ view: view.name, reason: error.message }, "the index of another build can't be cloned");
      return undefined;
    }
  }

  readonly #onReduced = (id: string, reason: string): void =>
    this.#options.log.warn({ id, reason }, "a record is indexed without members that Elasticsearch refuses");

  /** Sends every change up to `sequence`, reading ahead while requests are in flight. */
  async #sendUpTo(sequence: number): Promise<void> {
    const underWay: { readonly done: Promise<void>; readonly to: number }[] = [];
    const settle = async () => {
      const first = underWay.shift();
      if (!first) return;
      await first.done;
      if (performance.now() - this.#savedAt >= CHECKPOINT_INTERVAL_MS) await this.#move({ sequence: first.to });
    };
    while (this.#sent < sequence && !this.#signal.aborted) {
      const changes = await this.#read(this.#sent);
      const last = changes.at(-1);
      if (!last) break;
      const done = this.#send(changes);
      // Requests are awaited in order. Until then a failure must not count as unhandled.
      done.catch(() => undefined);
      underWay.push({ done, to: last.sequence });
      this.#sent = last.sequence;
      if (underWay.length === MAX_REQUESTS) await settle();
    }
    while (underWay.length > 0) await settle();
  }

  /** Sends some of the changes in `#resend`; false when there are none left. */
  async #resendSome(): Promise<boolean> {
    const { from, to } = this.#resend;
    if (from >= to) return false;
    const changes = await this.#read(from);
    const wanted = changes.filter((change) => change.sequence <= to);
    await this.#send(wanted);
    const reached = wanted.length < changes.length || changes.length === 0;
    this.#resend = { from: reached ? to : (changes.at(-1)?.sequence ?? to), to };
    return true;
  }

  async #read(after: number): Promise<readonly Change[]> {
    const changes = await this.#options.source.changes(after, this.#rows);
    const bytes = changes.reduce((sum, { document }) => sum + (document?.byteLength ?? 0), 1);
    this.#rows = Math.min(Math.max(Math.floor((changes.length * READ_BYTES) / bytes), 1), MAX_READ_ROWS);
    return changes;
  }

  async #send(changes: readonly Change[]): Promise<void> {
    const { cluster, mapping } = this.#options;
    await sendChanges(cluster, changes, {
      alias: this.#names.feed,
      mapping,
      signal: this.#signal,
      onReduced: this.#onReduced,
    });
  }

  /** Whether the table has grown beyond `head` and the refresh can still wait. */
  async #isGathering(head: SourceHead): Promise<boolean> {
    if (performance.now() - (this.#behindSince ?? 0) >= GATHERING_MS) return false;
    return (await this.#options.source.head()).position !== head.position;
  }

  get #refreshDue(): number {
    const { at, took } = this.#refreshed;
    return at + Math.min(REFRESH_FACTOR * took, MAX_REFRESH_DELAY_MS);
  }

  /** Makes everything up to `head`, which has been sent, searchable. Sets the search alias the first time. */
  async #publish({ position, sequence }: SourceHead): Promise<void> {
    const { cluster } = this.#options;
    const { indexName } = this.#current;
    const started = performance.now();
    await refreshIndex(cluster, indexName, this.#signal);
    const at = performance.now();
    this.#refreshed = { at, took: at - started };
    this.#behindSince = undefined;
    if (!this.complete) await publishIndex(cluster, this.#names, indexName, this.#signal);
    await this.#move({ position: position, sequence: Math.max(sequence, this.#sent) });
  }

  async #move(change: Partial<Pick<IndexCheckpoint, "sequence" | "position">>): Promise<void> {
    const { database, view } = this.#options;
    const to = { ...this.#current, ...change };
    await moveIndexCheckpoint(database, view, this.#current, to);
    this.#checkpoint = to;
    this.#savedAt = performance.now();
    if (performance.now() - this.#markedAt < MARK_INTERVAL_MS) return;
    await markSent(database, to.indexUuid, to.sequence);
    this.#markedAt = performance.now();
  }

  /** Checks that the index and its aliases still exist. @throws IndexLost */
  async #inspect(): Promise<void> {
    if (performance.now() - this.#inspectedAt < INSPECTION_INTERVAL_MS) return;
    const { indexName, indexUuid } = this.#current;
    const [index] = await findIndexes(this.#options.cluster, indexName, this.#signal);
    const aliases = this.complete ? [this.#names.feed, this.#names.search] : [this.#names.feed];
    const whole = index?.uuid === indexUuid && aliases.every((alias) => index.aliases.includes(alias));
    if (!whole) throw new IndexLost(`index ${indexName} or one of its aliases is gone`);
    this.#inspectedAt = performance.now();
  }

  async #rest(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    const signal = AbortSignal.any([this.#signal, this.#wake.signal]);
    await delay(milliseconds, signal);
  }
}
