import { analyze } from "../../language/analysis/tokenizer.ts";
import { illegalArgument, parsingException, ShardFailure } from "../../language/errors.ts";
import { isArray, isObject, type JsonObject, placeOfEnd, placeOfValue } from "../../language/json.ts";
import { type FieldClause, fieldClause, type Options, type Scalar, scalarText } from "../../language/options.ts";
import type { Field } from "../index/mapping.ts";
import { exactQuery, failedToCreate } from "./field-terms.ts";
import type { ParseContext, QueryKind } from "./kind.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool } from "./nodes/bool.ts";
import { boosted, MatchAll, MatchNone } from "./nodes/constant.ts";
import { Phrase } from "./nodes/phrase.ts";
import { Term } from "./nodes/term.ts";
import type { Query } from "./query.ts";

const matchOptions = ["query", "operator", "minimum_should_match", "zero_terms_query", "lenient", "boost"];
const phraseOptions = ["query", "slop", "zero_terms_query", "boost"];

export const match: QueryKind = {
  name: "match",
  options: matchOptions,
  parse(body, context) {
    const clause = fieldClause("match", body, matchOptions, () => noText(body));
    const text = textOf(clause, body);
    const query = matchQuery(context.field(clause.field), text, matchStyle(clause.options), context);
    return boosted(query, clause.options.boost);
  },
};

export const matchPhrase: QueryKind = {
  name: "match_phrase",
  options: phraseOptions,
  parse(body, context) {
    const clause = fieldClause("match_phrase", body, phraseOptions, () => noText(body));
    const text = textOf(clause, body);
    const slop = clause.options.number("slop") ?? 0;
    if (slop < 0) throw illegalArgument("No negative slop allowed.");
    const field = context.field(clause.field);
    return boosted(
      phraseQuery(field, text, Math.trunc(slop), zeroTerms(clause.options), context),
      clause.options.boost,
    );
  },
};

/** How a text is matched, whatever the field. */
export interface MatchStyle {
  readonly operator: "or" | "and";
  readonly minimumShouldMatch: string | undefined;
  readonly zeroTerms: "none" | "all";
  /** A text that the field's type can't take matches nothing instead of failing. */
  readonly lenient: boolean;
}

export function matchStyle(options: Options): MatchStyle {
  return {
    operator: operatorOf(options.text("operator") ?? "or"),
    minimumShouldMatch: options.text("minimum_should_match"),
    zeroTerms: zeroTerms(options),
    lenient: options.boolean("lenient") ?? false,
  };
}

/** What matches the text's terms in one field. */
export function matchQuery(field: Field | undefined, given: Scalar, style: MatchStyle, context: ParseContext): Query {
  if (field?.kind !== "text") return exactOrLenient(field, given, style.lenient, context);
  const terms = analyze(scalarText(given));
  context.countClauses(terms.length);
  if (terms.length === 0) return style.zeroTerms === "all" ? new MatchAll() : new MatchNone();
  const [only] = terms;
  if (terms.length === 1 && only !== undefined) return new Term(field.name, only);
  const occur = style.operator === "and" ? "must" : "should";
  const clauses = terms.map((term) => ({ occur, query: new Term(field.name, term) }) as const);
  // Words that must all be there are no optional ones: of none, none or a share can be wanted, but not two.
  const optional = occur === "must" ? 0 : terms.length;
  const minimum = style.minimumShouldMatch === undefined ? 0 : minimumShouldMatch(optional, style.minimumShouldMatch);
  return new Bool(clauses, minimum);
}

function phraseQuery(
  field: Field | undefined,
  text: Scalar,
  slop: number,
  zeroTermsQuery: "none" | "all",
  context: ParseContext,
): Query {
  if (field?.kind !== "text") return exactOrLenient(field, text, false, context);
  const terms = analyze(scalarText(text));
  context.countClauses(terms.length);
  if (terms.length === 0) return zeroTermsQuery === "all" ? new MatchAll() : new MatchNone();
  const [only] = terms;
  return terms.length === 1 && only !== undefined ? new Term(field.name, only) : new Phrase(field.name, terms, slop);
}

function exactOrLenient(field: Field | undefined, text: Scalar, lenient: boolean, context: ParseContext): Query {
  try {
    if (field?.kind === "geo_point" || field?.kind === "geo_shape") {
      const reason = `Field [${field.name}] of type [${field.kind}] does not support match queries`;
      throw failedToCreate("illegal_argument_exception", reason);
    }
    return exactQuery(field, text, context);
  } catch (error) {
    if (lenient && error instanceof ShardFailure) return new MatchNone();
    throw error;
  }
}

function textOf({ value, options, field }: FieldClause, body: JsonObject): Scalar {
  if (isArray(value)) {
    const at = placeOfValue(body, field);
    throw illegalArgument(`Expected text at ${at ? `${at.line}:${at.col}` : "1:1"} but found START_ARRAY`);
  }
  const given = value ?? options.get("query");
  if (given === undefined || given === null) throw noText(body);
  const text = options.scalar("query", given);
  return isObject(given) || isArray(given) ? text : given;
}

const noText = (body: JsonObject) => parsingException("No text specified for text query", placeOfEnd(body));

export function operatorOf(text: string): "or" | "and" {
  const operator = text.toLowerCase();
  if (operator === "or" || operator === "and") return operator;
  throw illegalArgument(`No enum constant org.elasticsearch.index.query.Operator.${text.toUpperCase()}`);
}

function zeroTerms(options: Options): "none" | "all" {
  const value = (options.text("zero_terms_query") ?? "none").toLowerCase();
  if (value === "none" || value === "all") return value;
  const at = placeOfValue(options.members, "zero_terms_query");
  throw parsingException(`Unsupported zero_terms_query value [${value}]`, at);
}
