import { failedToCreateQuery } from "../language/errors/errors.ts";
import type { IdsBody } from "../language/queries/ids.ts";
import { anyId } from "./field-terms.ts";
import type { Compile } from "./kind.ts";
import type { AnyTerm } from "./nodes/any-term.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";
import { WeakCache } from "./weak-cache.ts";

const queries = new WeakCache<IdsBody, AnyTerm>();

export const ids: Compile<IdsBody> = (body, { expansions }) => {
  const { values, boost } = body;
  if (values.length === 0) return new MatchNone();
  if (values.includes("")) throw failedToCreateQuery("illegal_argument_exception", "Ids can't be empty");
  const any = queries.of(body, () => anyId(values));
  expansions.push(any);
  return boosted(new ConstantScore(any), boost);
};
