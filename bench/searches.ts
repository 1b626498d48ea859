import { compatibilitySearch } from "../services/query/search/compatibility-query.ts";
import type { Search } from "./asker.ts";
import * as sample from "./samples.ts";
import { BODIES } from "./samples.ts";

const PID = "identification.identifier.pid.keyword";
const FACILITY = "facility.identifier.keyword";
const VARIABLE = "variables.variable_name.keyword";
const BEGIN = "temporal_extent.time_period_begin";
const TITLE = "identification.title";
const ABSTRACT = "identification.abstract";
const SIZE = "distribution_information.transfersize.size";
const FACETS = [VARIABLE, FACILITY, "variables.framework.framework.keyword", "product_type.keyword"];
const DAY_MS = 86_400_000;

/** Twenty-two searches as portals and scripts send them, each with 400 different bodies that find something. */
export const SEARCHES: readonly Search[] = [
  search("one record by its PID", (n) => ({ query: { term: { [PID]: sample.pid(n) } } })),
  search("a term", (n) => {
    const { name, turn } = sample.variable(n);
    return { query: { term: { [VARIABLE]: name } }, from: turn };
  }),
  search("a bool of terms and a period, sorted", (n) => ({
    ...filtered(
      { term: { [FACILITY]: sample.facilityOf(n) } },
      { term: { [VARIABLE]: sample.variableOf(n) } },
      { range: { [BEGIN]: { gte: date(startOf(n)), lt: date(endOf(n)) } } },
    ),
    sort: [{ [BEGIN]: "desc" }, { [PID]: "asc" }],
  })),
  search("a phrase", (n) => ({ query: { match_phrase: { [ABSTRACT]: sample.phrase(n) } } })),
  search("multi_match", (n) => ({
    query: { multi_match: { query: sample.choice(n, 2, sample.medium).text, fields: [`${TITLE}^2`, ABSTRACT] } },
  })),
  search("query_string", (n) => {
    const [first, ...others] = sample.wordsOfOne(n).split(" ");
    return { query: { query_string: { query: `${first} AND (${others.join(" ")})`, fields: [TITLE, ABSTRACT] } } };
  }),
  // Two neighbours may have the same prefix.
  search("a prefix", (n) => ({ query: { prefix: { [PID]: sample.pid(n).slice(0, -1) } }, size: 10 + (n % 2) })),
  search("a leading wildcard", (n) => ({
    query: { wildcard: { [VARIABLE]: { value: `*${sample.partOfVariable(n)}*` } } },
  })),
  search("fuzzy", (n) => ({ query: { match: { [ABSTRACT]: { query: sample.misspelt(n), fuzziness: "AUTO" } } } })),
  search("a box", (n) => {
    const [top_left, bottom_right] = sample.corners(n);
    return filtered({ geo_bounding_box: { "facility.location": { top_left, bottom_right } } });
  }),
  search("a shape", (n) => {
    const shape = { type: "envelope", coordinates: sample.corners(n) };
    return filtered({ geo_shape: { spatial_extent: { shape } } });
  }),
  search("sort by distance", (n) => ({
    query: { exists: { field: "facility.location" } },
    sort: [{ _geo_distance: { "facility.location": sample.corners(n)[0], order: "asc" } }],
  })),
  search("a deep search_after", (n) => ({
    size: 50,
    sort: [{ [BEGIN]: "asc" }, { [PID]: "asc" }],
    search_after: [sample.beginOf(n), sample.pid(n)],
  })),
  search("a page of 500", (n) => ({ ...matching(n, 1, sample.frequent), size: 500 })),
  search("six facets over all", (n) => {
    const size = (at: number) => 10 + (at % 2 ? n % 20 : Math.floor(n / 20));
    const facets = [...FACETS, VARIABLE, FACILITY].map((field, at) => [`f${at}`, { terms: { field, size: size(at) } }]);
    return { size: 0, aggs: Object.fromEntries(facets) };
  }),
  search("months over all", (n) => ({
    size: 0,
    aggs: { [`m${n}`]: { date_histogram: { field: BEGIN, calendar_interval: "month" } } },
  })),
  search("terms with stats", (n) => ({
    size: 0,
    aggs: {
      f: {
        terms: { field: FACILITY, size: 10 + (n % 40), min_doc_count: 1 + Math.floor(n / 40) },
        aggs: { size: { stats: { field: SIZE } } },
      },
    },
  })),
  search("composite", (n) => ({
    size: 0,
    aggs: {
      c: {
        composite: {
          size: 50 + (n % 50),
          sources: [{ facility: { terms: { field: FACILITY } } }, { variable: { terms: { field: VARIABLE } } }],
          after: { facility: sample.facilityOf(n), variable: sample.variableOf(n) },
        },
      },
    },
  })),
  search("highlight", (n) => ({
    ...matching(n, 2, sample.medium),
    highlight: { fields: { [TITLE]: {}, [ABSTRACT]: {} } },
  })),
  search("collapse", (n) => ({ ...matching(n, 1, sample.medium), collapse: { field: FACILITY } })),
  search("function_score", (n) => ({
    query: {
      function_score: {
        query: matching(n, 1, sample.medium).query,
        functions: [{ gauss: { [BEGIN]: { origin: date(startOf(n)), scale: "365d" } } }, { weight: 2 }],
      },
    },
  })),
  search("the compatibility search", (n) => {
    const [[west, north], [east, south]] = sample.corners(n);
    const box = { north, west, south, east };
    const extent = { start: startOf(n), end: endOf(n), variables: [], box, from: 0, size: 100 };
    return compatibilitySearch(extent, [sample.variableOf(n)]);
  }),
];

/** Five more searches, for the comparison with Elasticsearch only. */
export const WORD_SEARCHES: readonly Search[] = [
  search("two terms", (n) =>
    filtered({ term: { [FACILITY]: sample.facility(n) } }, { term: { [VARIABLE]: sample.variable(n).name } }),
  ),
  search("one frequent word", (n) => matching(n, 1, sample.frequent)),
  search("one rare word", (n) => matching(n, 1, sample.rare)),
  search("three words", (n) => matching(n, 3, sample.medium)),
  search("three words, all of them", (n) => ({
    query: { match: { [ABSTRACT]: { query: sample.wordsOfOne(n), operator: "and" } } },
  })),
];

function search(name: string, body: (n: number) => object): Search {
  return { name, body: (call) => body(call % BODIES) };
}

function filtered(...filter: object[]) {
  return { query: { bool: { filter } } };
}

/** A match of `count` words. When a choice of words repeats, it starts from another hit. */
function matching(n: number, count: number, words: readonly string[]) {
  const { text, turn } = sample.choice(n, count, words);
  return { query: { match: { [ABSTRACT]: text } }, from: count === 1 ? turn : 0 };
}

const startOf = (n: number): number => sample.beginOf(n) - 1_000 * DAY_MS - n * 1_000;
const endOf = (n: number): number => sample.beginOf(n) + 1_000 * DAY_MS;
const date = (time: number): string => new Date(time).toISOString();
