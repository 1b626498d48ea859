import type { Field } from "../index/mapping.ts";
import type { IndexReader } from "../index/segment.ts";
import { standard } from "../language/analysis/analyzers.ts";
import { failedToCreateQuery } from "../language/errors/errors.ts";
import { scalarText } from "../language/members/options.ts";
import { type FieldsText, isPattern, type MultiMatchBody } from "../language/queries/multi-match.ts";
import type { Work } from "../work/work.ts";
import { type BoostedField, crossFieldQueries } from "./cross-fields.ts";
import { countedGlob } from "./glob.ts";
import { inHashOrder, inTreeOrder } from "./hash-order.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { checkStyle, countWords, isPlace, matchQuery, unlessLenient, withoutTerms } from "./match.ts";
import { boolPrefixQuery } from "./match-bool-prefix.ts";
import { phraseQuery } from "./match-phrase.ts";
import { phrasePrefixQuery } from "./match-phrase-prefix.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { DisjunctionMax } from "./nodes/disjunction-max.ts";
import type { Query } from "./query.ts";
import { hasValues } from "./query-strings/fields.ts";

export const multiMatch: Compile<MultiMatchBody> = (body, context) => {
  checkStyle("multi_match", body.style);
  const fields = fieldsOf(body, context);
  if (fields.length === 0) return new MatchNone();
  return boosted(multiFieldQuery(fields, body, context), body.boost);
};

/** Matches a text in several fields. @throws ShardFailure */
export function multiFieldQuery(fields: readonly BoostedField[], body: FieldsText, context: CompileContext): Query {
  const queries =
    body.type === "cross_fields"
      ? crossFieldQueries(fields, body, context)
      : fields.map(({ field, boost }) => boosted(fieldQuery(field, body, context), boost));
  return bestOf(queries, body);
}

function bestOf(queries: readonly Query[], { tieBreaker, style }: FieldsText): Query {
  const [only, second] = queries;
  if (only === undefined) return withoutTerms(style.zeroTerms);
  if (second === undefined) return only;
  if (!(tieBreaker >= 0 && tieBreaker <= 1)) {
    throw failedToCreateQuery("illegal_argument_exception", "tieBreakerMultiplier must be in [0, 1]");
  }
  return new DisjunctionMax(queries, tieBreaker);
}

function fieldQuery(field: Field, { type, text, style, slop }: FieldsText, context: CompileContext): Query {
  const { lenient, analyzer, zeroTerms, fuzzy } = style;
  const phrase = { slop, zeroTerms, analyzer };
  switch (type) {
    case "phrase":
      return unlessLenient(lenient, () => phraseQuery(field, text, phrase, context));
    case "phrase_prefix": {
      const { maxExpansions } = fuzzy;
      return unlessLenient(lenient, () => phrasePrefixQuery(field, text, { ...phrase, maxExpansions }, context));
    }
    case "bool_prefix":
      return boolPrefixQuery(field, text, style, context);
    default:
      return matchQuery(field, text, style, context);
  }
}

/** The mapped fields. Counts the words in those fields that only the mapping determines. */
function fieldsOf({ text, fields: asked, style }: MultiMatchBody, context: CompileContext): BoostedField[] {
  const fields: BoostedField[] = [];
  let found = 0;
  for (const [name, boost] of resolve(asked, context)) {
    const field = context.field(name);
    if (!field) continue;
    fields.push({ field, boost });
    // Fields named without a pattern were counted when the clause was read.
    if (!asked.has(name) && field.kind === "text") found++;
  }
  if (found > 0) countWords(context.analysed(standard, scalarText(text)).terms.length * found, style, context);
  return fields;
}

/**
 * Fields with their boosts. A field that several patterns match gets the product of their boosts. Unknown names are
 * left out.
 */
function resolve(asked: ReadonlyMap<string, number>, { index, work }: CompileContext): Map<string, number> {
  const resolved = new Map<string, number>();
  for (const [name, boost] of inTreeOrder(asked)) {
    const names = isPattern(name) ? matching(name, index, work) : index.fields.field(name) ? [name] : [];
    for (const each of inHashOrder(new Map(names.map((each) => [each, 1]))).keys())
      resolved.set(each, Math.fround((resolved.get(each) ?? 1) * boost));
  }
  return inHashOrder(resolved);
}

function matching(pattern: string, index: IndexReader, work: Work): string[] {
  const matches = countedGlob(pattern, work);
  return index.fields.names().filter((name) => {
    const field = index.fields.field(name);
    return matches(name) && !name.startsWith("_") && field && !isPlace(field) && hasValues(name, index);
  });
}
