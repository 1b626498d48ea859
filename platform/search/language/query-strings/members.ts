import { illegalArgument } from "../errors.ts";
import { searchableField } from "../fields.ts";
import { isArray, isObject, type JsonObject, locationOfValue } from "../json.ts";
import { doesNotSupport, isScalar, numberOf, Options, scalarText } from "../options.ts";
import { operatorOf } from "../queries/match.ts";

/** What both kinds of query strings say of how their words are matched. */
export interface QueryStringStyle {
  readonly operator: "or" | "and";
  readonly analyzeWildcard: boolean;
  /** Undefined: if all fields are searched. */
  readonly lenient: boolean | undefined;
  readonly minimumShouldMatch: string | undefined;
  /** Appended to the names of fields for words in quotes, where such a field is mapped. */
  readonly quoteFieldSuffix: string | undefined;
  readonly boost: number;
}

export const styleOptions = [
  ...["query", "fields", "default_operator", "analyzer", "analyze_wildcard", "lenient", "minimum_should_match"],
  ...["quote_field_suffix", "auto_generate_synonyms_phrase_query", "boost"],
];

/**
 * The members of a clause whose values are scalars, except for the list `fields`. `unsupported` refuses an unknown name.
 * @throws SearchRejected
 */
export function scalarMembers(
  kind: string,
  body: JsonObject,
  supported: readonly string[],
  unsupported: (kind: string, members: JsonObject, name: string) => Error = doesNotSupport,
): Options {
  const members = new Options(kind, body, [...body.keys()]);
  for (const [name, value] of body) {
    if (isArray(value) && name !== "fields") throw doesNotSupport(kind, body, name);
    if (isObject(value) || value === null) throw members.unknownToken(name, value);
    if (!supported.includes(name) || (name === "fields" && !isArray(value))) throw unsupported(kind, body, name);
  }
  return members;
}

/** @throws SearchRejected */
export function styleOf(members: Options): QueryStringStyle {
  // No analyzer of the mapping makes synonyms: the option is checked and makes no difference.
  members.boolean("auto_generate_synonyms_phrase_query");
  return {
    operator: operatorOf(members.text("default_operator") ?? "or"),
    analyzeWildcard: members.boolean("analyze_wildcard") ?? false,
    lenient: members.boolean("lenient"),
    minimumShouldMatch: members.text("minimum_should_match"),
    quoteFieldSuffix: members.text("quote_field_suffix"),
    boost: members.boost,
  };
}

/**
 * Names or patterns with their boosts, of which one that is repeated word by word has the product. Undefined when there
 * are none. @throws SearchRejected, ShardFailure
 */
export function weightsOf(members: Options): ReadonlyMap<string, number> | undefined {
  const given = members.get("fields");
  if (!isArray(given) || given.length === 0) return undefined;
  const weights = new Map<string, number>();
  for (const each of given) {
    if (!isScalar(each)) throw expectedText(members, each === null ? "VALUE_NULL" : "START_ARRAY");
    const text = scalarText(each);
    const caret = text.indexOf("^");
    const name = queriedField(caret < 0 ? text : text.slice(0, caret));
    const weight = caret < 0 ? 1 : numberOf(text.slice(caret + 1));
    if (weight < 0) throw illegalArgument(`negative [boost] are not allowed in [${members.kind}]`);
    weights.set(name, Math.fround(weight * (weights.get(text) ?? 1)));
  }
  return weights;
}

/** An empty name is that of no field. @throws SearchRejected, ShardFailure */
export const queriedField = (name: string): string => (name === "" ? name : searchableField(name));

function expectedText(members: Options, token: string): Error {
  const at = locationOfValue(members.members, "fields");
  return illegalArgument(`Expected text at ${at ? `${at.line}:${at.col + 1}` : "1:1"} but found ${token}`);
}
