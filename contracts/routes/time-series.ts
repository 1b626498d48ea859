import { ChangedTimeSeries, NewTimeSeriesDto, TimeSeriesId } from "../time-series.ts";
import { existing, givenIds, idInPath, oneOrMany } from "./registered.ts";
import { declareRoute } from "./route.ts";

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

const SERIES_ROLES = ["station_admin", "observation_provider"] as const;

export const addTimeSeries = declareRoute({
  method: "post",
  path: "/api/provider/timeseries/add",
  id: "addTimeSeries",
  tag: "Sending",
  summary: "Add a time series, or several",
  description:
    "All of them or none. A station has one series of a component and a timestep. A series belongs to the provider of " +
    "the account that adds it, or to the `provider` that a `station_admin` names; only that provider sends its values. " +
    "Steps up to a day divide the day; 604800 is the week from Monday, 2592000 the calendar month, 31536000 the year. " +
    "A component has no `;`, which separates names in a filter.",
  access: SERIES_ROLES,
  body: { schema: oneOrMany(NewTimeSeriesDto), examples: { series, many: [series] }, maxItems: "configured" },
  answers: [givenIds([{ id: 38 }])],
  problems: ["series-exists"],
  problemMembers: { 409: existing },
});

export const updateTimeSeries = declareRoute({
  method: "post",
  path: "/api/provider/timeseries/update",
  id: "updateTimeSeries",
  tag: "Sending",
  summary: "Replace the details of a time series",
  description:
    "By its provider or a `station_admin`, who may also name another `provider`. Station, component and timestep can't " +
    "change: another one makes another series.",
  access: SERIES_ROLES,
  body: { schema: ChangedTimeSeries, examples: { series: { id: 38, ...series } } },
  answers: [{ status: 200, description: "The time series is stored." }],
  problems: ["series-owned-by-another", "series-unknown"],
});

export const deleteTimeSeries = declareRoute({
  method: "delete",
  path: "/api/provider/timeseries/{id}",
  id: "deleteTimeSeries",
  tag: "Sending",
  summary: "Delete a time series",
  description: "By its provider or a `station_admin`. It vanishes from every answer with all its values.",
  access: SERIES_ROLES,
  parameters: { id: idInPath("time series", TimeSeriesId, 38) },
  answers: [{ status: 200, description: "The time series is gone." }],
  problems: ["series-owned-by-another", "series-unknown"],
});

export const timeSeriesRoutes = [addTimeSeries, updateTimeSeries, deleteTimeSeries];
