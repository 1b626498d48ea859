import { numberTerms, numberTermsOf } from "../../../search-engine/aggregations/number-terms.ts";
import type { Publication } from "../../../search-engine/index/indexer.ts";
import { Reader, SegmentCore } from "../../../search-engine/index/reader.ts";
import { type MappingJson, Schema } from "../../../search-engine/index/schema.ts";
import { allShardsFailed, ShardFailure } from "../../../search-engine/language/errors.ts";
import { readSearch } from "../../../search-engine/language/search.ts";
import { writeAnswer } from "../../../search-engine/search/answer.ts";
import { collect } from "../../../search-engine/search/collect.ts";
import { findInnerHits } from "../../../search-engine/search/inner-hits.ts";
import { planSearch } from "../../../search-engine/search/plan.ts";
import { suggested } from "../../../search-engine/suggest/answer.ts";
import { Work } from "../../../search-engine/work/work.ts";
import { DatabaseUnavailable } from "../../database/port.ts";
import type { DocumentStore, SourceHead } from "../documents/source.ts";
import { type SearchAnswer, type SearchEngine, type SearchRequest, SearchUnavailable } from "../port.ts";
import type { IndexFeed, RunningFeed } from "./following/feed.ts";
import type { IndexUpdate } from "./following/follower.ts";

export interface EmbeddedSearchOptions {
  /** Name of the index in answers and error messages. */
  readonly indexName: string;
  readonly mapping: MappingJson;
  /** Maximum number of dynamic fields. */
  readonly dynamicFields: number;
  /** Maximum bytes of documents that the segments hold; 0 by default. */
  readonly sourceMemory?: number;
  /** Provides the sources that the segments do not hold. */
  readonly documents: DocumentStore;
  readonly feed: IndexFeed;
  /** Milliseconds between polls of the source in case a notification was lost; 1,000 by default. */
  readonly pollIntervalMs?: number;
  /** Called after each update, once searches use it. */
  readonly onApplied?: (head: SourceHead) => void;
  /** Called when the index can't follow its source. It is retried. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * The embedded search engine: Elasticsearch's query language over an in-memory inverted index. Each search worker runs
 * one (`process/`); the service's own process never does.
 *
 * - `language/` parses a body into a syntax tree, independently of the index; `language/analysis/` tokenizes text.
 * - `index/` builds segments of typed arrays in shared memory (`segment-builder`), maintains them (`indexer`:
 *   additions, deletions as live bits, merges of adjacent segments) and reads them (`reader`, through the types of
 *   `segment`). A segment is immutable.
 * - `follower` keeps an index up to date with its source by change sequence. `feed` runs it in a worker thread
 *   (`indexing.worker`), so that searches never wait for indexing: the engine receives the new segments and creates a
 *   new `Reader`, while running searches keep the old one. A large index is first built by two threads (`building`,
 *   `building.worker`).
 * - `plan` compiles the syntax tree for the index. `query/` makes clause → Query → Weight → Scorer, one file per kind,
 *   listed in `query/table`; `query/nodes/` matches and scores.
 * - `collect` runs the query over all segments, in time slices, into `sort/` and `aggregations/`.
 * - `suggest/` finds terms of the index for the words of a text.
 * - `fetch/` writes the answer in chunks. Sources come from the segments (`index/sources`) as far as memory allows,
 *   else from the document store.
 *
 * What is not supported is rejected with Elasticsearch's own error, never ignored.
 */
export interface EmbeddedSearch extends SearchEngine {
  /** State of the source that searches reflect; undefined until the index is first complete. */
  applied(): SourceHead | undefined;
  /** Resolves when the index is first complete. Never rejects. */
  ready(): Promise<void>;
  /** Signals that the source may have changed. */
  wake(): void;
  stats(): EmbeddedSearchStats;
  close(): Promise<void>;
}

export interface EmbeddedSearchStats {
  readonly documents: number;
  readonly deleted: number;
  readonly segments: number;
}

/** Starts building the index. Searches throw SearchUnavailable until it is first complete. */
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
      const search = readSearch(body, { keepsRefused: true });
      const work = new Work();
      if (search.aggregations) await numberTerms(search.aggregations, reader, work, signal);
      if (search.collapse) await numberTermsOf(search.collapse.field, reader, work, signal);
      const plan = planSearch(search, reader, Date.now(), work);
      const found = await collect(plan, reader, signal);
      const suggest = await suggested(plan.suggestions, reader, plan.work, signal);
      const inside = await findInnerHits(search, plan, found, reader, signal);
      const took = Math.round(performance.now() - started);
      const all = { ...found, inside, suggest };
      const answer = await writeAnswer(plan, all, reader, this.#options.documents, took, signal);
      return { ...answer, body: await begun(answer.body) };
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
    if (publication) this.#read(publication);
    if (!head) return;
    this.#head = head;
    this.#becomeReady();
    this.#options.onApplied?.(head);
  }

  #read(publication: Publication): void {
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
  }
}

/** Awaits the first chunk, so that an early failure is thrown before the answer begins. */
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
