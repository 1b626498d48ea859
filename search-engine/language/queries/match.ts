import { illegalArgument, parsingException } from "../errors/errors.ts";
import { queriedField } from "../fields.ts";
import { isArray, isObject, type JsonObject, locationOfEnd, locationOfValue } from "../json/json.ts";
import { asWritten, type Options, scalarText, type WrittenScalar } from "../members/options.ts";
import { conditionIn } from "./condition.ts";
import { type FieldMembers, fieldMembers } from "./field.ts";
import { countFuzzyWords, DEFAULT_MAX_EXPANSIONS, type Fuzziness, type FuzzyStyle, fuzzinessOf } from "./fuzziness.ts";
import { aboutField, type ClauseReader } from "./kind.ts";

/** How a text is matched, whatever the field. */
export interface MatchStyle {
  readonly operator: "or" | "and";
  readonly minimumShouldMatch: string | undefined;
  readonly zeroTerms: ZeroTerms;
  /** Whether a text that is invalid for the field's type matches nothing instead of failing. */
  readonly lenient: boolean;
  /** Name of the analyzer of the text; undefined: the field's own. */
  readonly analyzer: string | undefined;
  /** Undefined: terms must be equal. */
  readonly fuzziness: Fuzziness | undefined;
  readonly fuzzy: FuzzyStyle;
}

/** The documents that a text without words matches. */
export type ZeroTerms = "none" | "all";

export interface MatchBody {
  readonly field: string;
  readonly text: WrittenScalar;
  readonly style: MatchStyle;
  readonly boost: number;
}

const matchOptions = [
  ...["query", "analyzer", "operator", "minimum_should_match", "zero_terms_query", "lenient", "boost", "_name"],
  ...["fuzziness", "prefix_length", "max_expansions", "fuzzy_transpositions", "fuzzy_rewrite"],
  "auto_generate_synonyms_phrase_query",
];

export const match = aboutField<MatchBody>((body, reader) => {
  const { field, text, options } = fieldText("match", matchOptions, body, reader);
  const style = matchStyle(options);
  if (style.fuzziness) countFuzzyWords("match", scalarText(text), 1, reader);
  return { field, text, style, boost: options.boost };
});

/** A field and the text to search for in it. */
export interface FieldText {
  readonly field: string;
  readonly text: WrittenScalar;
  readonly options: Options;
}

/** The refusals of a clause without a field and of one without a text. */
export interface Refusals {
  readonly noField: () => Error;
  readonly noText: () => Error;
  /** Whether an empty name is allowed, which no field has. */
  readonly takesEmptyName?: true;
}

/** Reads the common members of clauses about a text in one field. */
export function fieldText(
  kind: string,
  supported: readonly string[],
  body: JsonObject,
  reader: ClauseReader<unknown>,
  refusals: Refusals = noTextSpecified(body),
): FieldText {
  const members = fieldMembers(kind, body, supported, refusals.noField);
  members.options.requireScalars();
  const text = textOf(members, body, refusals);
  reader.countWords(scalarText(text), 1);
  if (members.field === "" && !refusals.takesEmptyName) throw refusals.noField();
  return { field: queriedField(members.field), text, options: members.options };
}

function noTextSpecified(body: JsonObject): Refusals {
  const refuse = () => parsingException("No text specified for text query", locationOfEnd(body));
  return { noField: refuse, noText: refuse, takesEmptyName: true };
}

/** The wording of the newer kinds of clauses. */
export const requires = (kind: string): Refusals => ({
  noField: () => illegalArgument(`[${kind}] requires fieldName`),
  noText: () => illegalArgument(`[${kind}] requires query value`),
});

/** A clause's wording of limits of fuzzy terms that are out of range. */
export interface LimitRefusals {
  readonly prefixLength: string;
  readonly maxExpansions: string;
}

const refusalsOf = (kind: string): LimitRefusals => ({
  prefixLength: `[${kind}] requires prefix length to be non-negative.`,
  maxExpansions: `[${kind}] requires maxExpansions to be positive.`,
});

export function matchStyle(options: Options, refusals = refusalsOf(options.kind)): MatchStyle {
  // Without synonym graphs there are no phrases to generate.
  options.boolean("auto_generate_synonyms_phrase_query");
  return {
    operator: operatorOf(options.text("operator") ?? "or"),
    minimumShouldMatch: conditionIn(options.text("minimum_should_match")),
    zeroTerms: zeroTerms(options),
    lenient: options.boolean("lenient") ?? false,
    analyzer: options.text("analyzer"),
    fuzziness: fuzzinessOf(options),
    fuzzy: fuzzyStyle(options, refusals),
  };
}

function fuzzyStyle(options: Options, refusals: LimitRefusals): FuzzyStyle {
  const prefixLength = options.integer("prefix_length") ?? 0;
  if (prefixLength < 0) throw illegalArgument(refusals.prefixLength);
  const maxExpansions = options.integer("max_expansions") ?? DEFAULT_MAX_EXPANSIONS;
  if (maxExpansions <= 0) throw illegalArgument(refusals.maxExpansions);
  return {
    prefixLength,
    maxExpansions,
    transpositions: options.boolean("fuzzy_transpositions") ?? true,
    rewrite: options.text("fuzzy_rewrite"),
  };
}

function textOf({ value, options, field }: FieldMembers, body: JsonObject, { noText }: Refusals): WrittenScalar {
  if (isArray(value)) {
    const at = locationOfValue(body, field);
    throw illegalArgument(`Expected text at ${at ? `${at.line}:${at.col}` : "1:1"} but found START_ARRAY`);
  }
  const given = value ?? options.get("query");
  if (given === undefined || given === null) throw noText();
  if (isObject(given) || isArray(given)) throw options.unknownToken("query", given);
  return value === undefined ? asWritten(given, options.members, "query") : asWritten(given, body, field);
}

export function operatorOf(text: string): "or" | "and" {
  const operator = text.toLowerCase();
  if (operator === "or" || operator === "and") return operator;
  throw illegalArgument(`No enum constant org.elasticsearch.index.query.Operator.${text.toUpperCase()}`);
}

export function zeroTerms(options: Options): ZeroTerms {
  const value = (options.text("zero_terms_query") ?? "none").toLowerCase();
  if (value === "none" || value === "all") return value;
  const at = locationOfValue(options.members, "zero_terms_query");
  throw parsingException(`Unsupported zero_terms_query value [${value}]`, at);
}
