import { nextSetBit } from "../predicate.ts";
import { LONG_CALL_MS, NO_MORE_DOCS, Scorer } from "../query.ts";

const MIN_WINDOW = 64;
/** Smallest window, for documents that take long or may do so. Not smaller, since each window has a cost of its own. */
const LEAST_WINDOW = 16;
const MANY_SCORERS = 64;
const MAX_WINDOW = 4096;

/**
 * Buffers for the windows of a union. The segments of a search share them, since they are processed one after another.
 */
export class WindowMemory {
  readonly seen = new Uint32Array(MAX_WINDOW / 32);
  #scores: Float64Array | undefined;

  get scores(): Float64Array {
    this.#scores ??= new Float64Array(MAX_WINDOW);
    return this.#scores;
  }
}

/**
 * Documents that any of the scorers matches. Scores are summed in double precision in the scorers' order and rounded
 * once. Works through windows of documents: each scorer adds its matches to a window in one call. Windows grow while
 * documents are taken one after another, start small after a jump, and shrink where documents take long.
 */
export class Union extends Scorer {
  readonly cost: number;
  readonly #scorers: readonly Scorer[];
  readonly #seen: Uint32Array;
  readonly #scores: Float64Array | undefined;
  #from = 0;
  #end = 0;
  #size: number;

  /** Only the last created one of the unions that share `memory` may be used. */
  constructor(scorers: readonly Scorer[], scoring: boolean, memory: WindowMemory) {
    super();
    this.#scorers = scorers;
    this.#seen = memory.seen;
    this.#scores = scoring ? memory.scores : undefined;
    this.cost = scorers.reduce((total, scorer) => total + scorer.cost, 0);
    this.#size = scorers.length > MANY_SCORERS ? LEAST_WINDOW : MIN_WINDOW;
  }
  override next(): number {
    return this.#find(this.doc + 1, false);
  }
  override advance(target: number): number {
    return this.#find(target, target >= this.#end + this.#size);
  }
  override take(docs: Uint32Array, scores: Float64Array | undefined): number {
    if (this.next() === NO_MORE_DOCS) return 0;
    // `next` has found the first match of a window: the others in it follow.
    const [seen, windowScores] = [this.#seen, this.#scores];
    const first = this.doc - this.#from;
    const size = this.#end - this.#from;
    let count = 0;
    for (let word = first >>> 5; word << 5 < size; word++) {
      let bits = word === first >>> 5 ? seen[word]! & (-1 << (first & 31)) : seen[word]!;
      for (; bits !== 0; bits &= bits - 1) {
        const place = (word << 5) + 31 - Math.clz32(bits & -bits);
        if (scores) scores[count] = windowScores ? Math.fround(windowScores[place]!) : 0;
        this.doc = this.#from + place;
        docs[count++] = this.doc;
        if (count === docs.length) return count;
      }
    }
    return count;
  }
  override score(): number {
    return this.#scores ? Math.fround(this.#scores[this.doc - this.#from]!) : 0;
  }

  #find(target: number, jumps: boolean): number {
    if (jumps) this.#size = Math.min(this.#size, MIN_WINDOW);
    for (;;) {
      const from = Math.max(target - this.#from, 0);
      const inWindow = target < this.#end ? nextSetBit(this.#seen, from, this.#end - this.#from) : NO_MORE_DOCS;
      if (inWindow !== NO_MORE_DOCS) {
        this.doc = this.#from + inWindow;
        return this.doc;
      }
      if (!this.#fill(Math.max(target, this.#end))) {
        this.doc = NO_MORE_DOCS;
        return NO_MORE_DOCS;
      }
    }
  }

  /** Fills the window that begins with the first candidate ≥ from; false when there is none. */
  #fill(from: number): boolean {
    let first = NO_MORE_DOCS;
    for (const scorer of this.#scorers) {
      const doc = scorer.doc < from ? scorer.advance(from) : scorer.doc;
      if (doc < first) first = doc;
    }
    if (first === NO_MORE_DOCS) return false;
    const begun = performance.now();
    const end = first + this.#size;
    this.#seen.fill(0);
    this.#scores?.fill(0, 0, this.#size);
    for (const scorer of this.#scorers) if (scorer.doc < end) scorer.addTo(this.#seen, this.#scores, first, end);
    this.#from = first;
    this.#end = end;
    const isLong = performance.now() - begun > LONG_CALL_MS;
    this.#size = isLong ? Math.max(LEAST_WINDOW, this.#size >>> 1) : Math.min(this.#size * 4, MAX_WINDOW);
    return true;
  }
}
