import type { InvertedField, SegmentReader } from "../../index/segment.ts";
import type { Query, Scorer, Weight } from "../query.ts";
import { BitsScorer, DocsScorer } from "./docs.ts";

/** Ordinals of terms in one segment's dictionary, ascending. */
export type ChosenTerms = (segment: SegmentReader, inverted: InvertedField) => Iterable<number>;

/** Documents with any of many terms (prefixes, wildcards, lists): every match scores the boost. */
export class AnyTerm implements Query {
  readonly field: string;
  readonly key: string;
  readonly #chosen: ChosenTerms;

  /** `name` tells apart what is chosen: it is part of the key. */
  constructor(field: string, name: string, chosen: ChosenTerms) {
    this.field = field;
    this.key = `any(${field}\u0000${name})`;
    this.#chosen = chosen;
  }
  weigh(_index: unknown, _scoring: boolean, boost: number): Weight {
    return {
      scorer: (segment) => {
        const inverted = segment.inverted(this.field);
        return inverted && union(segment, inverted, [...this.#chosen(segment, inverted)], boost);
      },
    };
  }
}

function union(
  segment: SegmentReader,
  { starts, docs }: InvertedField,
  ordinals: readonly number[],
  boost: number,
): Scorer | undefined {
  const [first] = ordinals;
  if (first === undefined) return undefined;
  if (ordinals.length === 1) return new DocsScorer(docs, starts[first]!, starts[first + 1]!, boost);
  const bits = new Uint32Array((segment.maxDoc + 31) >>> 5);
  let cost = 0;
  for (const ordinal of ordinals) {
    const end = starts[ordinal + 1]!;
    for (let posting = starts[ordinal]!; posting < end; posting++) {
      const doc = docs[posting]!;
      bits[doc >>> 5]! |= 1 << (doc & 31);
    }
    cost += end - starts[ordinal]!;
  }
  return new BitsScorer(bits, segment.maxDoc, Math.min(cost, segment.maxDoc), boost);
}
