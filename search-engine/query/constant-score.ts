import type { ConstantScoreBody } from "../language/queries/constant-score.ts";
import type { Clause } from "../language/queries/table.ts";
import type { Compile } from "./kind.ts";
import { boosted, ConstantScore } from "./nodes/constant.ts";

export const constantScore: Compile<ConstantScoreBody<Clause>> = ({ filter, boost }, context) =>
  boosted(new ConstantScore(context.compile(filter)), boost);
