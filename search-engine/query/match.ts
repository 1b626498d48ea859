import type { Field } from "../index/mapping.ts";
import { type Analyze, analyzerNamed, keyword, standard } from "../language/analysis/analyzers.ts";
import { failedToCreateQuery, queryShardException, ShardFailure } from "../language/errors/errors.ts";
import { scalarText, type WrittenScalar } from "../language/members/options.ts";
import type { MatchBody, MatchStyle, ZeroTerms } from "../language/queries/match.ts";
import { rewriteNamed } from "../language/queries/rewrite.ts";
import { exactQuery } from "./field-terms.ts";
import { fuzzyQuery } from "./fuzzy.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool } from "./nodes/bool.ts";
import { boosted, MatchAll, MatchNone } from "./nodes/constant.ts";
import type { Query } from "./query.ts";

export const match: Compile<MatchBody> = ({ field, text, style, boost }, context) => {
  checkStyle("match", style);
  return boosted(matchQuery(context.field(field), text, style, context), boost);
};

/** Refuses options that Elasticsearch refuses for any field. @throws ShardFailure */
export function checkStyle(kind: string, { analyzer, fuzzy }: MatchStyle): void {
  checkAnalyzer(kind, analyzer);
  if (fuzzy.rewrite !== undefined) rewriteNamed(fuzzy.rewrite);
}

export function checkAnalyzer(kind: string, analyzer: string | undefined): void {
  if (analyzer === undefined || analyzerNamed(analyzer)) return;
  throw queryShardException(`[${kind}] analyzer [${analyzer}] not found`);
}

/** Counts words that were not counted when the clause was read. Fuzzy words cost more. */
export function countWords(count: number, { fuzziness }: MatchStyle, context: CompileContext): void {
  if (fuzziness === undefined) context.countWords(count);
  else context.countClauses(count);
}

/** Matches the terms of a text in one field. @throws ShardFailure unless lenient */
export function matchQuery(
  field: Field | undefined,
  given: WrittenScalar,
  style: MatchStyle,
  context: CompileContext,
): Query {
  if (!field) return new MatchNone();
  if (isPlace(field)) return unlessLenient(style.lenient, () => refusePlace("match", field));
  const analyzer = analyzerOf(field, style.analyzer);
  // The words of a text were counted when the clause was read, by the analyzer of text fields.
  if (analyzer === keyword) return termQuery(field, given, style, context);
  const { terms } = context.analysed(analyzer, scalarText(given));
  if (style.analyzer !== undefined) countWords(terms.length, style, context);
  return wordsQuery(
    terms.map((term) => termQuery(field, term, style, context)),
    style,
  );
}

/** Matches documents with some or all of the queries of a text's words. */
export function wordsQuery(
  queries: readonly Query[],
  { operator, minimumShouldMatch: given, zeroTerms }: MatchStyle,
): Query {
  const [only, second] = queries;
  if (only === undefined) return withoutTerms(zeroTerms);
  if (second === undefined) return only;
  const occur = operator === "and" ? "must" : "should";
  const clauses = queries.map((query) => ({ occur, query }) as const);
  // With `and` no clause is optional: `minimum_should_match` does not apply.
  const optional = occur === "must" ? 0 : queries.length;
  return new Bool(clauses, given === undefined ? 0 : minimumShouldMatch(optional, given));
}

export const withoutTerms = (zeroTerms: ZeroTerms): Query => (zeroTerms === "all" ? new MatchAll() : new MatchNone());

/** The named analyzer, or that of the field. Outside text fields the whole text is one term. */
export function analyzerOf(field: Field, name: string | undefined): Analyze {
  const named = name === undefined ? undefined : analyzerNamed(name);
  return named ?? (field.kind === "text" ? standard : keyword);
}

/** Documents that have the term, or a similar one, in the field. @throws ShardFailure unless lenient */
export function termQuery(field: Field, term: WrittenScalar, style: MatchStyle, context: CompileContext): Query {
  const { fuzziness, fuzzy, lenient } = style;
  return unlessLenient(lenient, () =>
    fuzziness ? fuzzyQuery(field, scalarText(term), fuzziness, fuzzy, context) : exactQuery(field, term, context),
  );
}

/** The query; if it fails and `lenient` is set, one that matches nothing. */
export function unlessLenient(lenient: boolean, make: () => Query): Query {
  try {
    return make();
  } catch (error) {
    if (lenient && error instanceof ShardFailure) return new MatchNone();
    throw error;
  }
}

export const isPlace = ({ kind }: Field): boolean => kind === "geo_point" || kind === "geo_shape";

export function refusePlace(clause: string, { name, kind }: Field): never {
  const reason = `Field [${name}] of type [${kind}] does not support ${clause} queries`;
  throw failedToCreateQuery("illegal_argument_exception", reason);
}
