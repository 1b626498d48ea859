import { parsingException } from "../../language/errors.ts";
import { isArray, isObject, placeOfStart, placeOfValue } from "../../language/json.ts";
import { Options, scalarText, unknownField } from "../../language/options.ts";
import { idsQuery } from "./field-terms.ts";
import type { QueryKind } from "./kind.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";

const options = ["values", "boost"];

export const ids: QueryKind = {
  name: "ids",
  options,
  parse(body) {
    const clause = new Options("ids", body, options, unknownField);
    const given = clause.get("values") ?? [];
    const values = (isArray(given) ? given : [given]).map((value) => {
      if (value === null || isArray(value) || isObject(value)) {
        const at = isObject(value) ? placeOfStart(value) : placeOfValue(body, "values");
        const reason = `${at ? `[${at.line}:${at.col}] ` : ""}[ids] failed to parse field [values]`;
        throw parsingException(reason, at);
      }
      return scalarText(value);
    });
    return values.length === 0 ? new MatchNone() : boosted(new ConstantScore(idsQuery(values)), clause.boost);
  },
};
