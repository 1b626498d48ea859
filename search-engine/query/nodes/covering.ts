import { f64, u32 } from "../../bytes/arrays.ts";
import type { IndexReader, SegmentReader } from "../../index/segment.ts";
import { type GroupMarks, type Query, rewrite, type Weight, withoutMarks } from "../query.ts";
import { Disjunction, sum } from "./disjunction.ts";

/** Number of queries that each document of a segment has to match; NaN: it does not match at all. */
export type MinimumOfDocuments = (segment: SegmentReader) => (doc: number) => number;

/** Documents that match their required number of the queries, and at least one. */
export class Covering implements Query {
  readonly queries: readonly Query[];
  readonly marks: GroupMarks;
  readonly #minimum: MinimumOfDocuments;

  constructor(queries: readonly Query[], minimum: MinimumOfDocuments) {
    this.queries = queries;
    this.#minimum = minimum;
    const filters = [withoutMarks(this)];
    this.marks = {
      kind: "group",
      required: [],
      filters,
      optional: queries,
      excluded: [],
      minimum: 1,
      isOpaque: true,
      forgetsBoosts: true,
    };
  }
  rewrite(): Query {
    return new Covering(this.queries.map(rewrite), this.#minimum);
  }
  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    const weights = this.queries.map((query) => query.createWeight(index, scoring, boost));
    return {
      scorer: (segment) => {
        const scorers = weights.map((weight) => weight.scorer(segment)).filter((scorer) => scorer !== undefined);
        return scorers.length === 0 ? undefined : new Disjunction(scorers, this.#minimum(segment), sum);
      },
    };
  }
}

/** The smallest value of the field in a document, truncated. */
export const numberInField =
  (field: string): MinimumOfDocuments =>
  (segment) => {
    const numbers = segment.numbers(field);
    if (!numbers) return () => Number.NaN;
    const { offsets, values } = numbers;
    if (!offsets) return (doc) => Math.trunc(f64(values, doc));
    return (doc) => {
      const first = u32(offsets, doc);
      return first < u32(offsets, doc + 1) ? Math.trunc(f64(values, first)) : Number.NaN;
    };
  };
