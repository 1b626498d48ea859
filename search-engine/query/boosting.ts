import type { BoostingBody } from "../language/queries/boosting.ts";
import type { Clause } from "../language/queries/table.ts";
import type { Compile } from "./kind.ts";
import { Boosting } from "./nodes/boosting.ts";
import { boosted } from "./nodes/constant.ts";

export const boosting: Compile<BoostingBody<Clause>> = ({ positive, negative, negativeBoost, boost }, context) =>
  boosted(new Boosting(context.compile(positive), context.compile(negative), negativeBoost), boost);
