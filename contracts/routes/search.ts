import { z } from "zod";
import type { FieldError } from "../problem.ts";
import { CompatMetadataResultDto, MetadataResultDto, QueryDto } from "../search.ts";
import {
  MAX_AGGREGATIONS,
  MAX_CLAUSES,
  MAX_DEPTH,
  MAX_EXTENT_HITS,
  MAX_ORIGINS,
  MAX_PATTERN_LENGTH,
  MAX_POSITIONS,
  MAX_SEARCH_BYTES,
  MAX_SORT_KEYS,
  SEARCH_TIMEOUT_MS,
  SEARCH_WINDOW,
} from "../search-limits.ts";
import * as example from "./examples.ts";
import {
  inQuery,
  inQueryOr,
  instant,
  listInQuery,
  ParameterError,
  type ParameterType,
  requiredInQuery,
  wholeNumber,
} from "./parameter.ts";
import { declareRoute } from "./route.ts";

const searchAnswer = {
  status: 200,
  description: "The search engine's answer, byte for byte, in `response`.",
  schema: MetadataResultDto,
  example: example.searchAnswer,
};

/** The engine's own error for a search that it refuses. */
const engineError = { 400: z.looseObject({ engine: z.record(z.string(), z.unknown()).optional() }) };

const inWords = (limit: number): string => limit.toLocaleString("en").replace(",", " ");

const paging =
  "For many records, sort by a field and last by `identification.identifier.pid.keyword`, then repeat the search with " +
  "`search_after` set to the `sort` values of the last hit, digits unchanged, until no hit comes. `from` + `size` reach " +
  `${inWords(SEARCH_WINDOW)}. A search has at most ${inWords(MAX_CLAUSES)} clauses (${MAX_DEPTH} inside each other), ` +
  `${MAX_SORT_KEYS} sort keys and ${MAX_AGGREGATIONS} aggregations; a shape has ${inWords(MAX_POSITIONS)} positions, a sort ` +
  `by distance ${inWords(MAX_ORIGINS)} places to start from, a wildcard ${inWords(MAX_PATTERN_LENGTH)} characters. What a ` +
  `search makes the engine do is bounded too; time limit ${SEARCH_TIMEOUT_MS / 1000} seconds.`;

/** A search object: the text as sent, and the parsed object. */
const searchObject: ParameterType<{ readonly text: string; readonly search: object }> = {
  schema: z.string(),
  read: (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new ParameterError(`can't be read as JSON (${error instanceof Error ? error.message : String(error)})`);
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new ParameterError("must be a JSON object");
    }
    return { text, search: value };
  },
};

export const searchByUrl = declareRoute({
  method: "get",
  path: "/api/metadata/search",
  id: "searchByUrl",
  tag: "Search",
  summary: "Search, the query in the URL",
  description: `The same as the POST search. ${paging}`,
  access: "public",
  reads: ["catalogue"],
  parameters: {
    source: requiredInQuery(searchObject, "The search object as JSON, URL-encoded: Elasticsearch's query DSL.", {
      example: JSON.stringify(example.search),
    }),
  },
  answers: [searchAnswer],
  problems: ["search-rejected", "busy", "search-timeout"],
  problemMembers: engineError,
});

export const searchByBody = declareRoute({
  method: "post",
  path: "/api/metadata/search",
  id: "search",
  tag: "Search",
  summary: "Search",
  description:
    "`search` is a search in Elasticsearch's query DSL and goes to the engine as it is; left out, or `{}`, it finds " +
    `everything and shows the first 10. The fields to search by are listed in the documentation. ${paging}`,
  access: "public",
  reads: ["catalogue"],
  body: {
    schema: QueryDto,
    examples: { search: { search: example.search }, everything: {} },
    maxBytes: MAX_SEARCH_BYTES,
  },
  answers: [searchAnswer],
  problems: ["search-rejected", "busy", "search-timeout"],
  problemMembers: engineError,
});

/** A number of degrees; unlike other parameters it may have an exponent. */
const degrees = (max: number): ParameterType<number> => ({
  schema: z.number().min(-max).max(max),
  read: (text) => {
    const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(Math.abs(value) <= max)) throw new ParameterError(`must be a number between -${max} and ${max}`);
    return value;
  },
});

const latitude = (edge: string, example: number) =>
  requiredInQuery(degrees(90), `The box's ${edge} edge in degrees.`, { example });
const longitude = (edge: string, example: number) =>
  requiredInQuery(
    degrees(180),
    `The box's ${edge} edge in degrees. West greater than east: the box crosses the antimeridian.`,
    { example },
  );

export const searchByExtent = declareRoute({
  method: "get",
  path: "/api/compat/metadata/search/ext",
  id: "searchByExtent",
  tag: "Search",
  summary: "Search by time, variables and box",
  description:
    "A record is found when its temporal extent overlaps the time range (bounds included), one of its variables has " +
    "one of the names (whatever the case), and its spatial extent, else its facility's location, meets the box. " +
    "Newest `time_period_begin` first, then by PID. `totalHits` counts all matches, `hitCount` those in `hits`.",
  access: "public",
  reads: ["catalogue"],
  parameters: {
    time_range_start: requiredInQuery(instant, "Begin of the time range.", { example: "2024-05-01T00:00:00Z" }),
    time_range_end: requiredInQuery(instant, "End of the time range.", { example: "2024-05-31T23:59:59Z" }),
    variables: listInQuery(
      "Names of variables; repeat it for several. A value that is not a known name is split at its commas.",
      { example: ["radar equivalent reflectivity factor", "ozone amount fraction"] },
    ),
    north_bound_latitude: latitude("northern", 55),
    west_bound_longitude: longitude("western", 5),
    south_bound_latitude: latitude("southern", 47),
    east_bound_longitude: longitude("eastern", 15),
    from: inQueryOr(
      0,
      wholeNumber(SEARCH_WINDOW),
      `How many hits to pass over, 0 unless set; \`from\` + \`size\` reach ${inWords(SEARCH_WINDOW)}.`,
    ),
    size: inQuery(wholeNumber(MAX_EXTENT_HITS), "How many hits to show, 1 000 unless set."),
  },
  check: ({ time_range_start, time_range_end, north_bound_latitude, south_bound_latitude, from = 0, size = 0 }) => {
    const errors: FieldError[] = [];
    if (time_range_start !== undefined && time_range_end !== undefined && time_range_start > time_range_end) {
      errors.push({ path: "time_range_end", message: "must not lie before time_range_start" });
    }
    if (
      north_bound_latitude !== undefined &&
      south_bound_latitude !== undefined &&
      south_bound_latitude > north_bound_latitude
    ) {
      errors.push({ path: "north_bound_latitude", message: "must not lie south of south_bound_latitude" });
    }
    if (from + size > SEARCH_WINDOW) {
      errors.push({ path: "from", message: `and size together must not exceed ${SEARCH_WINDOW}` });
    }
    return errors;
  },
  answers: [
    {
      status: 200,
      description: "The matches.",
      schema: CompatMetadataResultDto,
      example: { totalHits: 1, hitCount: 1, hits: [example.servedRecord] },
    },
  ],
  problems: ["busy", "search-timeout"],
});

export const searchRoutes = [searchByUrl, searchByBody, searchByExtent];
