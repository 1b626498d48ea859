import { DICTIONARY_CLAUSES, MAX_PATTERN_LENGTH } from "../../limits.ts";
import { illegalArgument, parsingException } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import { isArray, isObject, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { asWritten, scalarText, type WrittenScalar } from "../members/options.ts";
import { expectScalarName } from "./clause-name.ts";
import { fieldMembers } from "./field.ts";
import { aboutField } from "./kind.ts";

export interface TermBody {
  readonly field: string;
  readonly value: WrittenScalar;
  readonly caseInsensitive: boolean;
  readonly boost: number;
}

const options = ["value", "term", "boost", "case_insensitive", "_name"];

export const term = aboutField<TermBody>((body, reader) => {
  const { field, value: short, options: long } = fieldMembers("term", body, options);
  if (isArray(short)) {
    throw parsingException("[term] query does not support array of values", locationOfValue(body, field));
  }
  if (short === null) throw illegalArgument("field name is null or empty");
  const member = long.members.has("term") ? "term" : "value";
  const found = short ?? long.get(member);
  if (found === undefined || found === null) throw illegalArgument("value cannot be null");
  if (isArray(found)) {
    throw parsingException(
      "[term] query does not support arrays for value - use a bool query with multiple term clauses in the should section or use a Terms query if scoring is not required",
      locationOfValue(long.members, member),
    );
  }
  if (isObject(found)) throw long.unknownToken(member, found);
  const value = short === undefined ? asWritten(found, long.members, member) : asWritten(found, body, field);
  expectScalarName(long.members);
  long.refuseTokens({ numbers: ["boost"], booleans: ["case_insensitive"] });
  const caseInsensitive = long.boolean("case_insensitive") ?? false;
  if (caseInsensitive) {
    expectAtMost(MAX_PATTERN_LENGTH, scalarText(value).length, "characters", "[case_insensitive] has a term of");
    reader.countClauses(DICTIONARY_CLAUSES, 1);
  }
  return { field: searchableField(field), value, caseInsensitive, boost: long.boost };
});
