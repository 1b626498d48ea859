import { Options, unknownField } from "../options.ts";
import type { ReadClause } from "./kind.ts";

export interface MatchAllBody {
  readonly boost: number;
}

const options = ["boost"];

export const matchAll: ReadClause<MatchAllBody> = (body) => ({
  boost: new Options("match_all", body, options, unknownField).boost,
});

/** Its boost is checked and makes no difference. */
export const matchNone: ReadClause<MatchAllBody> = (body) => ({
  boost: new Options("match_none", body, options).boost,
});
