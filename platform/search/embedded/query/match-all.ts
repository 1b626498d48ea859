import { doesNotSupport, Options, unknownField } from "../../language/options.ts";
import type { QueryKind } from "./kind.ts";
import { boosted, MatchAll, MatchNone } from "./nodes/constant.ts";

const options = ["boost"];

export const matchAll: QueryKind = {
  name: "match_all",
  options,
  parse: (body) => boosted(new MatchAll(), new Options("match_all", body, options, unknownField).boost),
};

export const matchNone: QueryKind = {
  name: "match_none",
  options,
  parse(body) {
    new Options("match_none", body, options, doesNotSupport);
    return new MatchNone();
  },
};
