import {
  FILTER_NAMES,
  type FilterName,
  MAX_FILTER_VALUES,
  SEARCH_PAGE_SIZE,
  type SearchSort,
} from "../../../../contracts/routes/portal/search.ts";
import { meetsBox } from "../../search/box-clause.ts";
import type { Asked, Removable, Sought } from "./asked.ts";
import { without } from "./asked.ts";

const TITLE = "identification.title";
const ABSTRACT = "identification.abstract";
const BEGIN = "temporal_extent.time_period_begin";
const END = "temporal_extent.time_period_end";
const REVISED = "dataset_metadata.time_content_revised";
const FACILITY_NAME = "facility.name";
const VARIABLE = "variables.variable_name";

/** The field of each filter. */
const FIELDS: Readonly<Record<FilterName, string>> = {
  facility: "facility.identifier.keyword",
  variable: `${VARIABLE}.keyword`,
  instrument: "variables.instrument.instrument_type.keyword",
  framework: "variables.framework.framework.keyword",
  repository: "dataset_metadata.repository.repository_id.keyword",
  type: "product_type.keyword",
  matrix: "variables.variable_matrix.keyword",
};

/** Where words are looked for, with their weight. */
const SEARCHED = [
  `${TITLE}^4`,
  `${VARIABLE}^2`,
  `${FACILITY_NAME}^2`,
  ABSTRACT,
  "variables.instrument.instrument_type",
  "variables.framework.framework",
  "dataset_metadata.repository.repository_name",
  "identification.identifier.pid",
];

/** Where similar words are looked for, if one may be misspelt. */
export const SUGGESTED = [TITLE, VARIABLE, FACILITY_NAME, ABSTRACT] as const;

/** What of a record a result shows. Values of keywords are indexed up to a length, so that they are short. */
export const SHOWN = {
  title: `${TITLE}.keyword`,
  facility: "facility.identifier.keyword",
  facilityName: `${FACILITY_NAME}.keyword`,
  begin: BEGIN,
  end: END,
  variables: `${VARIABLE}.keyword`,
} as const;

export const HIGHLIGHTED = { title: TITLE, abstract: ABSTRACT } as const;

/** Around a found word: two non-characters, which texts don't have. Controls at an end would be trimmed. */
export const MARK = { begin: "\uFDD0", end: "\uFDD1" } as const;

/** Values of a filter that are listed, and those of one of which many are. */
export const FACET_SIZE = 10;
export const LONG_FACET_SIZE = 500;

const TITLE_LENGTH = 300;
const FRAGMENT_LENGTH = 160;
/** Words of longer texts are found, but not marked. */
const MAX_MARKED_OFFSET = 100_000;

const NEWEST = { [REVISED]: { order: "desc" } };
const BY_PID = { "identification.identifier.pid.keyword": { order: "asc" } };

const SORTS: Readonly<Record<SearchSort, readonly object[]>> = {
  relevance: [{ _score: { order: "desc" } }, NEWEST, BY_PID],
  newest: [NEWEST, BY_PID],
  period: [{ [BEGIN]: { order: "desc" } }, BY_PID],
  title: [{ [`${TITLE}.keyword`]: { order: "asc" } }, BY_PID],
};

/** The order of the results: there is no best match without words. */
export const sortOf = ({ q, sort = "relevance" }: Asked): SearchSort =>
  q === undefined && sort === "relevance" ? "newest" : sort;

/** What a page asks of the engine besides what it must. */
interface PageOptions {
  /** Whether results have the names of their variables, of which a record may have any number. */
  readonly withVariables: boolean;
}

/**
 * The one search of a page: results with the found words marked, and for each filter how many datasets each of its values
 * would leave. The counts of a filter are made without it, so that several of its values can be chosen.
 */
export function pageSearch(asked: Asked, { withVariables }: PageOptions): object {
  const { variables, ...shown } = SHOWN;
  const chosen = clausesOf(asked, FILTER_NAMES);
  return {
    ...range(asked),
    track_total_hits: true,
    _source: false,
    docvalue_fields: [...Object.values(shown), ...(withVariables ? [variables] : [])].map((field) =>
      field === BEGIN || field === END ? { field, format: "strict_date_optional_time" } : { field },
    ),
    highlight: {
      pre_tags: [MARK.begin],
      post_tags: [MARK.end],
      max_analyzed_offset: MAX_MARKED_OFFSET,
      fields: {
        [TITLE]: { fragment_size: TITLE_LENGTH, number_of_fragments: 1, no_match_size: TITLE_LENGTH },
        [ABSTRACT]: { fragment_size: FRAGMENT_LENGTH, number_of_fragments: 2, no_match_size: 2 * FRAGMENT_LENGTH },
      },
    },
    query: queryOf(asked, []),
    ...(chosen.length > 0 && { post_filter: { bool: { filter: chosen } } }),
    aggs: facets(asked),
  };
}

/** The same search for programs: the records themselves, and no counts. */
export function searchForPrograms(asked: Asked): object {
  return { query: queryOf(asked, FILTER_NAMES), ...range(asked) };
}

