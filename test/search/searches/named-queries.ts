import { family, type Search } from "./search.ts";

/** No two of the names fall into one bucket of a Java HashMap, where Elasticsearch would order them randomly. */
const title = "identification.title";
const product = "product_type.keyword";
const size = "distribution_information.transfersize.size";
const begin = "temporal_extent.time_period_begin";
const model = (name: unknown) => ({ term: { [product]: { value: "model", _name: name } } });
const observed = (name: unknown) => ({ terms: { [product]: ["observation", "fundamental parameter"], _name: name } });
const radar = (name: unknown) => ({ match: { [title]: { query: "radar", _name: name } } });
const cloud = (name: unknown) => ({ match: { [title]: { query: "cloud", _name: name } } });
const all = (name: unknown) => ({ match_all: { _name: name } });
const nothing = (name: unknown) => ({ match_none: { _name: name } });

/** Each kind, with its name in the right place. */
const kinds = (name: unknown): readonly object[] => [
  radar(name),
  model(name),
  observed(name),
  all(name),
  nothing(name),
  { match_phrase: { [title]: { query: "cloud radar", _name: name } } },
  { match_phrase_prefix: { [title]: { query: "cloud rad", _name: name } } },
  { match_bool_prefix: { [title]: { query: "cloud rad", _name: name } } },
  { multi_match: { query: "radar", fields: [title, "identification.abstract"], _name: name } },
  { query_string: { query: "radar AND cloud", _name: name } },
  { simple_query_string: { query: "radar -cloud", fields: [title], _name: name } },
  { prefix: { [product]: { value: "mod", _name: name } } },
  { wildcard: { [product]: { value: "*d*l", _name: name } } },
  { regexp: { [product]: { value: "m.*l", _name: name } } },
  { fuzzy: { [title]: { value: "rader", _name: name } } },
  { range: { [size]: { gte: 1, _name: name } } },
  { range: { [begin]: { gte: "2010", _name: name } } },
  { terms_set: { [product]: { terms: ["model"], minimum_should_match: 1, _name: name } } },
  { exists: { field: "facility", _name: name } },
  { ids: { values: [], _name: name } },
  { geo_distance: { distance: "2000km", "facility.location": [6, 51], _name: name } },
  { geo_bounding_box: { "facility.location": { top: 60, left: 0, bottom: 40, right: 20 }, _name: name } },
  { geo_shape: { spatial_extent: { shape: { type: "point", coordinates: [6, 51] } }, _name: name } },
  { nested: { path: "none", ignore_unmapped: true, query: all("inner"), _name: name } },
  { constant_score: { filter: model("inner"), _name: name } },
  { dis_max: { queries: [radar("inner"), model("k")], _name: name } },
  { boosting: { positive: radar("inner"), negative: model("k"), negative_boost: 0.5, _name: name } },
  { function_score: { query: radar("inner"), weight: 2, _name: name } },
  { bool: { must: [radar("inner")], _name: name } },
];

const whole = [
  { bool: { must: [radar("r")], should: [model("m"), cloud("c")], must_not: [nothing("n")], filter: [all("a")] } },
  { bool: { should: [{ bool: { must_not: [model("not model")] } }, all("a")] } },
  {
    bool: { should: [{ bool: { must: [model("m"), radar("r")], _name: "both" } }, { bool: { should: [cloud("c")] } }] },
  },
  {
    bool: { filter: [{ bool: { filter: [{ bool: { filter: [model("m")], _name: "1" } }], _name: "2" } }], _name: "3" },
  },
  { bool: { _name: "empty" } },
  { bool: { must: all("x"), filter: radar("r"), boost: 0, _name: "d" } },
  // The last of several clauses with one name counts: must, must_not, should, filter.
  { bool: { should: [model("one"), radar("one")] } },
  { bool: { should: [radar("one"), model("one")] } },
  { bool: { filter: [radar("one")], must_not: [model("one")] } },
  { bool: { filter: [radar("one")], should: [model("one")] } },
  { bool: { must: [radar("one")], must_not: [model("one")] } },
  { bool: { must: [radar("inner")], _name: "inner" } },
  { constant_score: { filter: { bool: { must: [model("m")], must_not: [radar("n")], _name: "b" } }, _name: "c" } },
  // Branches that are replaced as a whole lose the names inside them.
  ...[{ match_none: {} }, { term: { nope: "a" } }, { ids: { values: [] } }, { exists: { field: "nope" } }].map(
    (no) => ({
      bool: { should: [{ bool: { must: [model("lost"), no] } }, all("kept")] },
    }),
  ),
  ...[{ match: { nope: "a" } }, { regexp: { nope: "a" } }, { term: { [product]: "nope" } }].map((no) => ({
    bool: { should: [{ bool: { filter: [model("stays"), no] } }, all("kept")] },
  })),
  { bool: { should: [{ bool: { must: [model("lost")], must_not: [{ match_all: {} }] } }, all("kept")] } },
  {
    bool: { should: [{ bool: { must: [model("lost"), { constant_score: { filter: nothing("n") } }] } }, all("kept")] },
  },
  {
    function_score: {
      query: all("query"),
      functions: [
        { filter: model("first"), weight: 2 },
        { filter: { bool: { should: [radar("second"), cloud("third")], _name: "two" } }, weight: 3 },
      ],
    },
  },
  { function_score: { query: radar("q"), functions: [{ filter: nothing("n"), weight: 2 }], min_score: 1, _name: "f" } },
  { bool: { should: ["zeta", "alpha", "b", "3", "é", "two", "last"].map(all) } },
  { bool: { should: "abcdefghijklmnopqrstuvwxyz".split("").map(all) } },
  { bool: { should: "zyxwvutsrqponm".split("").map((name, at) => (at % 2 ? radar(name) : model(name))) } },
];

