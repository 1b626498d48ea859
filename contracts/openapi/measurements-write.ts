import { z } from "zod";
import { IngestResultDto, ObservationsDto } from "../observation.ts";
import { NewStationDto, StationDto, StationId } from "../station.ts";
import { NewTimeSeriesDto, TimeSeriesId } from "../time-series.ts";
import {
  BODY_PROBLEMS,
  type ParameterDescription,
  type RouteDescription,
  WRITE_HEADERS,
  WRITE_PARAMETERS,
  WRITE_PROBLEMS,
} from "./route.ts";

const station = {
  name: "Manglerud",
  zone: "Stor-Oslo",
  municipality: "Oslo",
  area: "Oslo",
  type: "Veinær stasjon",
  eoi: "NO0071A",
  latitude: 59.89864,
  longitude: 10.8149,
  owner: "Oslo kommune",
  status: "active",
  isVisible: true,
};

const series = {
  station: 17,
  component: "PM10",
  unit: "µg/m³",
  timestep: 3600,
  height: 3.5,
  eea: true,
  topic: "Luftkvalitet",
  isVisible: true,
};

const observations = {
  timeseries: 38,
  values: [
    { fromTime: "2022-03-09T12:00:00+01:00", toTime: "2022-03-09T13:00:00+01:00", value: 50.7 },
    { fromTime: "2022-03-09T13:00:00+01:00", toTime: "2022-03-09T14:00:00+01:00", value: 1000, isValid: false },
    { fromTime: "2022-03-09T14:00:00+01:00", toTime: "2022-03-09T15:00:00+01:00", value: null },
  ],
};

const GivenId = z
  .object({ id: z.int().positive().nullable() })
  .meta({ id: "GivenIdDto", description: "The id for ever; null on a dry run." });
const givenIds = z.union([GivenId, z.array(GivenId)]);
const oneOrMany = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.array(schema)]);

/** What a 409 of those that are there already carries. */
const existing = z.looseObject({
  id: z.int().optional().describe("That of the one that is there, when one was sent."),
  ids: z.array(z.int().nullable()).optional().describe("In the order of the array sent; null for those that are new."),
});

const id = (what: string, schema: z.ZodType, example: number): ParameterDescription => ({
  name: "id",
  in: "path",
  schema,
  description: `The id that the ${what} was given.`,
  example,
});

const REGISTRY = { tag: "Sending", shared: WRITE_PARAMETERS } as const;
const SERIES_ROLES = ["station_admin", "observation_provider"] as const;

