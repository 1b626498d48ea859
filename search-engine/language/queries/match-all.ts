import { parserFailure } from "../errors/errors.ts";
import { Options, unknownField } from "../members/options.ts";
import { expectTextName } from "./clause-name.ts";
import type { ReadClause } from "./kind.ts";

export interface MatchAllBody {
  readonly boost: number;
}

const options = ["boost", "_name"];

export const matchAll: ReadClause<MatchAllBody> = (body) => {
  const members = new Options("match_all", body, options, body, unknownField);
  expectTextName("match_all", body);
  return { boost: members.parsedBoost(parserFailure) };
};

/** Its boost is checked and has no effect. */
export const matchNone: ReadClause<MatchAllBody> = (body) => {
  const members = new Options("match_none", body, options);
  members.requireScalars();
  return { boost: members.boost };
};