const radars = { match: { [title]: "radar" } };

const pages: readonly object[] = [
  { query: all("D"), post_filter: model("P") },
  { query: all("D"), post_filter: model("D") },
  { query: radar("z"), post_filter: { bool: { should: [radar("a"), model("z")] } } },
  { query: radars, post_filter: model("only") },
  { query: radars, sort: [{ [begin]: "asc" }, "_doc"] },
  { query: radar("r"), sort: [{ [begin]: "desc" }, "_doc"], fields: [product], highlight: { fields: { [title]: {} } } },
  { query: radar("r"), sort: [{ [begin]: "desc" }], track_scores: true, from: 3, size: 2 },
  { query: radar("r"), _source: ["identification.title"], size: 3 },
  { query: radar("r"), size: 0, aggs: { a: { filter: model("not answered") } } },
  { query: radars, size: 4, aggs: { a: { filter: model("not answered") } } },
  { query: radars, size: 4, highlight: { fields: { [title]: { highlight_query: cloud("not answered") } } } },
  { query: radars, min_score: 0.5, post_filter: all("post") },
  { query: { bool: { must: [all("all")], should: [radar("r"), model("m")] } }, collapse: { field: product } },
  { query: { bool: { should: [all("all"), radar("r"), model("m")] } }, size: 300 },
  { query: { match_all: {} }, stored_fields: "_none_", post_filter: radar("r") },
  { query: radar("r"), rescore: { window_size: 20, query: { rescore_query: model("m") } } },
  { query: radar("D"), rescore: { window_size: 20, query: { rescore_query: model("D") } } },
  {
    query: radar("r"),
    post_filter: all("all"),
    collapse: {
      field: product,
      inner_hits: { name: "inside", _source: false, size: 2, sort: [{ _score: "desc" }, "_doc"] },
    },
  },
  {
    query: { bool: { should: [radar("r"), model("m"), all("all")] } },
    size: 1,
    post_filter: observed("D"),
    aggs: {
      t: { filter: model("not answered"), aggs: { h: { top_hits: { size: 3, _source: false } } } },
    },
  },
];

const values = [5, 1.5, true, null, "", ["x"], ["x", "y"], []];
/** A list is read as the point of a field with that name, which is another case. */
const isListedPoint = (query: object): boolean =>
  "geo_distance" in query && Array.isArray((query.geo_distance as { readonly _name: unknown })._name);
const told = { _source: false, size: 5 };

export const namedQuerySearches: readonly Search[] = [
  ...family(
    "named clause",
    kinds("named").map((query) => ({ query: { bool: { should: [query, all("all")] } }, ...told })),
  ),
  ...family(
    "named clauses",
    whole.map((query) => ({ query, ...told })),
  ),
  ...family(
    "named clauses of a page",
    pages.map((page) => ({ _source: false, ...page })),
  ),
  ...family(
    "name",
    values.flatMap((value) =>
      kinds(value)
        .filter((query) => !isListedPoint(query))
        .map((query) => ({ query, ...told, size: 1 })),
    ),
  ),
  ...family(
    "name beside the field",
    [
      { term: { [product]: "model", _name: "a" } },
      { term: { _name: "a", [product]: "model" } },
      { match: { [title]: "radar", _name: "a" } },
      { range: { [size]: { gte: 1 }, _name: "a" } },
      { terms_set: { [product]: { terms: ["model"], minimum_should_match: 1 }, _name: "a" } },
      { geo_shape: { spatial_extent: { shape: { type: "point", coordinates: [6, 51] }, _name: "a" } } },
      { bool: { _name: {} } },
      { exists: { field: "facility", _name: {} } },
      { constant_score: { filter: { match_all: {} }, _name: {} } },
    ].map((query) => ({ query, ...told })),
  ),
];
