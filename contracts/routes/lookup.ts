import { z } from "zod";
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
import { declareRoute } from "./route.ts";
import { TABULAR_NOTE } from "./tabular.ts";

const { area, station, component, timestep, utd, culture } = FILTERS;

interface Lookup<Declared extends Parameters> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: Declared;
  readonly item: z.ZodType;
  readonly example: unknown;
}

const lookup = <const Declared extends Parameters>({
  name,
  summary,
  description = "",
  parameters,
  item,
  example: shown,
}: Lookup<Declared>) =>
  declareRoute<Declared>({
    method: "get",
    path: `/lookup/${name}`,
    id: `lookup-${name}`,
    tag: "Lookup",
    summary,
    description: `${description} ${TABULAR_NOTE}`.trim(),
    access: "public",
    reads: ["stations", "observations"],
    cached: true,
    tabular: true,
    lenient: true,
    parameters,
    answers: [{ status: 200, description: `${summary}.`, schema: z.array(item), example: [shown] }],
  });

export const lookupAreas = lookup({
  name: "areas",
  summary: "Areas that have stations",
  parameters: {},
  item: AreaListing,
  example: example.area,
});

export const lookupStations = lookup({
  name: "stations",
  summary: "Stations",
  description: "Those that have values.",
  parameters: { areas: area, utd },
  item: StationListing,
  example: example.station,
});

export const lookupComponents = lookup({
  name: "components",
  summary: "Components",
  parameters: {},
  item: ComponentListing,
  example: example.component,
});

export const lookupIndices = lookup({
  name: "aqis",
  summary: "The classes of the air-quality index for each component",
  description: "A value has the class with `fromValue` ≤ value < `toValue`, a negative one the first.",
  parameters: { components: component, culture },
  item: IndexListing,
  example: example.index,
});

export const lookupMeanTypes = lookup({
  name: "meantypes",
  summary: "Mean types",
  description: "With `culture` each has a `description`.",
  parameters: { culture },
  item: MeanTypeListing,
  example: example.meanType,
});

export const lookupTimeSeries = lookup({
  name: "timeseries",
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
