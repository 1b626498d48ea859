import type { Clause } from "../queries/table.ts";
import type { AggregationKind } from "./kind.ts";

export interface FilterBody {
  readonly clause: Clause;
}

export const filter: AggregationKind<FilterBody> = {
  options: undefined,
  makes: "bucket",
  read: ({ body, clauses }) => ({ clause: clauses.read(body, body, "") }),
};
