import { PATTERN_FIELDS } from "../../limits.ts";
import { illegalArgument, parsingException, rejected } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import { isNegative } from "../java/java-numbers.ts";
import { isArray, type JsonObject, type JsonValue, locationOfEnd, locationOfValue } from "../json/json.ts";
import { asWritten, isScalar, negativeBoost, numberOf, Options, scalarText, tokenOf } from "../members/options.ts";
import { countFuzzyWords } from "./fuzziness.ts";
import type { ReadClause } from "./kind.ts";
import { type MatchStyle, matchStyle } from "./match.ts";

/** How the fields' matches are combined, and what is matched in each. */
export type MultiMatchType =
  | "best_fields"
  | "most_fields"
  | "cross_fields"
  | "phrase"
  | "phrase_prefix"
  | "bool_prefix";

export interface MultiMatchBody {
  readonly text: string;
  readonly type: MultiMatchType;
  /** Names of fields or patterns of names, with their boosts. */
  readonly fields: ReadonlyMap<string, number>;
  readonly style: MatchStyle;
  /** Maximum moves of words in phrases. */
  readonly slop: number;
  readonly tieBreaker: number;
  readonly boost: number;
}

/** A text that is searched in several fields. */
export type FieldsText = Omit<MultiMatchBody, "fields" | "boost">;

const options = [
  ...["query", "fields", "type", "tie_breaker", "operator", "minimum_should_match", "zero_terms_query", "lenient"],
  ...["boost", "_name", "analyzer", "slop", "auto_generate_synonyms_phrase_query"],
  ...["fuzziness", "prefix_length", "max_expansions", "fuzzy_transpositions", "fuzzy_rewrite"],
];

/** The share of the other fields' scores that each type adds to the best one. */
export const TIE_BREAKERS: Readonly<Record<MultiMatchType, number>> = {
  best_fields: 0,
  most_fields: 1,
  cross_fields: 0,
  phrase: 0,
  phrase_prefix: 0,
  bool_prefix: 1,
};

const refusals = {
  prefixLength: "No negative prefix length allowed.",
  maxExpansions: "Max expansions must be strictly great than zero.",
};

export const multiMatch: ReadClause<MultiMatchBody> = (body, reader) => {
  const members = new Options("multi_match", body, options);
  const fields = fieldsOf(body);
  members.requireScalars({ except: ["fields"] });
  const given = members.get("query");
  if (!isScalar(given)) throw parsingException("No text specified for multi_match query", locationOfEnd(body));
  const text = scalarText(asWritten(given, body, "query"));
  const type = typeOf(members.text("type") ?? "best_fields");
  const style = matchStyle(members, refusals);
  const slop = members.integer("slop") ?? 0;
  if (slop < 0) throw illegalArgument("No negative slop allowed.");
  refuseTogether(type, slop, style, body);
  const names = [...fields.keys()];
  if (style.fuzziness) countFuzzyWords("multi_match", text, fieldCount(names), reader);
  const lenient = members.get("lenient") === undefined ? fields.has("*") : style.lenient;
  reader.countWords(text, namedFields(names));
  return {
    text,
    type,
    fields,
    style: { ...style, lenient },
    slop,
    tieBreaker: members.float("tie_breaker") ?? TIE_BREAKERS[type],
    boost: members.boost,
  };
};

export const isPattern = (name: string): boolean => name.includes("*");

/** Number of names that are not patterns. */
export const namedFields = (names: readonly string[]): number => names.filter((name) => !isPattern(name)).length;

/** Number of fields that the names count as; none means all fields. */
export const fieldCount = (names: readonly string[]): number =>
  names.length === 0 ? PATTERN_FIELDS : names.reduce((sum, name) => sum + (isPattern(name) ? PATTERN_FIELDS : 1), 0);

const isType = (name: string): name is MultiMatchType => Object.hasOwn(TIE_BREAKERS, name);

/** @throws SearchRejected */
export function typeOf(name: string): MultiMatchType {
  if (isType(name)) return name;
  if (name === "boolean") return "best_fields";
  throw rejected("parse_exception", `failed to parse [multi_match] query type [${name}]. unknown type.`);
}

function refuseTogether(type: MultiMatchType, slop: number, { fuzziness }: MatchStyle, body: JsonObject): void {
  const isExact = type === "cross_fields" || type === "phrase" || type === "phrase_prefix";
  if (fuzziness && isExact) {
    throw parsingException(`Fuzziness not allowed for type [${type}]`, locationOfEnd(body));
  }
  if (slop > 0 && type === "bool_prefix") {
    throw parsingException(`[slop] not allowed for type [${type}]`, locationOfEnd(body));
  }
}

/** Without names, all fields. */
function fieldsOf(body: JsonObject): ReadonlyMap<string, number> {
  const given = body.get("fields");
  const names = given === undefined ? [] : isArray(given) ? given : [given];
  const fields = new Map<string, number>();
  for (const each of names) {
    const text = fieldText(each, body);
    const caret = text.indexOf("^");
    const name = caret < 0 ? text : text.slice(0, caret);
    fields.set(name === "" ? name : searchableField(name), caret < 0 ? 1 : boostOf(text.slice(caret + 1)));
  }
  return fields.size > 0 ? fields : new Map([["*", 1]]);
}

function fieldText(value: JsonValue, body: JsonObject): string {
  if (isScalar(value)) return scalarText(value);
  const at = locationOfValue(body, "fields");
  if (!isArray(body.get("fields"))) throw parsingException("[multi_match] query does not support [fields]", at);
  const place = at ? `${at.line}:${at.col + 1}` : "1:1";
  throw illegalArgument(`Expected text at ${place} but found ${tokenOf(value)}`);
}

function boostOf(text: string): number {
  const boost = Math.fround(numberOf(text));
  if (isNegative(boost)) throw negativeBoost("multi_match");
  return boost;
}
