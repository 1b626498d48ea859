import { illegalArgument, parsingException } from "../../language/errors.ts";
import { isArray, isObject, placeOfValue } from "../../language/json.ts";
import { wholeDictionary } from "../../language/limits.ts";
import { fieldClause } from "../../language/options.ts";
import { exactQuery } from "./field-terms.ts";
import type { QueryKind } from "./kind.ts";
import { AnyTerm } from "./nodes/any-term.ts";
import { boosted, ConstantScore } from "./nodes/constant.ts";
import { foldAscii, termsThat } from "./patterns.ts";

const options = ["value", "boost", "case_insensitive"];

export const term: QueryKind = {
  name: "term",
  options,
  parse(body, context) {
    const clause = fieldClause("term", body, options);
    if (isArray(clause.value)) {
      throw parsingException("[term] query does not support array of values", placeOfValue(body, clause.field));
    }
    if (clause.value === null) throw illegalArgument("field name is null or empty");
    const given = clause.value ?? clause.options.get("value");
    if (given === undefined) throw illegalArgument("value cannot be null");
    if (isArray(given)) {
      throw parsingException(
        "[term] query does not support arrays for value - use a bool query with multiple term clauses in the should section or use a Terms query if scoring is not required",
        placeOfValue(clause.options.members, "value"),
      );
    }
    const value = clause.options.scalar("value", given);
    const raw = isObject(given) || given === null ? value : given;
    const { boost } = clause.options;
    const field = context.field(clause.field);
    const folds = clause.options.boolean("case_insensitive") && (field?.kind === "text" || field?.kind === "keyword");
    if (!folds) return boosted(exactQuery(field, raw, context), boost);
    context.countClauses(wholeDictionary);
    const folded = foldAscii(value);
    const anyCase = new AnyTerm(clause.field, `case-insensitive:${folded}`, (_segment, { terms }) =>
      termsThat((term) => foldAscii(term) === folded, terms),
    );
    context.expansions.push(anyCase);
    return boosted(new ConstantScore(anyCase), boost);
  },
};
