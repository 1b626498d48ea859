import { illegalArgument, parsingException } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import { isArray, locationOfValue } from "../json/json.ts";
import { asWritten, isScalar, scalarText, type WrittenScalar } from "../members/options.ts";
import { fieldMembers } from "./field.ts";
import {
  AUTO,
  countFuzzyTerm,
  DEFAULT_MAX_EXPANSIONS,
  type Fuzziness,
  type FuzzyStyle,
  fuzzinessOf,
} from "./fuzziness.ts";
import { aboutField } from "./kind.ts";

export interface FuzzyBody {
  readonly field: string;
  readonly value: WrittenScalar;
  readonly fuzziness: Fuzziness;
  readonly style: FuzzyStyle;
  readonly boost: number;
}

const options = [
  ...["value", "term", "fuzziness", "prefix_length", "max_expansions", "transpositions", "rewrite", "boost", "_name"],
];

/** Terms within a few edits of the given one. */
export const fuzzy = aboutField<FuzzyBody>((body, reader) => {
  const noField = () => illegalArgument("field name cannot be null or empty");
  const { field, value: short, options: long } = fieldMembers("fuzzy", body, options, noField);
  if (field === "") throw noField();
  if (isArray(short)) {
    const reason = `[fuzzy] query doesn't support multiple fields, found [${field}] and [null]`;
    throw parsingException(reason, locationOfValue(body, field));
  }
  long.requireScalars({ wording: "unexpected token" });
  const member = isScalar(long.get("value")) ? "value" : "term";
  const [holder, place] = isScalar(short) ? [body, field] : [long.members, member];
  const found = holder.get(place);
  if (!isScalar(found)) throw illegalArgument("query value cannot be null");
  const value = asWritten(found, holder, place);
  countFuzzyTerm("fuzzy", scalarText(value), 1, reader);
  const fuzziness = fuzzinessOf(long) ?? AUTO;
  const style = {
    prefixLength: long.integer("prefix_length") ?? 0,
    maxExpansions: long.integer("max_expansions") ?? DEFAULT_MAX_EXPANSIONS,
    transpositions: long.boolean("transpositions") ?? true,
    rewrite: long.text("rewrite"),
  };
  return { field: searchableField(field), value, fuzziness, style, boost: long.boost };
});
