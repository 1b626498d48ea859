import type { DomainEvent } from "./events.ts";

/**
 * The views that are built from the log: which events each takes, and the version of it that this code declares. A
 * view whose shape changes gets the next version and is built beside the old one.
 */
export interface ViewDeclaration {
  readonly version: number;
  readonly takes: readonly DomainEvent["type"][];
}

export const VIEWS = {
  /** Records as they are served, with their facility joined in; search engines follow its table. */
  catalogue: {
    version: 1,
    takes: ["MetadataAdded", "MetadataDeleted", "FacilityAdded", "FacilityUpdated", "FacilityDeleted"],
  },
  /** The registry of facilities. */
  facilities: { version: 1, takes: ["FacilityAdded", "FacilityUpdated", "FacilityDeleted"] },
  /** The directory of stations and their time series. */
  stations: {
    version: 1,
    takes: [
      "StationAdded",
      "StationUpdated",
      "StationDeleted",
      "TimeSeriesAdded",
      "TimeSeriesUpdated",
      "TimeSeriesDeleted",
    ],
  },
  /** Measured values, their means, and the newest value of each series. */
  observations: { version: 1, takes: ["ObservationsIngested", "TimeSeriesDeleted"] },
  /** The fields of the last UV forecasts. */
  uv_forecast: { version: 1, takes: ["UvGridFieldAdded", "UvForecastPublished"] },
} as const satisfies Record<string, ViewDeclaration>;

export type ViewName = keyof typeof VIEWS;

/** Name of a table or index of the view's present version, such as `catalogue_v1`. */
export function versionedName(view: ViewName): string {
  return `${view}_v${VIEWS[view].version}`;
}

/** The views that take at least one of the event types. */
export function viewsTaking(types: readonly DomainEvent["type"][]): ViewName[] {
  return (Object.keys(VIEWS) as ViewName[]).filter((name) =>
    VIEWS[name].takes.some((taken: DomainEvent["type"]) => types.includes(taken)),
  );
}
