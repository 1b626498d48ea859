import type { MatchAllBody } from "../language/queries/match-all.ts";
import type { Compile } from "./kind.ts";
import { boosted, MatchAll, MatchNone } from "./nodes/constant.ts";

export const matchAll: Compile<MatchAllBody> = ({ boost }) => boosted(new MatchAll(), boost);

export const matchNone: Compile<MatchAllBody> = () => new MatchNone();
