import { illegalArgument } from "../errors/errors.ts";
import { queriedField } from "../fields.ts";
import { isNegative } from "../java/java-numbers.ts";
import { isArray, isObject, type JsonObject, locationOfValue } from "../json/json.ts";
import { doesNotSupport, isScalar, negativeBoost, numberOf, Options, scalarText, tokenOf } from "../members/options.ts";
import { conditionIn } from "./condition.ts";
import { DEFAULT_MAX_EXPANSIONS, type FuzzyStyle } from "./fuzziness.ts";
import { operatorOf } from "./match.ts";

/** Common options of both kinds of query strings for matching words. */
export interface QueryStringStyle {
  /** Names or patterns of fields with their boosts; undefined: all fields. */
  readonly fields: ReadonlyMap<string, number> | undefined;
  readonly operator: "or" | "and";
  /** Name of the analyzer of words; undefined: that of each field. */
  readonly analyzer: string | undefined;
  /** Whether words before a star are analysed, which may make several of them. */
  readonly analyzeWildcard: boolean;
  /** Whether a text that is invalid for a field's type matches nothing; undefined: if all fields are searched. */
  readonly lenient: boolean | undefined;
  readonly minimumShouldMatch: string | undefined;
  /** Suffix of the field names for words in quotes, where such a field is mapped. */
  readonly quoteFieldSuffix: string | undefined;
  readonly fuzzy: FuzzyStyle;
  readonly boost: number;
}

export const styleOptions = [
  ...["query", "fields", "default_operator", "analyzer", "analyze_wildcard", "lenient", "minimum_should_match", "type"],
  ...["quote_field_suffix", "auto_generate_synonyms_phrase_query", "boost", "_name"],
  ...["fuzzy_prefix_length", "fuzzy_max_expansions", "fuzzy_transpositions"],
];

/**
 * The members of a clause, whose values must be scalars, except for the list `fields`. `unsupported` refuses an unknown
 * name.
 * @throws SearchRejected
 */
export function scalarMembers(
  kind: string,
  body: JsonObject,
  supported: readonly string[],
  unsupported: (kind: string, members: JsonObject, name: string) => Error = doesNotSupport,
): Options {
  const members = new Options(kind, body, undefined);
  for (const [name, value] of body) {
    if (isArray(value) && name !== "fields") throw doesNotSupport(kind, body, name);
    if (isObject(value) || value === null) throw members.unknownToken(name, value);
    if (!supported.includes(name) || (name === "fields" && !isArray(value))) throw unsupported(kind, body, name);
  }
  return members;
}

/** @throws SearchRejected, ShardFailure */
export function styleOf(members: Options): QueryStringStyle {
  // No analyzer makes synonyms, so the option is checked and has no effect.
  members.boolean("auto_generate_synonyms_phrase_query");
  return {
    fields: weightsOf(members),
    operator: operatorOf(members.text("default_operator") ?? "or"),
    analyzer: members.text("analyzer"),
    analyzeWildcard: members.boolean("analyze_wildcard") ?? false,
    lenient: members.boolean("lenient"),
    minimumShouldMatch: conditionIn(members.text("minimum_should_match")),
    quoteFieldSuffix: members.text("quote_field_suffix"),
    fuzzy: {
      prefixLength: members.integer("fuzzy_prefix_length") ?? 0,
      maxExpansions: members.integer("fuzzy_max_expansions") ?? DEFAULT_MAX_EXPANSIONS,
      transpositions: members.boolean("fuzzy_transpositions") ?? true,
      rewrite: undefined,
    },
    boost: members.boost,
  };
}

/** A name repeated exactly gets the product of its boosts; otherwise the last boost counts. */
function weightsOf(members: Options): ReadonlyMap<string, number> | undefined {
  const given = members.get("fields");
  if (!isArray(given) || given.length === 0) return undefined;
  const weights = new Map<string, number>();
  for (const each of given) {
    if (!isScalar(each)) throw expectedText(members, tokenOf(each));
    const text = scalarText(each);
    const caret = text.indexOf("^");
    const name = queriedField(caret < 0 ? text : text.slice(0, caret));
    const weight = caret < 0 ? 1 : Math.fround(numberOf(text.slice(caret + 1)));
    if (isNegative(weight)) throw negativeBoost(members.kind);
    weights.set(name, Math.fround(weight * (weights.get(text) ?? 1)));
  }
  return weights;
}

function expectedText(members: Options, token: string): Error {
  const at = locationOfValue(members.members, "fields");
  return illegalArgument(`Expected text at ${at ? `${at.line}:${at.col + 1}` : "1:1"} but found ${token}`);
}
