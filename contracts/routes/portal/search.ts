import { z } from "zod";
import { keysOf } from "../../keys.ts";
import type { FieldError } from "../../problem.ts";
import { SEARCH_WINDOW } from "../../search-limits.ts";
import * as example from "../examples.ts";
import {
  date,
  inForm,
  inFormOr,
  oneOf,
  ParameterError,
  type ParameterType,
  textsInQuery,
  trimmed,
} from "../parameter.ts";
import { declareRoute } from "../route.ts";
import { lang } from "./language.ts";

/** Results of a page. */
export const SEARCH_PAGE_SIZE = 20;

/** Values of one filter at most, and UTF-16 units of one. */
export const MAX_FILTER_VALUES = 20;
const MAX_FILTER_LENGTH = 1_000;

/** UTF-16 units of the words at most. Each of them is looked for in many fields. */
export const MAX_WORDS_LENGTH = 300;

const SORTS = ["relevance", "newest", "period", "title"] as const;
export type SearchSort = (typeof SORTS)[number];

const pageNumber: ParameterType<number> = {
  schema: z
    .int()
    .min(1)
    .max(SEARCH_WINDOW / SEARCH_PAGE_SIZE),
  read: (text) => {
    const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(page * SEARCH_PAGE_SIZE <= SEARCH_WINDOW)) {
      throw new ParameterError(
        `must be a whole number from 1 to ${SEARCH_WINDOW / SEARCH_PAGE_SIZE}: no further results are shown`,
      );
    }
    return page;
  },
};

/** Degrees; west greater than east crosses the antimeridian. */
export interface SearchBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const DEGREES = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

const box: ParameterType<SearchBox> = {
  schema: z.string(),
  read: (text) => {
    const parts = text.split(",").map((part) => part.trim());
    const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts.map((part) =>
      DEGREES.test(part) ? Number(part) : Number.NaN,
    );
    const isOnEarth = [west, east].every((each) => Math.abs(each) <= 180);
    if (parts.length !== 4 || !isOnEarth || !(south >= -90 && south <= north && north <= 90)) {
      throw new ParameterError("must be west,south,east,north in degrees, such as 5,45,16,48");
    }
    return { west, south, east, north };
  },
};

const oneOfThese = (what: string, given?: string) =>
  textsInQuery(
    { values: MAX_FILTER_VALUES, length: MAX_FILTER_LENGTH },
    `${what}; repeat it for records that have one of several.`,
    given === undefined ? {} : { example: [given] },
  );

/** Filters by the values of a member: a record that has one of the given values is found. */
const filters = {
  facility: oneOfThese("Identifiers of facilities", example.facility.identifier),
  variable: oneOfThese("Names of variables", "ozone amount fraction"),
  instrument: oneOfThese("Types of instruments", "lidar"),
  framework: oneOfThese("Names of frameworks", "ACTRIS"),
  repository: oneOfThese("Identifiers of repositories", "CLU"),
  type: oneOfThese("Types of products", "observation"),
  matrix: oneOfThese("Matrices", "aerosol particle phase"),
};

export type FilterName = keyof typeof filters;

/** In the order in which pages show them. */
export const FILTER_NAMES = keysOf(filters);

/** What is searched for, without the order and the part of the results that are shown. */
const sought = {
  q: inForm(
    trimmed(MAX_WORDS_LENGTH),
    "Words that are all found; `-` before one that must not, `|` between two of which one is enough.",
    {
      example: "ozone profiles",
    },
  ),
  ...filters,
  from: inForm(date, "First day of a period that the datasets' own periods meet.", { example: "2023-01-01" }),
  to: inForm(date, "Its last day.", { example: "2023-12-31" }),
  bbox: inForm(
    box,
    "West, south, east and north in degrees. The dataset's extent meets this box, or its facility lies in it. West greater " +
      "than east: it crosses the antimeridian.",
    { example: "5,45,16,48" },
  ),
};

function check({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): FieldError[] {
  return from !== undefined && to !== undefined && from > to
    ? [{ path: "to", message: "must not lie before from" }]
    : [];
}

const shared = {
  method: "get",
  access: "public",
  cached: true,
  check,
  problems: ["search-rejected", "busy", "search-timeout"],
} as const;

export const searchPage = declareRoute({
  ...shared,
  path: "/search",
  id: "searchPage",
  failures: "page",
  tag: "Search",
  reads: ["catalogue", "facilities"],
  summary: "Search as a page",
  description:
    `Results, ${SEARCH_PAGE_SIZE} a page, with how many datasets each further filter would leave. ` +
    "The page shows the body that the search of the API takes.",
  parameters: {
    ...sought,
    sort: inForm(oneOf(SORTS), "The order: the best match unless set, or the newest where `q` is not."),
    page: inFormOr(1, pageNumber, `The page of results; it ends within the first ${SEARCH_WINDOW}.`),
    facet: inForm(oneOf(FILTER_NAMES), "The filter of which many values are listed, not the largest alone."),
    lang,
  },
  answers: [{ status: 200, description: "A page for people.", schema: z.string(), mediaTypes: ["text/html"] }],
});

export const searchFeed = declareRoute({
  ...shared,
  path: "/feeds/search.atom",
  id: "searchFeed",
  tag: "Search",
  reads: ["catalogue"],
  summary: "The newest changes among what a search finds, for feed readers",
  description:
    "An Atom feed of the 100 records that changed last among those that the search finds, the newest first, with the " +
    "parameters of the page `/search` but its order and its page. Of a search that finds more than 10 000 records, those among " +
    "the last 10 000 changes of the catalogue. A record that was deleted, or is not found any more, is left out: what " +
    "must miss no change reads `/api/changes`.",
  parameters: sought,
  answers: [{ status: 200, description: "The feed.", schema: z.string(), mediaTypes: ["application/atom+xml"] }],
});

/** A search on its page, and the newest of what it finds. */
export const searchPageRoutes = [searchPage, searchFeed];
