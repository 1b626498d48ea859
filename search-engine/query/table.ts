import { tooManyClauses } from "../language/queries/read.ts";
import type { Clause, ClauseBodies, ClauseOf, QueryName } from "../language/queries/table.ts";
import { MAX_CLAUSES, MAX_PATTERN_WORDS } from "../limits.ts";
import { analysing } from "./analysed.ts";
import { bool } from "./bool.ts";
import { boosting } from "./boosting.ts";
import { constantScore } from "./constant-score.ts";
import { disMax } from "./dis-max.ts";
import { exists } from "./exists.ts";
import { functionScore } from "./function-score.ts";
import { fuzzy } from "./fuzzy.ts";
import { geoBoundingBox, geoDistance, geoShape } from "./geo/clauses.ts";
import { ids } from "./ids.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { knn } from "./knn.ts";
import { match } from "./match.ts";
import { matchAll, matchNone } from "./match-all.ts";
import { matchBoolPrefix } from "./match-bool-prefix.ts";
import { matchPhrase } from "./match-phrase.ts";
import { matchPhrasePrefix } from "./match-phrase-prefix.ts";
import { multiMatch } from "./multi-match.ts";
import { nested } from "./nested.ts";
import { MatchNone } from "./nodes/constant.ts";
import { prefix, wildcard } from "./prefix.ts";
import type { Query } from "./query.ts";
import { queryString } from "./query-string.ts";
import { range } from "./range.ts";
import { regexp } from "./regexp.ts";
import { Rewriting } from "./rewriting.ts";
import { simpleQueryString } from "./simple-query-string.ts";
import { term } from "./term.ts";
import { terms } from "./terms.ts";
import { termsSet } from "./terms-set.ts";

const compilers: { readonly [Name in QueryName]: Compile<ClauseBodies[Name]> } = {
  bool,
  boosting,
  constant_score: constantScore,
  dis_max: disMax,
  exists,
  function_score: functionScore,
  fuzzy,
  geo_bounding_box: geoBoundingBox,
  geo_distance: geoDistance,
  geo_shape: geoShape,
  ids,
  knn,
  match,
  match_all: matchAll,
  match_bool_prefix: matchBoolPrefix,
  match_none: matchNone,
  match_phrase: matchPhrase,
  match_phrase_prefix: matchPhrasePrefix,
  multi_match: multiMatch,
  nested,
  prefix,
  query_string: queryString,
  range,
  regexp,
  simple_query_string: simpleQueryString,
  term,
  terms,
  terms_set: termsSet,
  wildcard,
};

function compile(clause: Clause, context: CompileContext): Query {
  if (clause.kind === "refused") throw clause.body;
  return compileAs(clause, context);
}

function compileAs<Name extends QueryName>({ kind, body }: ClauseOf<Name>, context: CompileContext): Query {
  return compilers[kind](body, context);
}

/** Creates the context of a search. `read`: number of clauses counted when the search was read. */
export function compileContext(search: Pick<CompileContext, "index" | "now" | "work">, read: number): CompileContext {
  const { index } = search;
  let clauses = read;
  let words = 0;
  let depth = 0;
  const context: CompileContext = {
    ...search,
    expansions: [],
    field: (name) => index.fields.field(name),
    analysed: analysing(search.work),
    countClauses(count) {
      clauses += count;
      if (clauses > MAX_CLAUSES) throw tooManyClauses(MAX_CLAUSES);
    },
    countWords(count) {
      words += count;
      if (words > MAX_PATTERN_WORDS) throw tooManyClauses(MAX_PATTERN_WORDS);
    },
    named: [],
    compile(clause) {
      if (clause.name !== undefined) depth++;
      const query = rewriting.leavesNothing(clause) ? new MatchNone() : compile(clause, context);
      if (clause.name !== undefined) context.named.push({ name: clause.name, query, depth: depth-- });
      return query;
    },
  };
  const rewriting = new Rewriting(context);
  return context;
}
