import type { LeafMarks } from "../query/marks.ts";
import type { Query } from "../query/query.ts";

/** A part of a query that has terms, with the product of the boosts around it. */
export type Leaf = LeafMarks & {
  readonly boost: number;
  /** Whether it is inside an opaque group: see `GroupMarks`. */
  readonly isHidden: boolean;
};

/** All terms, patterns and phrases of a query, except excluded ones, in the order of Lucene's clauses. */
export function* leavesOf(query: Query, boost = 1, isHidden = false): Generator<Leaf> {
  const { marks } = query;
  if (!marks) return;
  if (marks.kind === "boosted") yield* leavesOf(marks.query, Math.fround(boost * marks.boost), isHidden);
  else if (marks.kind !== "group") {
    yield { ...marks, boost, isHidden: isHidden || (marks.kind === "term" && marks.isOpaque === true) };
  } else {
    const { required, optional, filters, searched = [...required, ...optional, ...filters] } = marks;
    for (const inner of searched) {
      yield* leavesOf(inner, marks.forgetsBoosts ? 1 : boost, isHidden || marks.isOpaque === true);
    }
  }
}
