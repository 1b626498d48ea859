import { f64, firstAbove, firstAtLeast, u16, u32 } from "../../bytes/arrays.ts";
import type { SegmentReader } from "../../index/segment.ts";
import type { NumberValues } from "../../index/segment-data.ts";
import { PredicateScorer } from "../predicate.ts";
import type { Query, Scorer, Weight } from "../query.ts";
import { DocsScorer } from "./docs.ts";

/** Documents with a number in [from, to]. Every match scores the boost. */
export class NumberRange implements Query {
  readonly field: string;
  readonly from: number;
  readonly to: number;
  readonly key: string;

  constructor(field: string, from: number, to: number) {
    this.field = field;
    this.from = from;
    this.to = to;
    this.key = `range(${field}\u0000${from} ${to})`;
  }
  createWeight(_index: unknown, _scoring: boolean, boost: number): Weight {
    const { field, from, to } = this;
    return {
      scorer(segment) {
        const numbers = segment.numbers(field);
        return numbers && rangeScorer(segment, numbers, from, to, boost);
      },
    };
  }
}

/** For few values, iterates over their documents; for many, tests every document. */
function rangeScorer(
  segment: SegmentReader,
  { values, offsets, sortedValues, sortedDocs }: NumberValues,
  from: number,
  to: number,
  boost: number,
): Scorer | undefined {
  const start = firstAtLeast(sortedValues, from);
  const end = firstAbove(sortedValues, to);
  const count = end - start;
  if (count <= 0) return undefined;
  if (count <= segment.maxDoc >>> 4) {
    const docs = sortedDocs.slice(start, end).sort();
    let distinct = 0;
    for (let index = 0; index < docs.length; index++) {
      if (index === 0 || docs[index] !== docs[index - 1]) docs[distinct++] = u16(docs, index);
    }
    return new DocsScorer(docs, 0, distinct, boost);
  }
  const within = offsets
    ? (doc: number) => {
        for (let at = u32(offsets, doc); at < u32(offsets, doc + 1); at++)
          if (f64(values, at) >= from && f64(values, at) <= to) return true;
        return false;
      }
    : (doc: number) => f64(values, doc) >= from && f64(values, doc) <= to;
  return new PredicateScorer(segment.maxDoc, within, undefined, boost);
}
