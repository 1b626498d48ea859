import { z } from "zod";
import { DateTime } from "../date-time.ts";
import { CompatMetadataResultDto, MetadataResultDto, QueryDto } from "../search.ts";
import * as example from "./examples.ts";
import { BODY_PROBLEMS, READ_HEADERS, READ_PROBLEMS, type RouteDescription } from "./route.ts";

const searchAnswer = {
  status: 200,
  description: "The search engine's answer, byte for byte, in `response`.",
  schema: MetadataResultDto,
  headers: READ_HEADERS,
  example: example.searchAnswer,
};

/** The engine's own words about a search that it refuses. */
const engineError = { 400: z.looseObject({ engine: z.record(z.string(), z.unknown()).optional() }) };

const paging =
  "For many records, sort by a field and last by `identification.identifier.pid.keyword`, then repeat the search with " +
  "`search_after` set to the `sort` values of the last hit, digits unchanged, until no hit comes. `from` + `size` reach " +
  "10 000. A search has at most 4 096 clauses (32 inside each other), 64 sort keys and 256 aggregations; time limit 30 " +
  "seconds.";

const latitude = (name: string, edge: string) => ({
  name,
  in: "query" as const,
  required: true,
  schema: z.number().min(-90).max(90),
  description: `The box's ${edge} edge in degrees.`,
});

const longitude = (name: string, edge: string) => ({
  name,
  in: "query" as const,
  required: true,
  schema: z.number().min(-180).max(180),
  description: `The box's ${edge} edge in degrees. West greater than east: the box crosses the antimeridian.`,
});

export const searchRoutes: readonly RouteDescription[] = [
  {
    method: "get",
    path: "/api/metadata/search",
    id: "searchByUrl",
    tag: "Search",
    summary: "Search, the query in the URL",
    description: `The same as the POST search. ${paging}`,
    access: "public",
    parameters: [
      {
        name: "source",
        in: "query",
        required: true,
        schema: z.string(),
        description: "The search object as JSON, URL-encoded: Elasticsearch's query DSL.",
        example: JSON.stringify(example.search),
      },
    ],
    shared: ["Min-Event-Position"],
    answers: [searchAnswer],
    problems: ["parameter-invalid", "search-rejected", "search-timeout", ...READ_PROBLEMS],
    problemMembers: engineError,
  },
  {
    method: "post",
    path: "/api/metadata/search",
    id: "search",
    tag: "Search",
    summary: "Search",
    description:
      "`search` is a search in Elasticsearch's query DSL and goes to the engine as it is; left out, or `{}`, it finds " +
      `everything and shows the first 10. The fields to search by are listed in the documentation. ${paging}`,
    access: "public",
    shared: ["Min-Event-Position"],
    body: { schema: QueryDto, examples: { search: { search: example.search }, everything: {} } },
    answers: [searchAnswer],
    problems: ["search-rejected", "search-timeout", ...BODY_PROBLEMS, ...READ_PROBLEMS],
    problemMembers: engineError,
  },
  {
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
    parameters: [
      {
        name: "time_range_start",
        in: "query",
        required: true,
        schema: DateTime,
        description: "Begin of the time range.",
        example: "2024-05-01T00:00:00Z",
      },
      {
        name: "time_range_end",
        in: "query",
        required: true,
        schema: DateTime,
        description: "End of the time range.",
        example: "2024-05-31T23:59:59Z",
      },
      {
        name: "variables",
        in: "query",
        required: true,
        schema: z.array(z.string().min(1)).min(1),
        description:
          "Names of variables; repeat it for several. A value that is not a known name is split at its commas.",
        example: ["radar equivalent reflectivity factor", "ozone amount fraction"],
      },
      latitude("north_bound_latitude", "northern"),
      longitude("west_bound_longitude", "western"),
      latitude("south_bound_latitude", "southern"),
      longitude("east_bound_longitude", "eastern"),
      {
        name: "from",
        in: "query",
        schema: z.int().min(0).max(10_000),
        description: "How many hits to pass over, 0 unless set; `from` + `size` reach 10 000.",
      },
      {
        name: "size",
        in: "query",
        schema: z.int().min(0).max(1000),
        description: "How many hits to show, 1 000 unless set.",
      },
    ],
    shared: ["Min-Event-Position"],
    answers: [
      {
        status: 200,
        description: "The matches.",
        schema: CompatMetadataResultDto,
        headers: READ_HEADERS,
        example: { totalHits: 1, hitCount: 1, hits: [example.servedRecord] },
      },
    ],
    problems: ["parameter-invalid", "search-timeout", ...READ_PROBLEMS],
  },
];
