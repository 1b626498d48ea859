import { DatabaseUnavailable } from "../../database/port.ts";
import type { DocumentStore, SourceHead } from "../documents/source.ts";
import { allShardsFailed, ShardFailure } from "../language/errors.ts";
import { readSearch } from "../language/search.ts";
import { type SearchAnswer, type SearchEngine, type SearchRequest, SearchUnavailable } from "../port.ts";
import { collect } from "./collect.ts";
import type { IndexFeed, RunningFeed } from "./feed.ts";
import { writeAnswer } from "./fetch/answer.ts";
import type { IndexUpdate } from "./follower.ts";
import { Reader, SegmentCore } from "./index/reader.ts";
import { type MappingJson, Schema } from "./index/schema.ts";
import { planSearch } from "./plan.ts";

/**
 * The embedded search engine: Elasticsearch's query language over an inverted index in memory. A search worker has one
 * (`process/`): the service never runs it in its own process.
 *
 * How the parts fit:
 *
 * - `language/analysis/` cuts texts into words. `index/` builds segments of typed arrays (`segment-builder`), keeps
 *   them (`indexer`: additions, deletions as live bits, merges of neighbours) and reads them (`reader`, by the types of
 *   `segment`). A segment never changes, and lies in shared memory.
 * - `follower` keeps an index up with its `source` by change sequence. `feed` runs it, usually in a worker thread
 *   (`indexing.worker`) over `table-source`, so that searches never wait for indexing: what this thread gets is a message
 *   with the new segments, and from then on searches use a new `Reader`; those under way keep the old one. A large index is
 *   first built by two threads (`building`, the second one `building.worker`).
 * - A search goes `language/` (bytes → syntax tree, without a look at the index) → `plan` (the tree compiled for the index:
 *   `query/` makes clause → Query → Weight → Scorer, one file a kind, listed in `query/table`, the nodes that match and
 *   score in `query/nodes/`) → `collect` (all segments, in time slices, into `sort/` and `aggregations/`) → `fetch/`
 *   (sources, answer in chunks).
 * - Segments hold the documents themselves as well (`index/sources`), as far as there is room; the document store has all.
 * - Whatever is not supported is refused with Elasticsearch's own error, never ignored.
 */
export interface EmbeddedSearchOptions {
  /** The name that answers and messages give the index. */
  readonly indexName: string;
  readonly mapping: MappingJson;
  /** Fields that documents may bring below dynamic objects, at most. */
  readonly dynamicFields: number;
  /** Bytes of documents that the index keeps in memory itself, at most; none unless told otherwise. */
  readonly sourceMemory?: number;
  /** Where hits get their sources that the index does not keep. */
  readonly documents: DocumentStore;
  readonly feed: IndexFeed;
  /** Interval at which the source is polled in case a notification was lost; 1,000 by default. */
  readonly pollIntervalMs?: number;
  /** Called after each update that searches see from now on. */
  readonly onApplied?: (head: SourceHead) => void;
  /** The index can't follow its source at the moment; it goes on trying. */
  readonly onFailure?: (error: unknown) => void;
}

export interface EmbeddedSearch extends SearchEngine {
  /** The place in the source that searches reflect; undefined before the index was first complete. */
  applied(): SourceHead | undefined;
  /** Resolves when the index is first complete. Never rejects. */
  ready(): Promise<void>;
  /** The source may have changed. */
  wake(): void;
  stats(): EmbeddedSearchStats;
  close(): Promise<void>;
}

export interface EmbeddedSearchStats {
  readonly documents: number;
  readonly deleted: number;
  readonly segments: number;
}

/** Starts building the index; searches are refused as unavailable until it is first complete. */
export async function openEmbeddedSearch(options: EmbeddedSearchOptions): Promise<EmbeddedSearch> {
  return new Engine(options);
}

class Engine implements EmbeddedSearch {
  readonly #options: EmbeddedSearchOptions;
  readonly #schema: Schema;
  readonly #feed: RunningFeed;
  readonly #ready: Promise<void>;
  #becomeReady: () => void = () => {};
  #cores = new Map<number, SegmentCore>();
  #reader: Reader;
  #head: SourceHead | undefined;

  constructor(options: EmbeddedSearchOptions) {
    this.#options = options;
    this.#schema = new Schema(options.mapping, options.dynamicFields);
    this.#reader = new Reader(options.indexName, this.#schema, []);
    this.#ready = new Promise((resolve) => {
      this.#becomeReady = resolve;
    });
    this.#feed = options.feed.start({
      mapping: options.mapping,
      dynamicFields: options.dynamicFields,
      sourceMemory: options.sourceMemory ?? 0,
      pollIntervalMs: options.pollIntervalMs ?? 1_000,
      onUpdate: (update) => this.#update(update),
      onFailure: (error) => options.onFailure?.(error),
    });
  }

  async search({ body, signal }: SearchRequest): Promise<SearchAnswer> {
    const reader = this.#reader;
    if (!this.#head) throw new SearchUnavailable("the search index is being built");
    const started = performance.now();
    try {
      const plan = planSearch(readSearch(body), reader, Date.now());
      const found = await collect(plan, reader, signal);
      const took = Math.round(performance.now() - started);
      return { body: await begun(writeAnswer(plan, found, reader, this.#options.documents, took, signal)) };
    } catch (error) {
      if (error instanceof ShardFailure) throw allShardsFailed(error, this.#options.indexName);
      if (error instanceof DatabaseUnavailable)
        throw new SearchUnavailable("the documents can't be read", { cause: error });
      throw error;
    }
  }

  applied(): SourceHead | undefined {
    return this.#head;
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  wake(): void {
    this.#feed.wake();
  }

  stats(): EmbeddedSearchStats {
    const { documentCount, segments } = this.#reader;
    const all = segments.reduce((sum, segment) => sum + segment.maxDoc, 0);
    return { documents: documentCount, deleted: all - documentCount, segments: segments.length };
  }

  close(): Promise<void> {
    return this.#feed.close();
  }

  #update({ publication, head }: IndexUpdate): void {
    const known = this.#cores;
    for (const data of publication.added) known.set(data.id, new SegmentCore(data));
    const live = publication.segments.map(({ id, live: bits }) => {
      const core = known.get(id);
      if (!core) throw new Error(`segment ${id} was never published`);
      return { core, live: bits };
    });
    this.#cores = new Map(live.map(({ core }) => [core.data.id, core]));
    for (const path of publication.dynamicPaths) this.#schema.learnDynamic(path);
    this.#reader = new Reader(this.#options.indexName, this.#schema, live);
    if (!head) return;
    this.#head = head;
    this.#becomeReady();
    this.#options.onApplied?.(head);
  }
}

/** The same chunks, the first of them made already: what fails at the beginning fails before anything is answered. */
async function begun(chunks: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  return following(await chunks.next(), chunks);
}

async function* following(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
