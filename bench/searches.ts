import { cycled } from "../cli/demo/cycled.ts";
import { compatibilitySearch } from "../services/query/search/compatibility-query.ts";
import type { Search } from "./asker.ts";
import { corpusFacilities, corpusRecord } from "./corpus.ts";

/** Bodies of a search before they repeat. */
const BODIES = 400;

const PID = "identification.identifier.pid.keyword";
const FACILITY = "facility.identifier.keyword";
const VARIABLE = "variables.variable_name.keyword";
const BEGIN = "temporal_extent.time_period_begin";
const TITLE = "identification.title";
const ABSTRACT = "identification.abstract";
const SIZE = "distribution_information.transfersize.size";
const FACETS = [VARIABLE, FACILITY, "variables.framework.framework.keyword", "product_type.keyword"];

/** Twenty-two searches as portals and scripts send them. */
export const SEARCHES: readonly Search[] = [
  { name: "one record by its PID", body: (n) => ({ query: { term: { [PID]: pid(n) } } }) },
  { name: "a term", body: (n) => ({ query: { term: { [VARIABLE]: variable(n) } }, from: n % 20 }) },
  {
    name: "a bool of terms and a period, sorted",
    body: (n) => ({
      ...filtered({ term: { [FACILITY]: facility(n) } }, { term: { [VARIABLE]: variable(n) } }, period(n)),
      sort: [{ [BEGIN]: "desc" }, { [PID]: "asc" }],
    }),
  },
  { name: "a phrase", body: (n) => ({ query: { match_phrase: { [ABSTRACT]: phrase(n) } } }) },
  {
    name: "multi_match",
    body: (n) => ({ query: { multi_match: { query: texts(n, 2, RARE), fields: [`${TITLE}^2`, ABSTRACT] } } }),
  },
  {
    name: "query_string",
    body: (n) => ({
      query: {
        query_string: { query: `${texts(n, 1, FREQUENT)} AND (${texts(n, 2, RARE)})`, fields: [TITLE, ABSTRACT] },
      },
    }),
  },
  { name: "a prefix", body: (n) => ({ query: { prefix: { [PID]: pid(n).slice(0, -2) } } }) },
  {
    name: "a leading wildcard",
    body: (n) => ({ query: { wildcard: { [VARIABLE]: { value: `*${variable(n).slice(4, 12)}*` } } } }),
  },
  {
    name: "fuzzy",
    body: (n) => ({ query: { match: { [ABSTRACT]: { query: misspelt(texts(n, 1, RARE), n), fuzziness: "AUTO" } } } }),
  },
  { name: "a box", body: (n) => filtered({ geo_bounding_box: { "facility.location": box(n) } }) },
  {
    name: "a shape",
    body: (n) => filtered({ geo_shape: { spatial_extent: { shape: { type: "envelope", coordinates: corners(n) } } } }),
  },
  {
    name: "sort by distance",
    body: (n) => ({
      query: { exists: { field: "facility.location" } },
      sort: [{ _geo_distance: { "facility.location": corners(n)[0], order: "asc" } }],
    }),
  },
  {
    name: "a deep search_after",
    body: (n) => ({
      size: 50,
      sort: [{ [BEGIN]: "asc" }, { [PID]: "asc" }],
      search_after: [Date.parse(day((n % BODIES) * 17)), pid(n)],
    }),
  },
  { name: "a page of 500", body: (n) => ({ ...words(n, 1, FREQUENT), size: 500 }) },
  {
    name: "six facets over all",
    body: (n) => ({
      size: 0,
      aggs: Object.fromEntries(
        [...FACETS, VARIABLE, FACILITY].map((field, at) => [
          `f${at}`,
          { terms: { field, size: 10 + ((n + at) % 20) } },
        ]),
      ),
    }),
  },
  {
    name: "months over all",
    body: (n) => ({ size: 0, aggs: { [`m${n}`]: { date_histogram: { field: BEGIN, calendar_interval: "month" } } } }),
  },
  {
    name: "terms with stats",
    body: (n) => ({
      size: 0,
      aggs: { f: { terms: { field: FACILITY, size: 10 + (n % 40) }, aggs: { size: { stats: { field: SIZE } } } } },
    }),
  },
  {
    name: "composite",
    body: (n) => ({
      size: 0,
      aggs: {
        c: {
          composite: {
            size: 100,
            sources: [{ facility: { terms: { field: FACILITY } } }, { variable: { terms: { field: VARIABLE } } }],
            after: { facility: facility(n), variable: variable(n) },
          },
        },
      },
    }),
  },
  {
    name: "highlight",
    body: (n) => ({ ...words(n, 2, RARE), highlight: { fields: { [TITLE]: {}, [ABSTRACT]: {} } } }),
  },
  { name: "collapse", body: (n) => ({ ...words(n, 1, RARE), from: n % 20, collapse: { field: FACILITY } }) },
  {
    name: "function_score",
    body: (n) => ({
      query: {
        function_score: {
          ...words(n, 1, RARE),
          functions: [{ gauss: { [BEGIN]: { origin: day((n % BODIES) * 17), scale: "365d" } } }, { weight: 2 }],
        },
      },
    }),
  },
  { name: "the compatibility search", body: (n) => compatibilitySearch(extent(n), [variable(n)]) },
];

const filtered = (...filter: object[]) => ({ query: { bool: { filter } } });

const FREQUENT = "measurements data observations station air concentration continuous monitoring".split(" ");
const RARE =
  "volcanic drizzle stratospheric terpenes ceilometer nephelometer wood acidification ions mobility hydrocarbons".split(
    " ",
  );
const SAMPLE = Array.from({ length: BODIES }, (_, n) => corpusRecord(n * 241));

const pid = (n: number) => cycled(SAMPLE, n).identification.identifier.pid;
const facility = (n: number) => cycled(corpusFacilities, n * 31).identifier;
const variable = (n: number) => cycled(SAMPLE, n).variables[0]?.variable_name ?? "";
const texts = (n: number, count: number, from: readonly string[]) =>
  Array.from({ length: count }, (_, at) => cycled(from, n + at * (1 + (n % 3)))).join(" ");
const words = (n: number, count: number, from: readonly string[]) => ({
  query: { match: { [ABSTRACT]: texts(n, count, from) } },
});
/** Two words that stand side by side in a record. */
const phrase = (n: number) => cycled(SAMPLE, n).identification.abstract.split(" ").slice(2, 4).join(" ");
/** A word with one of its inner letters left out. */
function misspelt(word: string, n: number): string {
  const at = 1 + (n % (word.length - 2));
  return word.slice(0, at) + word.slice(at + 1);
}

const day = (number: number): string => new Date(Date.UTC(2000, 0, 1 + number)).toISOString();
const period = (n: number) => ({
  range: { [BEGIN]: { gte: day((n % BODIES) * 17), lt: day((n % BODIES) * 17 + 2_000) } },
});
const corners = (n: number): readonly [readonly [number, number], readonly [number, number]] => {
  const [west, north] = [(n % 40) - 10, 40 + (n % 25)];
  return [
    [west, north],
    [west + 5, north - 5],
  ];
};
function box(n: number) {
  const [top_left, bottom_right] = corners(n);
  return { top_left, bottom_right };
}

const extent = (n: number) => {
  const [[west, north], [east, south]] = corners(n);
  const start = Date.parse(day((n % BODIES) * 17));
  return {
    start,
    end: start + 2_000 * 86_400_000,
    variables: [],
    box: { north, west, south, east },
    from: 0,
    size: 100,
  };
};
