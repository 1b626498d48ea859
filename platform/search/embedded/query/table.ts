import { geoBoundingBox } from "../geo/bounding-box.ts";
import { geoDistance } from "../geo/distance-query.ts";
import { geoShape } from "../geo/shape-query.ts";
import { bool } from "./bool.ts";
import { constantScore } from "./constant-score.ts";
import { exists } from "./exists.ts";
import { ids } from "./ids.ts";
import type { QueryKind } from "./kind.ts";
import { match, matchPhrase } from "./match.ts";
import { matchAll, matchNone } from "./match-all.ts";
import { multiMatch } from "./multi-match.ts";
import { prefix, wildcard } from "./prefix.ts";
import { range } from "./range.ts";
import { term } from "./term.ts";
import { terms } from "./terms.ts";

const kinds: readonly QueryKind[] = [
  bool,
  constantScore,
  exists,
  geoBoundingBox,
  geoDistance,
  geoShape,
  ids,
  match,
  matchAll,
  matchNone,
  matchPhrase,
  multiMatch,
  prefix,
  range,
  term,
  terms,
  wildcard,
];

/** Every kind of clause that can be searched by. */
export const queryKinds: ReadonlyMap<string, QueryKind> = new Map(kinds.map((kind) => [kind.name, kind]));