export const measurementWriteRoutes: readonly RouteDescription[] = [
  {
    ...REGISTRY,
    method: "post",
    path: "/api/provider/stations/add",
    id: "addStations",
    summary: "Add a station, or several",
    description:
      "All of them or none. No two stations have the same name, whatever the case of its letters; whoever adds one that " +
      "is there already is told its id, so starting over does no harm.",
    access: ["station_admin"],
    body: { schema: oneOrMany(NewStationDto), examples: { station, stations: [station] } },
    answers: [
      {
        status: 200,
        description: "The id, or an array of them in the order sent.",
        schema: givenIds,
        headers: WRITE_HEADERS,
        example: { id: 17 },
      },
    ],
    problems: ["role-missing", "station-exists", "too-many-items", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
    problemMembers: { 409: existing },
  },
  {
    ...REGISTRY,
    method: "post",
    path: "/api/provider/stations/update",
    id: "updateStation",
    summary: "Replace a station",
    description: "Replaces all but the id: members that are left out are gone. The name may change.",
    access: ["station_admin"],
    body: { schema: StationDto, examples: { station: { id: 17, ...station } } },
    answers: [{ status: 200, description: "The station is stored.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "station-unknown", "station-exists", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
    problemMembers: { 409: existing },
  },
  {
    ...REGISTRY,
    method: "delete",
    path: "/api/provider/stations/{id}",
    id: "deleteStation",
    summary: "Delete a station",
    description: "Its time series must have been deleted before.",
    access: ["station_admin"],
    parameters: [id("station", StationId, 17)],
    answers: [{ status: 200, description: "The station is gone.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "station-unknown", "station-has-series", ...WRITE_PROBLEMS],
  },
  {
    ...REGISTRY,
    method: "post",
    path: "/api/provider/timeseries/add",
    id: "addTimeSeries",
    summary: "Add a time series, or several",
    description:
      "All of them or none. A station has one series of a component and a timestep. A series belongs to the provider of " +
      "the account that adds it, or to the `provider` that a `station_admin` names; only that provider sends its values. " +
      "Steps up to a day divide the day; 604800 is the week from Monday, 2592000 the calendar month, 31536000 the year.",
    access: SERIES_ROLES,
    body: { schema: oneOrMany(NewTimeSeriesDto), examples: { series, many: [series] } },
    answers: [
      {
        status: 200,
        description: "The id, or an array of them in the order sent.",
        schema: givenIds,
        headers: WRITE_HEADERS,
        example: [{ id: 38 }],
      },
    ],
    problems: ["role-missing", "series-exists", "too-many-items", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
    problemMembers: { 409: existing },
  },
  {
    ...REGISTRY,
    method: "post",
    path: "/api/provider/timeseries/update",
    id: "updateTimeSeries",
    summary: "Replace what is said of a time series",
    description:
      "By its provider or a `station_admin`, who may also name another `provider`. Station, component and timestep can't " +
      "change: another one makes another series.",
    access: SERIES_ROLES,
    body: { schema: NewTimeSeriesDto.extend({ id: TimeSeriesId }), examples: { series: { id: 38, ...series } } },
    answers: [{ status: 200, description: "The time series is stored.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "series-owned-by-another", "series-unknown", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
  },
  {
    ...REGISTRY,
    method: "delete",
    path: "/api/provider/timeseries/{id}",
    id: "deleteTimeSeries",
    summary: "Delete a time series",
    description: "By its provider or a `station_admin`. It vanishes from every answer with all its values.",
    access: SERIES_ROLES,
    parameters: [id("time series", TimeSeriesId, 38)],
    answers: [{ status: 200, description: "The time series is gone.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "series-owned-by-another", "series-unknown", ...WRITE_PROBLEMS],
  },
  {
    ...REGISTRY,
    method: "post",
    path: "/api/provider/observations/add",
    id: "addObservations",
    summary: "Send values, correct and delete them",
    description:
      "A value of a time that has one replaces it; `null` deletes it. A value must be as long as a step of its series and " +
      "lie on its grid; steps begin at 00:00 of the network's fixed offset.\n\n" +
      "As an array: all of it is stored, or nothing when one entry does not fit.\n\n" +
      "As NDJSON, one entry a line (1 MiB at most): of any length, stored while it comes in. Lines that do not fit are " +
      "refused and listed, the first 1,000 errors of them; the others are stored. The token is checked at the beginning " +
      "only, and the upload may go on for hours; a minute without a byte ends it. Of several values of one time the last " +
      "counts. Sent again with its `Idempotency-Key`, it stores what is missing and nothing twice.",
    access: ["observation_provider"],
    body: {
      schema: z.array(ObservationsDto),
      examples: { observations: [observations] },
      lines: { schema: ObservationsDto, example: observations },
    },
    answers: [
      {
        status: 200,
        description: "Values are stored; of lines, some may have been refused.",
        schema: IngestResultDto,
        headers: WRITE_HEADERS,
        example: {
          series: 1,
          values: 3,
          refused: 1,
          errors: [{ line: 2, path: "/values/0/value", message: "must be a finite number" }],
        },
      },
    ],
    problems: [
      "role-missing",
      "series-owned-by-another",
      "upload-incomplete",
      "too-many-items",
      ...BODY_PROBLEMS,
      ...WRITE_PROBLEMS,
    ],
  },
];
