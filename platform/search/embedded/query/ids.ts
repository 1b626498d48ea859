import type { IdsBody } from "../../language/queries/ids.ts";
import { idsQuery } from "./field-terms.ts";
import type { Compile } from "./kind.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";

export const ids: Compile<IdsBody> = ({ values, boost }) =>
  values.length === 0 ? new MatchNone() : boosted(new ConstantScore(idsQuery(values)), boost);
