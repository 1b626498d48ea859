import { MAX_PATTERN_LENGTH } from "../../../../contracts/limits.ts";
import { illegalArgument } from "../errors.ts";
import { searchableField } from "../fields.ts";
import { DICTIONARY_CLAUSES } from "../limits.ts";
import { type FieldMembers, fieldMembers } from "./field.ts";
import type { ClauseReader, ReadClause } from "./kind.ts";

/** A beginning or a pattern of terms. */
export interface PatternBody {
  readonly field: string;
  readonly value: string;
  readonly caseInsensitive: boolean;
  /** The name of a rewrite method; undefined: every match scores the boost. */
  readonly rewrite: string | undefined;
  readonly boost: number;
}

const prefixOptions = ["value", "boost", "case_insensitive", "rewrite"];
const wildcardOptions = ["value", "wildcard", "boost", "case_insensitive", "rewrite"];

export const prefix: ReadClause<PatternBody> = (body, reader) => {
  const pattern = patternOf(fieldMembers("prefix", body, prefixOptions), "value");
  return pattern.caseInsensitive ? counted(pattern, reader) : pattern;
};

export const wildcard: ReadClause<PatternBody> = (body, reader) => {
  const members = fieldMembers("wildcard", body, wildcardOptions);
  const member = members.options.get("wildcard") === undefined ? "value" : "wildcard";
  const pattern = patternOf(members, member);
  if (pattern.value.length > MAX_PATTERN_LENGTH) {
    throw illegalArgument(`a wildcard pattern has at most [${MAX_PATTERN_LENGTH}] characters`);
  }
  return counted(pattern, reader);
};

function patternOf({ field, value, options }: FieldMembers, member: string): PatternBody {
  const given = value ?? options.get(member);
  if (given === undefined) throw illegalArgument("value cannot be null");
  return {
    value: options.scalar(member, given),
    field: searchableField(field),
    caseInsensitive: options.boolean("case_insensitive") ?? false,
    rewrite: options.text("rewrite"),
    boost: options.boost,
  };
}

function counted(pattern: PatternBody, reader: ClauseReader<unknown>): PatternBody {
  reader.countClauses(DICTIONARY_CLAUSES);
  return pattern;
}
