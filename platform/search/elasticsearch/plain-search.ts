import { maxSortKeys, maxStarredPatterns } from "../language/limits.ts";

/**
 * Whether a search has nothing but what most searches are made of. All others the allow-list has to look at closely,
 * which takes a busy machine up to 0.1 ms.
 *
 * What the allow-list refuses of these are values that no field of the kind has. The engine refuses them, too, or finds
 * nothing without a look at them. What JSON.parse reads is all that the engine sees: it takes no body with a member
 * twice.
 */
export function isPlain(search: object, body: Uint8Array): boolean {
  return body.length <= LONGEST && isSearch(search, 0);
}

/** Bytes. In as few there can't be more words, clauses or aggregations than are allowed, only more sort keys and paths. */
const LONGEST = 4096;
/** Clauses inside clauses, or aggregations inside aggregations. */
const DEEPEST = 8;

/** `depth` is how many clauses or aggregations there are around the value. */
type Fits = (value: unknown, depth: number) => boolean;

function members(known: Readonly<Record<string, Fits>>): Fits {
  const fits = new Map(Object.entries(known));
  return (value, depth) =>
    isObject(value) && everyMember(value, (name, each) => fits.get(name)?.(each, depth) === true);
}

function oneMember(name: Fits, fits: Fits): Fits {
  return (value, depth) => {
    if (!isObject(value)) return false;
    let count = 0;
    return everyMember(value, (each, of) => ++count === 1 && name(each, depth) && fits(of, depth)) && count === 1;
  };
}

function anyNames(fits: Fits): Fits {
  return (value, depth) => isObject(value) && everyMember(value, (_name, each) => fits(each, depth));
}

function listOf(fits: Fits, most = Number.POSITIVE_INFINITY): Fits {
  return (value, depth) => {
    if (!Array.isArray(value) || value.length > most) return false;
    for (const each of value) if (!fits(each, depth)) return false;
    return true;
  };
}

function either(one: Fits, other: Fits): Fits {
  return (value, depth) => one(value, depth) || other(value, depth);
}

function oneOf(...values: readonly unknown[]): Fits {
  return (value) => values.includes(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function everyMember(
  object: Readonly<Record<string, unknown>>,
  fits: (name: string, value: unknown) => boolean,
): boolean {
  for (const name of Object.keys(object)) if (!fits(name, object[name])) return false;
  return true;
}

const text: Fits = (value) => typeof value === "string";
const scalar: Fits = (value) => typeof value === "string" || typeof value === "number" || typeof value === "boolean";
const count: Fits = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10_000;
const degrees: Fits = (value) => typeof value === "number" && Math.abs(value) <= 180;
/** Names that mean something else to the engine begin with an underscore or hold a star. */
const field: Fits = (value) => typeof value === "string" && /^[a-z][\w.]*$/i.test(value);
const ofField = (fits: Fits): Fits => oneMember(field, fits);
const point = either(listOf(degrees), members({ lat: degrees, lon: degrees }));

const clause: Fits = (value, depth) => depth < DEEPEST && clauses(value, depth + 1);
const oneOrMore = either(clause, listOf(clause));
const clauses = members({
  match_all: members({}),
  term: ofField(either(scalar, members({ value: scalar }))),
  terms: ofField(listOf(scalar)),
  range: ofField(members({ gt: scalar, gte: scalar, lt: scalar, lte: scalar })),
  exists: members({ field }),
  match: ofField(either(text, members({ query: text, operator: oneOf("and", "or") }))),
  match_phrase: ofField(either(text, members({ query: text }))),
  geo_bounding_box: ofField(members({ top_left: point, bottom_right: point })),
  bool: members({ must: oneOrMore, filter: oneOrMore, should: oneOrMore, must_not: oneOrMore }),
});

const order = oneOf("asc", "desc");
const sortField = either(field, oneOf("_score"));
const sortKey = either(sortField, oneMember(sortField, either(order, members({ order }))));

/** Facets are of keywords; what other fields may be counted by, the allow-list knows. */
const keyword: Fits = (value, depth) => field(value, depth) && String(value).endsWith(".keyword");
const aggregations: Fits = (value, depth) => depth < DEEPEST && namedAggregations(value, depth + 1);
const namedAggregations = anyNames(
  members({
    terms: members({ field: keyword, size: count }),
    cardinality: members({ field: keyword }),
    aggs: aggregations,
  }),
);

const isSearch = members({
  query: clause,
  from: count,
  size: count,
  sort: either(sortKey, listOf(sortKey, maxSortKeys)),
  search_after: listOf(scalar),
  track_total_hits: oneOf(true, false),
  _source: either(oneOf(true, false), either(text, listOf(text, maxStarredPatterns))),
  aggs: aggregations,
});
