import type { AggregationKind } from "./kind.ts";
import { VALUES_OPTIONS, type ValuesBody } from "./values.ts";

export const missing: AggregationKind<ValuesBody> = {
  options: VALUES_OPTIONS,
  makes: "bucket",
  read: (members) => members.values(),
};
