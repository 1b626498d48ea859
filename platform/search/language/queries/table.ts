import { type BoolBody, bool } from "./bool.ts";
import { type ConstantScoreBody, constantScore } from "./constant-score.ts";
import { type ExistsBody, exists } from "./exists.ts";
import { type GeoBoundingBoxBody, geoBoundingBox } from "./geo-bounding-box.ts";
import { type GeoDistanceBody, geoDistance } from "./geo-distance.ts";
import { type GeoShapeBody, geoShape } from "./geo-shape.ts";
import { type IdsBody, ids } from "./ids.ts";
import type { QueryKind } from "./kind.ts";
import { type MatchBody, type MatchPhraseBody, match, matchPhrase } from "./match.ts";
import { type MatchAllBody, type MatchNoneBody, matchAll, matchNone } from "./match-all.ts";
import { type MultiMatchBody, multiMatch } from "./multi-match.ts";
import { type PatternBody, prefix, wildcard } from "./prefix.ts";
import { type RangeBody, range } from "./range.ts";
import { type TermBody, term } from "./term.ts";
import { type TermsBody, terms } from "./terms.ts";

/** What each kind of clause is read into. A kind is added here and below, and to the engine's table of compilers. */
export interface ClauseBodies {
  readonly bool: BoolBody<Clause>;
  readonly constant_score: ConstantScoreBody<Clause>;
  readonly exists: ExistsBody;
  readonly geo_bounding_box: GeoBoundingBoxBody;
  readonly geo_distance: GeoDistanceBody;
  readonly geo_shape: GeoShapeBody;
  readonly ids: IdsBody;
  readonly match: MatchBody;
  readonly match_all: MatchAllBody;
  readonly match_none: MatchNoneBody;
  readonly match_phrase: MatchPhraseBody;
  readonly multi_match: MultiMatchBody;
  readonly prefix: PatternBody;
  readonly range: RangeBody;
  readonly term: TermBody;
  readonly terms: TermsBody;
  readonly wildcard: PatternBody;
}

export type QueryName = keyof ClauseBodies;

/** A clause as read: plain data, checked as far as that is possible without the mapping. */
export type ClauseOf<Name extends QueryName> = {
  readonly [Each in Name]: { readonly kind: Each; readonly body: ClauseBodies[Each] };
}[Name];
export type Clause = ClauseOf<QueryName>;

/** Every kind of clause that is allowed. */
export const queryKinds: { readonly [Name in QueryName]: QueryKind<ClauseBodies[Name], Clause> } = {
  bool,
  constant_score: constantScore,
  exists,
  geo_bounding_box: geoBoundingBox,
  geo_distance: geoDistance,
  geo_shape: geoShape,
  ids,
  match,
  match_all: matchAll,
  match_none: matchNone,
  match_phrase: matchPhrase,
  multi_match: multiMatch,
  prefix,
  range,
  term,
  terms,
  wildcard,
};

export const isQueryName = (name: string): name is QueryName => Object.hasOwn(queryKinds, name);
