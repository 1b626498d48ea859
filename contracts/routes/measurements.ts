import type { z } from "zod";
import {
  AreaListing,
  ComponentListing,
  DailyMeans,
  History,
  HistoryWithIndex,
  IndexListing,
  Means,
  MeanTypeListing,
  NewestValue,
  NewestWithIndex,
  StationListing,
  TimeSeriesListing,
} from "../measurement-answers.ts";
import * as example from "./measurement-examples.ts";
import {
  BY_CIRCLE,
  BY_ID,
  BY_STATION,
  checkLength,
  FILTERS,
  MEAN_TYPE,
  type MeanTypeLabel,
  ONE_MONTH,
  ONE_YEAR,
  PERIOD,
  type WrittenPeriod,
} from "./measurement-parameters.ts";
import type { Parameters } from "./parameter.ts";
import { type Items, type TabularRead, tabularRead } from "./tabular.ts";

const { areas, stations, components, showinvalid, showmissing, timestep, coverage } = FILTERS;
const { area, station, component, utd, culture } = FILTERS;

const read = <const Declared extends Parameters>(items: Items, route: TabularRead<Declared>) =>
  tabularRead("Measurements", items, route);

interface Kind {
  readonly path: string;
  readonly id: string;
  readonly what: string;
  readonly note: string;
  readonly newest: Items;
  readonly history: Items;
}

const WITH_INDEX: Kind = {
  path: "/aq",
  id: "AirQuality",
  what: "values with their air-quality index",
  note: "Only hourly series of components that the air-quality index knows.",
  newest: { schema: NewestWithIndex, description: "One record a series.", example: example.newestWithIndex },
  history: { schema: HistoryWithIndex, description: "One object a series.", example: example.historyWithIndex },
};

const PLAIN: Kind = {
  path: "/obs",
  id: "Observations",
  what: "values",
  note: "",
  newest: { schema: NewestValue, description: "One record a series.", example: example.newestValue },
  history: { schema: History, description: "One object a series.", example: example.history },
};

const newest = ({ path, id, what, note, newest: items }: Kind) => ({
  byName: read(items, {
    path: `${path}/utd`,
    id: `newest${id}`,
    summary: `The newest ${what}`,
    description: `The newest valid value of each series while it is up to date, ordered by id. ${note}`,
    parameters: { areas, stations, components, showinvalid },
  }),
  byCircle: read(items, {
    path: `${path}/utd/{latitude}/{longitude}/{radius}`,
    id: `newest${id}Around`,
    summary: `The newest ${what} around a place`,
    description: `The same in a circle, ordered by distance. ${note}`,
    parameters: { ...BY_CIRCLE, showinvalid },
  }),
});

/** The newest values, with their air-quality index (`aq`) or without it (`obs`). */
export const newestValues = { aq: newest(WITH_INDEX), obs: newest(PLAIN) };

const WITHIN = `Values that begin and end within the period, at most ${ONE_YEAR.words}.`;

const history = ({ path, id, what, note, history: items }: Kind) => ({
  byStation: read(items, {
    path: `${path}/historical/{fromtime}/{totime}/{station}`,
    id: `past${id}`,
    summary: `The ${what} of a period at a station`,
    description: `${WITHIN} Series are ordered by id. ${note}`,
    parameters: { ...PERIOD, ...BY_STATION, showinvalid },
    check: (values) => checkLength(values, ONE_YEAR),
  }),
  byCircle: read(items, {
    path: `${path}/historical/{fromtime}/{totime}/{latitude}/{longitude}/{radius}`,
    id: `past${id}Around`,
    summary: `The ${what} of a period around a place`,
    description: `${WITHIN} Series are ordered by distance. ${note}`,
    parameters: { ...PERIOD, ...BY_CIRCLE, showinvalid },
    check: (values) => checkLength(values, ONE_YEAR),
  }),
  byId: read(items, {
    path: `${path}/historical/{fromtime}/{totime}/ids/{id}`,
    id: `past${id}OfSeries`,
    summary: `The ${what} of a period of one series`,
    description: `${WITHIN} ${note}`,
    parameters: { ...PERIOD, ...BY_ID, showinvalid },
    check: (values) => checkLength(values, ONE_YEAR),
  }),
});

/** The values of a period. */
export const pastValues = { aq: history(WITH_INDEX), obs: history(PLAIN) };

const MEANS =
  `Means of the type that lie within the period, which is at most ${ONE_YEAR.words} unless they are yearly. Means ` +
  "shorter than the series' own step are left out.";
const MEAN_ITEMS: Items = { schema: Means, description: "One object a series.", example: example.means };

const checkMeanPeriod = ({ meantype, ...period }: WrittenPeriod & { readonly meantype?: MeanTypeLabel }) =>
  meantype === "year" ? [] : checkLength(period, ONE_YEAR);

