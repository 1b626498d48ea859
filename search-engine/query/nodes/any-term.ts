import { setBit, u16, u32 } from "../../bytes/arrays.ts";
import type { InvertedField, SegmentReader } from "../../index/segment.ts";
import { utf8 } from "../../index/terms.ts";
import type { Cost } from "../kind.ts";
import type { LeafMarks } from "../marks.ts";
import type { Query, Scorer, Weight } from "../query.ts";
import { BitsScorer, DocsScorer } from "./docs.ts";

/** Yielded between ordinals while no term matches, so that the caller can interrupt. */
export const NOT_YET = -1;

/** Number of terms tested without a match before `NOT_YET` is yielded. */
export const MAX_VAIN_LOOKS = 512;

/**
 * Ordinals of terms in one segment's dictionary, in any order, with `NOT_YET` now and then where finding them takes
 * long.
 */
export type ChosenTerms = (segment: SegmentReader, inverted: InvertedField) => Iterable<number>;

/** Terms that can be looked up in the time of `MAX_VAIN_LOOKS` tests. */
const LOOKUPS_BETWEEN_YIELDS = 64;

/** The terms of a list that the segment has. */
export function listedTerms(texts: readonly string[]): ChosenTerms {
  const wanted = texts.map(utf8);
  return function* (_segment, { terms: dictionary }) {
    for (const [place, term] of wanted.entries()) {
      if (place % LOOKUPS_BETWEEN_YIELDS === LOOKUPS_BETWEEN_YIELDS - 1) yield NOT_YET;
      const ordinal = dictionary.find(term);
      if (ordinal >= 0) yield ordinal;
    }
  };
}

/** Documents with any of many terms (prefixes, wildcards, lists). Every match scores the boost. */
export class AnyTerm implements Query {
  readonly field: string;
  readonly key: string;
  readonly marks: LeafMarks | undefined;
  readonly #chosen: ChosenTerms;
  readonly #expanded = new Map<SegmentReader, Matches | undefined>();

  /** `name` identifies the choice of terms: it is part of the key. `marks` make the same choice, for highlighting. */
  constructor(field: string, name: string, chosen: ChosenTerms, marks?: LeafMarks) {
    this.field = field;
    this.key = `any(${field}\u0000${name})`;
    this.marks = marks;
    this.#chosen = chosen;
  }
  /**
   * Finds the segment's matches in small steps, and yields the cost of each. Without it `scorer` finds them at once,
   * which suits only a few given terms.
   */
  *expand(segment: SegmentReader): Generator<Cost> {
    const inverted = segment.inverted(this.field);
    if (!inverted || this.#expanded.has(segment)) return;
    const ordinals: number[] = [];
    for (const ordinal of this.#chosen(segment, inverted)) {
      if (ordinal !== NOT_YET) ordinals.push(ordinal);
      if (ordinal === NOT_YET || ordinals.length % MAX_VAIN_LOOKS === 0) yield { steps: MAX_VAIN_LOOKS, bytes: 0 };
    }
    this.#expanded.set(segment, yield* union(segment, inverted, ordinals));
  }
  createWeight(_index: unknown, _scoring: boolean, boost: number): Weight {
    return {
      scorer: (segment) => {
        for (const _ of this.expand(segment));
        return this.#expanded.get(segment)?.(boost);
      },
    };
  }
}

/** Creates a scorer of the documents found. Every match scores the boost. */
type Matches = (boost: number) => Scorer;

/** Postings read between two yields. */
const POSTINGS_BETWEEN_YIELDS = 100_000;

function* union(
  segment: SegmentReader,
  { starts, docs }: InvertedField,
  ordinals: readonly number[],
): Generator<Cost, Matches | undefined> {
  const [first] = ordinals;
  if (first === undefined) return undefined;
  if (ordinals.length === 1) return (boost) => new DocsScorer(docs, u32(starts, first), u32(starts, first + 1), boost);
  const bits = new Uint32Array((segment.maxDoc + 31) >>> 5);
  yield { steps: 0, bytes: bits.byteLength };
  let cost = 0;
  let yielded = 0;
  for (const ordinal of ordinals) {
    const end = u32(starts, ordinal + 1);
    for (let posting = u32(starts, ordinal); posting < end; posting++) {
      const doc = u16(docs, posting);
      setBit(bits, doc);
    }
    cost += end - u32(starts, ordinal);
    if (cost - yielded < POSTINGS_BETWEEN_YIELDS) continue;
    yield { steps: cost - yielded, bytes: 0 };
    yielded = cost;
  }
  return (boost) => new BitsScorer(bits, segment.maxDoc, Math.min(cost, segment.maxDoc), boost);
}
