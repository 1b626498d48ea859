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
import { answersOf, FILTERS, FORMS, MEASUREMENT_PROBLEMS, SHARED } from "./measurement-parts.ts";
import type { ParameterDescription, RouteDescription } from "./route.ts";

const { area, station, component, timestep, utd, culture } = FILTERS;

interface Lookup {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterDescription[];
  readonly item: z.ZodType;
  readonly example: unknown;
}

const lookup = ({
  name,
  summary,
  description = "",
  parameters = [],
  item,
  example: shown,
}: Lookup): RouteDescription => ({
  method: "get",
  path: `/lookup/${name}`,
  id: `lookup-${name}`,
  tag: "Lookup",
  summary,
  description: `${description} ${FORMS}`.trim(),
  access: "public",
  parameters,
  shared: SHARED,
  answers: answersOf(item, `${summary}.`, shown),
  problems: MEASUREMENT_PROBLEMS,
});

/** What measurements can be filtered by. */
export const lookupRoutes: readonly RouteDescription[] = [
  lookup({ name: "areas", summary: "Areas that have stations", item: AreaListing, example: example.area }),
  lookup({
    name: "stations",
    summary: "Stations",
    description: "Those that have values.",
    parameters: [area, utd],
    item: StationListing,
    example: example.station,
  }),
  lookup({ name: "components", summary: "Components", item: ComponentListing, example: example.component }),
  lookup({
    name: "aqis",
    summary: "The classes of the air-quality index for each component",
    description: "A value has the class with `fromValue` ≤ value < `toValue`, a negative one the first.",
    parameters: [component, culture],
    item: IndexListing,
    example: example.index,
  }),
  lookup({
    name: "meantypes",
    summary: "Mean types",
    description: "With `culture` each has a `description`.",
    parameters: [culture],
    item: MeanTypeListing,
    example: example.meanType,
  }),
  lookup({
    name: "timeseries",
    summary: "Time series",
    parameters: [station, component, timestep, culture],
    item: TimeSeriesListing,
    example: example.timeSeries,
  }),
];
