import { item } from "../bytes/arrays.ts";
import { HitWriter, hitOf } from "../fetch/hit-writer.ts";
import { Output } from "../fetch/output.ts";
import { type FetchPlan, needsSource } from "../fetch/plan.ts";
import { type DocumentStore, readingSteps, sourcesOf } from "../fetch/sources.ts";
import type { IndexReader } from "../index/segment.ts";
import type { TopDocument } from "../sort/top.ts";
import { type Cancellation, TimeSlices } from "../work/time-slices.ts";
import type { Work } from "../work/work.ts";

/** Hits of one bucket. */
export interface HitList {
  readonly plan: FetchPlan;
  readonly documents: readonly TopDocument[];
  readonly scored: boolean;
  /** Sort values of a document, as JSON texts. */
  values(document: TopDocument): readonly string[];
}

/** Encloses the number of a list. It can't occur in JSON, whose strings escape it. */
const MARK = "\0";
/** Documents that are fetched at once. */
const MAX_FETCHED = 50;
const BYTES_OF_A_HIT = 128;

/**
 * Hits inside buckets. They are written after everything else, since their documents may have to be fetched; until then
 * the answer has a mark in their place.
 */
export class BucketHits {
  readonly #index: IndexReader;
  readonly #work: Work;
  readonly #lists: HitList[] = [];

  constructor(index: IndexReader, work: Work) {
    this.#index = index;
    this.#work = work;
  }

  /**
   * Returns the mark that stands for the hits until `written`. @throws ShardFailure when the search takes too much
   * memory
   */
  add(list: HitList): string {
    this.#work.take((list.documents.length + 1) * BYTES_OF_A_HIT);
    return `${MARK}${this.#lists.push(list) - 1}${MARK}`;
  }

  /**
   * The text in pieces, with the hits in their places.
   * @throws ShardFailure beyond the limits of work; errors of the document store; the signal's reason
   */
  async written(text: string, documents: DocumentStore, signal: Cancellation): Promise<readonly AnswerPiece[]> {
    const slices = new TimeSlices(signal);
    const pieces: AnswerPiece[] = [];
    for (const [place, piece] of text.split(MARK).entries()) {
      if (place % 2 === 0) pieces.push(piece);
      else pieces.push(await this.#hits(item(this.#lists, Number(piece)), documents, slices));
    }
    return pieces;
  }

  async #hits(list: HitList, documents: DocumentStore, slices: TimeSlices): Promise<Uint8Array> {
    const out = new Output(list.documents.length * BYTES_OF_A_HIT);
    const writer = new HitWriter(list.plan, this.#index, list.documents, this.#work);
    for (const _ of writer.prepare()) if (slices.over) await slices.pass();
    for (let from = 0; from < list.documents.length; from += MAX_FETCHED) {
      const before = out.length;
      const hits = list.documents.slice(from, from + MAX_FETCHED).map((document) => hitOf(this.#index, document));
      const found = needsSource(list.plan) ? sourcesOf(hits, documents) : [];
      const sources = found instanceof Promise ? await found : found;
      this.#work.spend(readingSteps(sources));
      for (const [place, hit] of hits.entries()) {
        if (slices.over) await slices.pass();
        if (from + place > 0) out.text(",");
        writer.write(out, hit, sources[place], list.scored, list.values(hit.document));
      }
      // The buffer grows to twice its content, and is copied into the answer.
      this.#work.take(3 * (out.length - before));
    }
    return out.done();
  }
}

/** A part of the answer. Bytes are UTF-8. */
export type AnswerPiece = string | Uint8Array;
