import type { z } from "zod";
import {
  AreaListing,
  ComponentListing,
  IndexListing,
  MeanTypeListing,
  StationListing,
  TimeSeriesListing,
} from "../measurement-answers.ts";
import * as example from "./measurement-examples.ts";
import { FILTERS } from "./measurement-parameters.ts";
import type { Parameters } from "./parameter.ts";
import { tabularRead } from "./tabular.ts";

const { area, station, component, timestep, utd, culture } = FILTERS;

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
  description: "Those that have values.",
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
  description: "A value has the class with `fromValue` ≤ value < `toValue`, a negative one the first.",
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

/** What measurements can be filtered by. */
export const lookupRoutes = [
  lookupAreas,
  lookupStations,
  lookupComponents,
  lookupIndices,
  lookupMeanTypes,
  lookupTimeSeries,
];
