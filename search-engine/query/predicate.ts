import { countBits, hasBit, setBit, u32 } from "../bytes/arrays.ts";
import type { Candidates } from "../geo/box-tree.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { Work } from "../work/work.ts";
import { MAX_VISITED, NO_MORE_DOCS, type Query, Scorer, type Weight } from "./query.ts";

/** Tests a document of one segment. Called with ascending documents. */
export type Predicate = (doc: number) => boolean;

/** A query that tests each document's values. Every match scores the boost. */
export interface PredicateQuery {
  /** Counts the work of the predicate. */
  readonly work: Work;
  predicate(segment: SegmentReader): Predicate | undefined;
  /** Finds the candidates of a segment; undefined: all documents are. */
  candidates(segment: SegmentReader): (() => Candidates) | undefined;
}

export function predicateQuery(definition: PredicateQuery): Query {
  return {
    createWeight(_index: IndexReader, _scoring: boolean, boost: number): Weight {
      return {
        scorer(segment) {
          const predicate = definition.predicate(segment);
          if (!predicate) return undefined;
          return new PredicateScorer(segment.maxDoc, predicate, definition.candidates(segment), boost, definition.work);
        },
      };
    },
  };
}

/** Assumed share of documents that are candidates. */
const CANDIDATES_SHARE = 1 / 8;
/** Steps of tests in a row, which take a millisecond or two: a document and a shape may have thousands of edges each. */
const STEPS_AT_ONCE = 100_000;

/** Iterates over the documents that satisfy the predicate, which may count its steps in `work`. */
export class PredicateScorer extends Scorer {
  readonly cost: number;
  override readonly approximate = true;
  readonly #maxDoc: number;
  readonly #predicate: Predicate;
  readonly #candidates: (() => Candidates) | undefined;
  readonly #boost: number;
  readonly #work: Work | undefined;
  #found: Candidates | undefined;

  constructor(
    maxDoc: number,
    predicate: Predicate,
    candidates: (() => Candidates) | undefined,
    boost: number,
    work?: Work,
  ) {
    super();
    this.#work = work;
    this.cost = candidates ? maxDoc * CANDIDATES_SHARE : maxDoc;
    this.#maxDoc = maxDoc;
    this.#predicate = predicate;
    this.#candidates = candidates;
    this.#boost = boost;
  }
  override next(): number {
    return this.advance(this.doc + 1);
  }
  override advance(target: number): number {
    const found = this.#find();
    if (found === undefined) this.doc = target < this.#maxDoc ? target : NO_MORE_DOCS;
    else this.doc = nextSetBit(found.all, target, this.#maxDoc);
    return this.doc;
  }
  override matches(): boolean {
    const sure = this.#find()?.sure;
    return (sure !== undefined && hasBit(sure, this.doc)) || this.#predicate(this.doc);
  }
  override take(docs: Uint32Array, scores: Float64Array | undefined): number {
    const [predicate, sure, work] = [this.#predicate, this.#find()?.sure, this.#work];
    const most = (work?.steps ?? 0) + STEPS_AT_ONCE;
    let count = 0;
    for (let left = MAX_VISITED; left > 0 && count < docs.length && (work?.steps ?? 0) <= most; left--) {
      const doc = this.advance(this.doc + 1);
      if (doc === NO_MORE_DOCS) break;
      if ((sure !== undefined && hasBit(sure, doc)) || predicate(doc)) docs[count++] = doc;
    }
    scores?.fill(this.#boost, 0, count);
    return count;
  }
  /** Documents found by another clause are tested directly, without candidates. */
  override retain(docs: Uint32Array, count: number): number {
    const predicate = this.#predicate;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      if (predicate(doc)) docs[kept++] = doc;
    }
    return kept;
  }
  /** Tests only the candidates that are not sure, if there are few of them. */
  override skip(live: Uint32Array | undefined, minCompetitiveScore: number): number {
    if (this.#boost > minCompetitiveScore) return 0;
    const { all, sure } = this.#find() ?? {};
    if (!all || !sure) return 0;
    const unsure = all.map((word, index) => word & ~u32(sure, index));
    if (countBits(unsure, this.doc + 1) > MAX_VISITED) return 0;
    const after = (doc: number) => nextSetBit(unsure, doc + 1, this.#maxDoc);
    for (let doc = after(this.doc); doc !== NO_MORE_DOCS; doc = after(doc)) if (this.#predicate(doc)) setBit(sure, doc);
    const count = countBits(sure, this.doc + 1, live);
    this.doc = NO_MORE_DOCS;
    return count;
  }
  override score(): number {
    return this.#boost;
  }

  /** Found only for iteration: where another clause leads, few documents are tested. */
  #find(): Candidates | undefined {
    this.#found ??= this.#candidates?.();
    return this.#found;
  }
}

/** The first set bit in [from, size), or NO_MORE_DOCS. */
export function nextSetBit(bits: Uint32Array, from: number, size: number): number {
  if (from >= size) return NO_MORE_DOCS;
  let index = from >>> 5;
  let word = u32(bits, index) & (-1 << (from & 31));
  while (word === 0) {
    index++;
    if (index >= bits.length) return NO_MORE_DOCS;
    word = u32(bits, index);
  }
  const found = (index << 5) + (31 - Math.clz32(word & -word));
  return found < size ? found : NO_MORE_DOCS;
}
