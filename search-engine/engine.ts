import { buildGlobalOrdinals, buildGlobalOrdinalsOf } from "./aggregations/global-ordinals.ts";
import type { DocumentStore } from "./fetch/sources.ts";
import type { Publication } from "./index/indexer.ts";
import { Reader, SegmentCore } from "./index/reader.ts";
import { type MappingJson, Schema } from "./index/schema.ts";
import { allShardsFailed, ShardFailure } from "./language/errors/errors.ts";
import { readSearch } from "./language/search.ts";
import { type WrittenAnswer, writeAnswer } from "./search/answer.ts";
import { collect } from "./search/collect.ts";
import { findInnerHits } from "./search/inner-hits.ts";
import { planSearch } from "./search/plan.ts";
import { suggested } from "./suggest/answer.ts";
import type { Cancellation } from "./work/time-slices.ts";
import { Work } from "./work/work.ts";

export interface EngineOptions {
  /** Name of the index in answers and error messages. */
  readonly indexName: string;
  readonly mapping: MappingJson;
  /** Maximum number of dynamic fields. */
  readonly dynamicFields: number;
  /** Provides the sources that the segments do not hold. */
  readonly documents: DocumentStore;
}

export interface EngineStats {
  readonly documents: number;
  readonly deleted: number;
  readonly segments: number;
}

/**
 * Answers Elasticsearch's `_search` bodies over the index that an `Indexer` keeps, here or in another thread. It
 * rejects unsupported searches with Elasticsearch's own error, and ignores nothing. `ARCHITECTURE.md` is the map of the
 * folders.
 */
export class Engine {
  readonly #indexName: string;
  readonly #documents: DocumentStore;
  readonly #schema: Schema;
  #cores = new Map<number, SegmentCore>();
  #reader: Reader;

  constructor({ indexName, mapping, dynamicFields, documents }: EngineOptions) {
    this.#indexName = indexName;
    this.#documents = documents;
    this.#schema = new Schema(mapping, dynamicFields);
    this.#reader = new Reader(indexName, this.#schema, []);
  }

  /** Searches that begin from now on read this state of the index; running ones continue with theirs. */
  update(publication: Publication): void {
    const known = this.#cores;
    for (const data of publication.added) known.set(data.id, new SegmentCore(data));
    const live = publication.segments.map(({ id, live: bits }) => {
      const core = known.get(id);
      if (!core) throw new Error(`segment ${id} was never published`);
      return { core, live: bits };
    });
    this.#cores = new Map(live.map(({ core }) => [core.data.id, core]));
    for (const path of publication.dynamicPaths) this.#schema.learnDynamic(path);
    this.#reader = new Reader(this.#indexName, this.#schema, live);
  }

  /**
   * Answers a search object in UTF-8 JSON; `{}` is match_all of size 10.
   * @throws SearchRejected before any byte of the answer; errors of the document store; the signal's reason
   */
  async search(body: Uint8Array, signal: Cancellation): Promise<WrittenAnswer> {
    const reader = this.#reader;
    const started = performance.now();
    try {
      const search = readSearch(body, { keepsRefused: true });
      const work = new Work();
      if (search.aggregations) await buildGlobalOrdinals(search.aggregations, reader, work, signal);
      if (search.collapse) await buildGlobalOrdinalsOf(search.collapse.field, reader, work, signal);
      const plan = planSearch(search, reader, Date.now(), work);
      const found = await collect(plan, reader, signal);
      const suggest = await suggested(plan.suggestions, reader, plan.work, signal);
      const inside = await findInnerHits(search, plan, found, reader, signal);
      const took = Math.round(performance.now() - started);
      const all = { ...found, inside, suggest };
      const answer = await writeAnswer(plan, all, reader, this.#documents, took, signal);
      return { ...answer, body: await begun(answer.body) };
    } catch (error) {
      throw error instanceof ShardFailure ? allShardsFailed(error, this.#indexName) : error;
    }
  }

  stats(): EngineStats {
    const { documentCount, segments } = this.#reader;
    const all = segments.reduce((sum, segment) => sum + segment.maxDoc, 0);
    return { documents: documentCount, deleted: all - documentCount, segments: segments.length };
  }
}

/** Awaits the first chunk, so that an early failure is thrown before the answer begins. */
async function begun(chunks: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
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
