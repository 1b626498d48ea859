import { parsingException } from "../../language/errors.ts";
import { isArray, placeOfEnd, placeOfValue } from "../../language/json.ts";
import { Options } from "../../language/options.ts";
import type { QueryKind } from "./kind.ts";
import { boosted, ConstantScore } from "./nodes/constant.ts";

const options = ["filter", "boost"];

export const constantScore: QueryKind = {
  name: "constant_score",
  options,
  parse(body, context) {
    const clause = new Options("constant_score", body, options);
    const filter = clause.get("filter");
    const at = placeOfValue(body, "filter");
    if (isArray(filter)) throw parsingException("unexpected token [START_ARRAY]", at);
    if (filter === undefined) throw parsingException("[constant_score] requires a 'filter' element", placeOfEnd(body));
    return boosted(new ConstantScore(context.parseQuery(filter, at)), clause.boost);
  },
};
