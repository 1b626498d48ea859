import { illegalArgument, parsingException } from "../errors.ts";
import { searchableField } from "../fields.ts";
import { isArray, isObject, type JsonObject, locationOfEnd, locationOfValue } from "../json.ts";
import { type Options, type Scalar, scalarText } from "../options.ts";
import { type FieldMembers, fieldMembers } from "./field.ts";
import type { ReadClause } from "./kind.ts";

/** How a text is matched, whatever the field. */
export interface MatchStyle {
  readonly operator: "or" | "and";
  readonly minimumShouldMatch: string | undefined;
  readonly zeroTerms: ZeroTerms;
  /** A text that the field's type can't take matches nothing instead of failing. */
  readonly lenient: boolean;
}

/** What a text without words matches. */
export type ZeroTerms = "none" | "all";

export interface MatchBody {
  readonly field: string;
  readonly text: Scalar;
  readonly style: MatchStyle;
  readonly boost: number;
}

export interface MatchPhraseBody {
  readonly field: string;
  readonly text: Scalar;
  readonly slop: number;
  readonly zeroTerms: ZeroTerms;
  readonly boost: number;
}

const matchOptions = ["query", "operator", "minimum_should_match", "zero_terms_query", "lenient", "boost"];
const phraseOptions = ["query", "slop", "zero_terms_query", "boost"];

export const match: ReadClause<MatchBody> = (body, reader) => {
  const members = fieldMembers("match", body, matchOptions, () => noText(body));
  const text = textOf(members, body);
  const { field, options } = members;
  reader.countWords(scalarText(text), 1);
  return { field: searchableField(field), text, style: matchStyle(options), boost: options.boost };
};

export const matchPhrase: ReadClause<MatchPhraseBody> = (body, reader) => {
  const members = fieldMembers("match_phrase", body, phraseOptions, () => noText(body));
  const text = textOf(members, body);
  const { field, options } = members;
  const slop = options.number("slop") ?? 0;
  if (slop < 0) throw illegalArgument("No negative slop allowed.");
  reader.countWords(scalarText(text), 1);
  return {
    field: searchableField(field),
    text,
    slop: Math.trunc(slop),
    zeroTerms: zeroTerms(options),
    boost: options.boost,
  };
};

export function matchStyle(options: Options): MatchStyle {
  return {
    operator: operatorOf(options.text("operator") ?? "or"),
    minimumShouldMatch: options.text("minimum_should_match"),
    zeroTerms: zeroTerms(options),
    lenient: options.boolean("lenient") ?? false,
  };
}

function textOf({ value, options, field }: FieldMembers, body: JsonObject): Scalar {
  if (isArray(value)) {
    const at = locationOfValue(body, field);
    throw illegalArgument(`Expected text at ${at ? `${at.line}:${at.col}` : "1:1"} but found START_ARRAY`);
  }
  const given = value ?? options.get("query");
  if (given === undefined || given === null) throw noText(body);
  if (isObject(given) || isArray(given)) throw options.unknownToken("query", given);
  return given;
}

const noText = (body: JsonObject) => parsingException("No text specified for text query", locationOfEnd(body));

export function operatorOf(text: string): "or" | "and" {
  const operator = text.toLowerCase();
  if (operator === "or" || operator === "and") return operator;
  throw illegalArgument(`No enum constant org.elasticsearch.index.query.Operator.${text.toUpperCase()}`);
}

function zeroTerms(options: Options): ZeroTerms {
  const value = (options.text("zero_terms_query") ?? "none").toLowerCase();
  if (value === "none" || value === "all") return value;
  const at = locationOfValue(options.members, "zero_terms_query");
  throw parsingException(`Unsupported zero_terms_query value [${value}]`, at);
}
