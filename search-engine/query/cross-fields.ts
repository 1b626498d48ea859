import type { Field } from "../index/mapping.ts";
import { utf8 } from "../index/terms.ts";
import type { Analyze } from "../language/analysis/analyzers.ts";
import { failedToCreateQuery, illegalOnShard } from "../language/errors/errors.ts";
import { scalarText, type WrittenScalar } from "../language/members/options.ts";
import type { FieldsText } from "../language/queries/multi-match.ts";
import { exactQuery } from "./field-terms.ts";
import type { CompileContext } from "./kind.ts";
import { analyzerOf, countWords, isPlace, matchQuery, unlessLenient, wordsQuery } from "./match.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { DisjunctionMax } from "./nodes/disjunction-max.ts";
import { fieldStatistics } from "./nodes/similarity.ts";
import { documentFrequency, Term } from "./nodes/term.ts";
import type { Query } from "./query.ts";

/** A field to search, with the boost of its matches. */
export interface BoostedField {
  readonly field: Field;
  readonly boost: number;
}

/** A query for each group of fields with one analyzer, which are searched as if they were one field. @throws ShardFailure */
export function crossFieldQueries(fields: readonly BoostedField[], body: FieldsText, context: CompileContext): Query[] {
  const { text, style } = body;
  const groups = new Map<Analyze, BoostedField[]>();
  for (const each of fields) {
    // Elasticsearch fails here with a null pointer when it looks for the field's analyzer.
    if (isPlace(each.field) && style.analyzer === undefined)
      throw failedToCreateQuery("illegal_argument_exception", "null");
    const analyzer = analyzerOf(each.field, style.analyzer);
    const group = groups.get(analyzer);
    if (group) group.push(each);
    else groups.set(analyzer, [each]);
  }
  return Array.from(groups, ([analyzer, group]) => {
    const [only, second] = group;
    if (only && !second && !isPlace(only.field))
      return boosted(matchQuery(only.field, text, style, context), only.boost);
    const { terms } = context.analysed(analyzer, scalarText(text));
    if (style.analyzer !== undefined) countWords(terms.length * group.length, style, context);
    return wordsQuery(
      terms.map((term) => blendedTerm(term, group, body, context)),
      style,
    );
  });
}

/** A term in any of the fields. Its document frequency in each field with the term is the highest of them. */
function blendedTerm(
  term: WrittenScalar,
  group: readonly BoostedField[],
  { tieBreaker, style }: FieldsText,
  context: CompileContext,
): Query {
  context.work.spend(group.length);
  const terms: BoostedTerm[] = [];
  const others: Query[] = [];
  for (const { field, boost } of group) {
    const query = unlessLenient(style.lenient, () => exactQuery(field, term, context));
    if (query instanceof Term) terms.push({ term: query, boost });
    else others.push(query instanceof MatchNone ? query : boosted(query, boost));
  }
  const queries = terms.length > 0 ? [...others, blended(terms, tieBreaker, context)] : others;
  const [only, second] = queries;
  return only && !second ? only : new DisjunctionMax(queries, 1);
}

interface BoostedTerm {
  readonly term: Term;
  readonly boost: number;
}

/** Scores as Elasticsearch's BlendedTermQuery: the rarer a term is in a field, the less its matches there count. */
function blended(terms: readonly BoostedTerm[], tieBreaker: number, { index }: CompileContext): Query {
  if (!(tieBreaker >= 0 && tieBreaker <= 1)) throw illegalOnShard("tieBreakerMultiplier must be in [0, 1]");
  const found = terms.map(({ term, boost }) => ({
    term,
    boost,
    ...fieldStatistics(index, term.field),
    frequency: documentFrequency(index, term.field, utf8(term.term)),
    scored: 0,
  }));
  const having = found.filter(({ frequency }) => frequency > 0).sort((a, b) => b.frequency - a.frequency);
  const most = Math.min(index.documentCount, ...having.map(({ sumTotalTermFreq }) => sumTotalTermFreq));
  let previous = having[0]?.frequency ?? 0;
  let frequency = Math.min(most, previous);
  for (const each of having) {
    if (each.frequency < previous) frequency++;
    each.scored = Math.min(frequency, each.docCount, most);
    previous = each.frequency;
  }
  const isBlended = terms.length > 1;
  return new DisjunctionMax(
    found.map(({ term, boost, scored }) => boosted(isBlended ? new Term(term.field, term.term, scored) : term, boost)),
    tieBreaker,
    true,
  );
}
