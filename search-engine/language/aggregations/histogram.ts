import { illegalOnShard } from "../errors/errors.ts";
import { type NumberBounds, readNumberBounds } from "./bounds.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { byKey, type OrderBy, readOrder } from "./order.ts";
import { VALUES_OPTIONS, type ValuesBody } from "./values.ts";

export interface HistogramBody extends ValuesBody {
  readonly interval: number;
  readonly offset: number;
  readonly minDocCount: number;
  readonly order: readonly OrderBy[];
  readonly keyed: boolean;
  readonly extendedBounds: NumberBounds | undefined;
  readonly hardBounds: NumberBounds | undefined;
}

export const histogram: AggregationKind<HistogramBody> = {
  options: [
    ...VALUES_OPTIONS,
    ...["interval", "offset", "min_doc_count", "order", "keyed", "extended_bounds", "hard_bounds"],
  ],
  makes: "buckets",
  read(members) {
    return {
      interval: readHistogramInterval(members),
      offset: members.number("offset") ?? 0,
      minDocCount: members.minDocCount() ?? 0,
      order: readOrder(members) ?? [byKey(true)],
      keyed: members.boolean("keyed") ?? false,
      extendedBounds: readNumberBounds(members, "extended_bounds"),
      hardBounds: readNumberBounds(members, "hard_bounds"),
      ...members.values(),
    };
  },
};

/** @throws SearchRejected, ShardFailure */
export function readHistogramInterval(members: AggregationMembers): number {
  const interval = members.number("interval");
  if (interval === undefined) throw illegalOnShard("interval must be positive, got: 0.0");
  if (interval > 0) return interval;
  throw members.invalid("interval", "[interval] must be >0 for histogram aggregation [[histogram]]");
}
