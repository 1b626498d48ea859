import type { ShardFailure } from "../errors/errors.ts";
import { type BoolBody, bool } from "./bool.ts";
import { type BoostingBody, boosting } from "./boosting.ts";
import { type ConstantScoreBody, constantScore } from "./constant-score.ts";
import { type DisMaxBody, disMax } from "./dis-max.ts";
import { exists } from "./exists.ts";
import { type FunctionScoreBody, functionScore } from "./function-score.ts";
import { fuzzy } from "./fuzzy.ts";
import { geoBoundingBox } from "./geo-bounding-box.ts";
import { geoDistance } from "./geo-distance.ts";
import { geoShape } from "./geo-shape.ts";
import { ids } from "./ids.ts";
import { type KnnBody, knn } from "./knn.ts";
import { match } from "./match.ts";
import { matchAll, matchNone } from "./match-all.ts";
import { matchBoolPrefix } from "./match-bool-prefix.ts";
import { matchPhrase } from "./match-phrase.ts";
import { matchPhrasePrefix } from "./match-phrase-prefix.ts";
import { multiMatch } from "./multi-match.ts";
import { nested } from "./nested.ts";
import { prefix, wildcard } from "./prefix.ts";
import { queryString } from "./query-string.ts";
import { range } from "./range.ts";
import { regexp } from "./regexp.ts";
import { simpleQueryString } from "./simple-query-string.ts";
import { term } from "./term.ts";
import { terms } from "./terms.ts";
import { termsSet } from "./terms-set.ts";

/** Every kind of clause that is allowed. A kind is added here, and to the engine's table of compilers. */
export const queryKinds = {
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

export type QueryName = keyof typeof queryKinds;

interface BodiesOfClauses {
  readonly bool: BoolBody<Clause>;
  readonly boosting: BoostingBody<Clause>;
  readonly constant_score: ConstantScoreBody<Clause>;
  readonly dis_max: DisMaxBody<Clause>;
  readonly function_score: FunctionScoreBody<Clause>;
  readonly knn: KnnBody<Clause>;
}

/** The body of each kind, as read. */
export type ClauseBodies = BodiesOfClauses & {
  readonly [Name in Exclude<QueryName, keyof BodiesOfClauses>]: ReturnType<(typeof queryKinds)[Name]>;
};

/**
 * A clause as read: plain data, checked as far as possible without the mapping. `name`: its name in the
 * `matched_queries` of hits, if it has one.
 */
export type ClauseOf<Name extends QueryName> = {
  readonly [Each in Name]: {
    readonly kind: Each;
    readonly body: ClauseBodies[Each];
    readonly name: string | undefined;
  };
}[Name];

/** A clause that shards refuse, unless the search can be answered without it. */
export interface RefusedClause {
  readonly kind: "refused";
  readonly body: ShardFailure;
  readonly name: string | undefined;
}
export type Clause = ClauseOf<QueryName> | RefusedClause;

export const isQueryName = (name: string): name is QueryName => Object.hasOwn(queryKinds, name);