const range = (asked: Asked) => ({
  from: (asked.page - 1) * SEARCH_PAGE_SIZE,
  size: SEARCH_PAGE_SIZE,
  sort: SORTS[sortOf(asked)],
});

/** The counts of a filter's chosen values, beside those of its largest. */
export const chosenOf = (name: FilterName): string => `${name} chosen`;

/**
 * Counts the values of each filter among what all other ones leave. Filters without a chosen value are counted together,
 * as are all where none has one: the engine then counts without a look at single documents.
 */
function facets(asked: Asked): object {
  const [chosen, open] = [true, false].map((is) => FILTER_NAMES.filter((name) => asked[name].length > 0 === is));
  const groups = [...(chosen ?? []).map((name) => [name]), open ?? []].filter((names) => names.length > 0);
  return Object.assign(
    {},
    ...groups.map((names) => {
      const others = clausesOf(
        asked,
        FILTER_NAMES.filter((name) => !names.includes(name)),
      );
      const aggs = Object.assign({}, ...names.map((name) => valuesOf(asked, name)));
      return others.length === 0 ? aggs : { [`among ${names[0]}`]: { filter: { bool: { filter: others } }, aggs } };
    }),
  );
}

function valuesOf(asked: Asked, name: FilterName): object {
  const field = FIELDS[name];
  const values = asked[name];
  // The map shows every facility that is found. One more than is listed tells whether these are all.
  const size = name === "facility" || name === asked.facet ? LONG_FACET_SIZE : FACET_SIZE + values.length + 1;
  return {
    [name]: { terms: { field, size, min_doc_count: 0 } },
    ...(values.length > 0 && { [chosenOf(name)]: { terms: { field, include: values, size: MAX_FILTER_VALUES } } }),
  };
}

/** What the changes of `otherSearches` are named besides the parts. */
export const ANY_WORD = "any";
export const MEANT = "meant";

/** Changes of a search that may find more than it does. */
export interface Changes {
  /** Each is taken away. */
  readonly parts: readonly Removable[];
  /** Words in the place of its own. */
  readonly meant: string | undefined;
}

/** How many datasets the search finds with each of the changes, and with any of its words where these are one of the parts. */
export function otherSearches(sought: Sought, { parts, meant }: Changes): object {
  const filters = {
    ...Object.fromEntries(parts.map((part) => [part, queryOf(without(sought, part), FILTER_NAMES)])),
    ...(parts.includes("q") && { [ANY_WORD]: queryOf(sought, FILTER_NAMES, anyWord) }),
    ...(meant !== undefined && { [MEANT]: queryOf({ ...sought, q: meant }, FILTER_NAMES) }),
  };
  return { size: 0, query: { match_all: {} }, aggs: { searches: { filters: { filters } } } };
}

/** The PIDs of records that the search finds, in no order; only of those among the given ones, if these are given. */
export function pidSearch(sought: Sought, size: number, among?: readonly string[]): object {
  const filter = [queryOf(sought, FILTER_NAMES), ...(among ? [{ ids: { values: among } }] : [])];
  return { size, track_total_hits: true, _source: false, sort: ["_doc"], query: { bool: { filter } } };
}

/** Words, period and place, and the filters of these names. */
export function queryOf(sought: Sought, names: readonly FilterName[], words = allWords): object {
  const filter = [...period(sought), ...(sought.bbox ? [meetsBox(sought.bbox)] : []), ...clausesOf(sought, names)];
  return { bool: { ...(sought.q !== undefined && words(sought.q)), ...(filter.length > 0 && { filter }) } };
}

function clausesOf(sought: Sought, names: readonly FilterName[]): object[] {
  return names.flatMap((name) => (sought[name].length === 0 ? [] : [{ terms: { [FIELDS[name]]: sought[name] } }]));
}

function period({ from, to }: Sought): object[] {
  return [
    ...(from === undefined ? [] : [{ range: { [END]: { gte: `${from}T00:00:00Z` } } }]),
    ...(to === undefined ? [] : [{ range: { [BEGIN]: { lte: `${to}T23:59:59.999Z` } } }]),
  ];
}

/** The last word may still be being typed: it is the beginning of a word too, with less weight. */
function allWords(q: string): object {
  const typed = simpleQuery(q, "and");
  if (!/(?:^|\s)[\p{L}\p{N}]{3,}$/u.test(q)) return { must: [typed] };
  return { must: [simpleQuery(`${q}*`, "and")], should: [typed] };
}

const anyWord = (q: string): object => ({ must: [simpleQuery(q, "or")] });

/** Lucene's simple syntax, which refuses no text. Fuzzy words and groups are left out: they cost much and surprise. */
export const simpleQuery = (query: string, default_operator: "and" | "or"): object => ({
  simple_query_string: { query, fields: SEARCHED, default_operator, flags: "AND|OR|NOT|PHRASE|PREFIX|WHITESPACE" },
});
