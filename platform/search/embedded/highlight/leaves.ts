import type { LeafMarks } from "../query/marks.ts";
import { Boosted, ConstantScore, MatchAll, MatchNone } from "../query/nodes/constant.ts";
import { NumberRange } from "../query/nodes/number-range.ts";
import { type GroupMarks, type Query, simplify } from "../query/query.ts";

/** A part of a query that has words, and the product of the boosts around it. */
export type Leaf = LeafMarks & { readonly boost: number };

/** Everything that a query looks for, but for what must not match and for bools that can't match. */
export function* leavesOf(query: Query, boost = 1): Generator<Leaf> {
  const { marks } = query;
  if (!marks) return;
  if (marks.kind === "boosted") yield* leavesOf(marks.query, Math.fround(boost * marks.boost));
  else if (marks.kind !== "group") yield { ...marks, boost };
  else if (!isHopeless(marks)) {
    for (const inner of [...marks.required, ...marks.optional]) yield* leavesOf(inner, boost);
  }
}

/** Elasticsearch drops a bool that requires what nothing matches, or excludes everything, before it makes a query of it. */
const isHopeless = ({ required, excluded }: GroupMarks): boolean =>
  required.some(isNothing) || excluded.some((query) => simplify(query) instanceof MatchAll);

function isNothing(query: Query): boolean {
  if (query instanceof Boosted || query instanceof ConstantScore) return isNothing(query.query);
  if (query instanceof NumberRange) return query.from > query.to;
  const { marks } = query;
  if (marks?.kind === "group") return isHopeless(marks);
  return simplify(query) instanceof MatchNone;
}