/** Means of every type. */
export const means = {
  byStation: read(MEAN_ITEMS, {
    path: "/agg/{meantype}/{fromtime}/{totime}/{station}",
    id: "means",
    summary: "Means at a station",
    description: MEANS,
    parameters: { meantype: MEAN_TYPE, ...PERIOD, ...BY_STATION, timestep, coverage, showinvalid: showmissing },
    check: checkMeanPeriod,
  }),
  byCircle: read(MEAN_ITEMS, {
    path: "/agg/{meantype}/{fromtime}/{totime}/{latitude}/{longitude}/{radius}",
    id: "meansAround",
    summary: "Means around a place",
    description: `${MEANS} Series are ordered by distance.`,
    parameters: { meantype: MEAN_TYPE, ...PERIOD, ...BY_CIRCLE, timestep, coverage, showinvalid: showmissing },
    check: checkMeanPeriod,
  }),
  byId: read(MEAN_ITEMS, {
    path: "/agg/{meantype}/{fromtime}/{totime}/ids/{id}",
    id: "meansOfSeries",
    summary: "Means of one series",
    description: MEANS,
    parameters: { meantype: MEAN_TYPE, ...PERIOD, ...BY_ID, coverage, showinvalid: showmissing },
    check: checkMeanPeriod,
  }),
};

const DAILY =
  `Arithmetic means of the days' valid values, within at most ${ONE_MONTH.words}; days of which less than 75 % is ` +
  "covered are left out. `/agg/day` has taken its place.";
const DAILY_ITEMS: Items = { schema: DailyMeans, description: "One object a series.", example: example.dailyMeans };

/** The older routes for daily means, which `/agg/day` replaces. */
export const dailyMeans = {
  byStation: read(DAILY_ITEMS, {
    path: "/stats/day/{fromtime}/{totime}/{station}",
    id: "dailyMeans",
    summary: "Daily means at a station",
    description: DAILY,
    deprecated: true,
    parameters: { ...PERIOD, ...BY_STATION, timestep },
    check: (values) => checkLength(values, ONE_MONTH),
  }),
  byCircle: read(DAILY_ITEMS, {
    path: "/stats/day/{fromtime}/{totime}/{latitude}/{longitude}/{radius}",
    id: "dailyMeansAround",
    summary: "Daily means around a place",
    description: DAILY,
    deprecated: true,
    parameters: { ...PERIOD, ...BY_CIRCLE, timestep },
    check: (values) => checkLength(values, ONE_MONTH),
  }),
};

/** What measurements can be filtered by. */
interface Lookup<Declared extends Parameters> {
  readonly summary: string;
  readonly description?: string;
  readonly parameters: Declared;
  readonly item: z.ZodType;
  readonly example: unknown;
}

const lookup = <const Declared extends Parameters>(
  name: string,
  { item, example: shown, ...route }: Lookup<Declared>,
) =>
  tabularRead<Declared>(
    "Lookup",
    { schema: item, description: `${route.summary}.`, example: shown },
    { path: `/lookup/${name}`, id: `lookup-${name}`, ...route },
  );

export const lookupAreas = lookup("areas", {
  summary: "Areas that have stations",
  parameters: {},
  item: AreaListing,
  example: example.area,
});

export const lookupStations = lookup("stations", {
  summary: "Stations",
  description: "Only stations that have values.",
  parameters: { areas: area, utd },
  item: StationListing,
  example: example.station,
});

export const lookupComponents = lookup("components", {
  summary: "Components",
  parameters: {},
  item: ComponentListing,
  example: example.component,
});

export const lookupIndices = lookup("aqis", {
  summary: "The classes of the air-quality index for each component",
  description: "A value has the class with `fromValue` ≤ value < `toValue`, a negative value the first class.",
  parameters: { components: component, culture },
  item: IndexListing,
  example: example.index,
});

export const lookupMeanTypes = lookup("meantypes", {
  summary: "Mean types",
  description: "With `culture` each has a `description`.",
  parameters: { culture },
  item: MeanTypeListing,
  example: example.meanType,
});

export const lookupTimeSeries = lookup("timeseries", {
  summary: "Time series",
  parameters: { stations: station, components: component, timestep, culture },
  item: TimeSeriesListing,
  example: example.timeSeries,
});

export const measurementRoutes = [
  ...Object.values(newestValues.aq),
  ...Object.values(newestValues.obs),
  ...Object.values(pastValues.aq),
  ...Object.values(pastValues.obs),
  ...Object.values(means),
  ...Object.values(dailyMeans),
  lookupAreas,
  lookupStations,
  lookupComponents,
  lookupIndices,
  lookupMeanTypes,
  lookupTimeSeries,
];
