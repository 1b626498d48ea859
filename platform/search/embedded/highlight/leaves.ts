import type { LeafMarks } from "../query/marks.ts";
import type { Query } from "../query/query.ts";

/** A part of a query that has words, and the product of the boosts around it. */
export type Leaf = LeafMarks & {
  readonly boost: number;
  /** Of a query that matches as many of its queries as each document requires. */
  readonly isCovered: boolean;
};

/** Everything that a query looks for, but for what must not match. */
export function* leavesOf(query: Query, boost = 1, isCovered = false): Generator<Leaf> {
  const { marks } = query;
  if (!marks) return;
  if (marks.kind === "boosted") yield* leavesOf(marks.query, Math.fround(boost * marks.boost), isCovered);
  else if (marks.kind !== "group") yield { ...marks, boost, isCovered };
  else {
    for (const inner of [...marks.required, ...marks.filters, ...marks.optional]) {
      yield* leavesOf(inner, boost, isCovered || marks.isCovering === true);
    }
  }
}
