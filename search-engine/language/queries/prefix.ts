import { DICTIONARY_CLAUSES, MAX_PATTERN_LENGTH } from "../../limits.ts";
import { illegalArgument } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import type { JsonObject } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { expectedText } from "../members/options.ts";
import { expectScalarName } from "./clause-name.ts";
import { type FieldMembers, fieldMembers, textIn } from "./field.ts";
import { aboutField, type ClauseReader } from "./kind.ts";

/** A prefix or a pattern of terms. */
export interface PatternBody {
  readonly field: string;
  readonly value: string;
  readonly caseInsensitive: boolean;
  /** Name of a rewrite method; undefined: every match scores the boost. */
  readonly rewrite: string | undefined;
  readonly boost: number;
}

const prefixOptions = ["value", "boost", "case_insensitive", "rewrite", "_name"];
const wildcardOptions = ["value", "wildcard", "boost", "case_insensitive", "rewrite", "_name"];

export const prefix = aboutField<PatternBody>((body, reader) => {
  const members = fieldMembers("prefix", body, prefixOptions);
  const pattern = patternOf(members, members.value === undefined ? "value" : undefined, body);
  expectAtMost(MAX_PATTERN_LENGTH, pattern.value.length, "characters", "[prefix] has");
  return pattern.caseInsensitive ? counted(pattern, reader) : pattern;
});

export const wildcard = aboutField<PatternBody>((body, reader) => {
  const members = fieldMembers("wildcard", body, wildcardOptions);
  const long = members.options.members;
  const member = members.value === undefined ? ["wildcard", "value"].find((name) => long.has(name)) : undefined;
  const isNull = member === undefined ? members.value === null : long.get(member) === null;
  if (isNull) throw member === undefined ? expectedText(body, members.field) : expectedText(long, member);
  const pattern = patternOf(members, member ?? (members.value === undefined ? "value" : undefined), body);
  if (pattern.value.length > MAX_PATTERN_LENGTH) {
    throw illegalArgument(`a wildcard pattern has at most [${MAX_PATTERN_LENGTH}] characters`);
  }
  return counted(pattern, reader);
});

/** `member`: the member with the pattern in the long form. */
function patternOf({ field, options }: FieldMembers, member: string | undefined, body: JsonObject): PatternBody {
  const value = member === undefined ? textIn(body, field) : textIn(options.members, member);
  if (value === undefined) throw illegalArgument("value cannot be null");
  expectScalarName(options.members);
  options.refuseUnlessText("rewrite");
  options.refuseTokens({ numbers: ["boost"], booleans: ["case_insensitive"] });
  return {
    value,
    field: searchableField(field),
    caseInsensitive: options.boolean("case_insensitive") ?? false,
    rewrite: options.text("rewrite"),
    boost: options.boost,
  };
}

function counted(pattern: PatternBody, reader: ClauseReader<unknown>): PatternBody {
  reader.countClauses(DICTIONARY_CLAUSES, 1);
  return pattern;
}
