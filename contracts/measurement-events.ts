import { z } from "zod";
import type { Event, Shapes } from "./event-shape.ts";
import { type PackedObservations, PackedShape } from "./observation-columns.ts";
import type { Station } from "./station.ts";
import type { TimeSeries } from "./time-series.ts";
import { UV_FIELD_NAMES, type UvFieldName } from "./uv-grid.ts";

export type StationEvent =
  | Event<"StationAdded", 1, { readonly station: Station }>
  | Event<"StationUpdated", 1, { readonly station: Station }>
  | Event<"StationDeleted", 1, { readonly id: number }>;

export type TimeSeriesEvent =
  | Event<"TimeSeriesAdded", 1, { readonly series: TimeSeries }>
  | Event<"TimeSeriesUpdated", 1, { readonly series: TimeSeries }>
  | Event<"TimeSeriesDeleted", 1, { readonly id: number }>;

export type ObservationEvent = Event<"ObservationsIngested", 3, PackedObservations>;

/** One field of a UV forecast's grid at one instant. */
export interface UvGridField {
  /** The forecast that it belongs to. */
  readonly forecast: UvForecastKey;
  /** When the forecast was issued, UTC. */
  readonly issued: string;
  readonly field: UvFieldName;
  /** The instant, UTC. */
  readonly step: string;
  readonly dtype: "int16" | "uint8";
  readonly scale: number;
  readonly offset: number;
  readonly missing: number;
  /** Base64, little-endian, ordered by latitude from the south, then longitude from the west. */
  readonly data: string;
}

/** Identifies a forecast: the revision of its publication in the stream, and SHA-256 of what is published, hex. */
export interface UvForecastKey {
  readonly number: number;
  readonly content: string;
}

/** Publishes a forecast whose fields are all in the log. */
export interface UvForecast {
  readonly forecast: UvForecastKey;
  readonly issued: string;
  readonly source: string;
  readonly licence: string;
  readonly attribution: string;
  readonly steps: readonly string[];
  readonly fields: readonly UvFieldName[];
}

export type UvForecastEvent = Event<"UvGridFieldAdded", 1, UvGridField> | Event<"UvForecastPublished", 1, UvForecast>;

export type MeasurementEvent = StationEvent | TimeSeriesEvent | ObservationEvent | UvForecastEvent;

/** Ids come from sequences of PostgreSQL's integers. */
export const MAX_ID = 2 ** 31 - 1;
const Id = z.int().positive().max(MAX_ID);
const identified = z.looseObject({ id: Id });
const station = z.looseObject({ station: z.looseObject({ id: Id, name: z.string() }) });
const uvField = z.enum(UV_FIELD_NAMES);
const forecastKey = z.looseObject({ number: z.int().nonnegative(), content: z.string() });
const series = z.looseObject({
  series: z.looseObject({ id: Id, station: Id, component: z.string(), timestep: z.number() }),
});

export const measurementShapes = {
  StationAdded: { version: 1, data: station },
  StationUpdated: { version: 1, data: station },
  StationDeleted: { version: 1, data: identified },
  TimeSeriesAdded: { version: 1, data: series },
  TimeSeriesUpdated: { version: 1, data: series },
  TimeSeriesDeleted: { version: 1, data: identified },
  ObservationsIngested: { version: 3, data: PackedShape },
  UvGridFieldAdded: {
    version: 1,
    data: z.looseObject({
      forecast: forecastKey,
      field: uvField,
      step: z.string(),
      dtype: z.enum(["int16", "uint8"]),
      scale: z.number(),
      offset: z.number(),
      missing: z.int(),
      data: z.string(),
    }),
  },
  UvForecastPublished: {
    version: 1,
    data: z.looseObject({
      forecast: forecastKey,
      issued: z.string(),
      source: z.string(),
      steps: z.array(z.string()),
      fields: z.array(uvField),
    }),
  },
} as const satisfies Shapes<MeasurementEvent>;

export const stationStream = (id: number): string => `station-${id}`;
export const timeSeriesStream = (id: number): string => `timeseries-${id}`;
/** `month` is the calendar month in the network's offset, such as 2024-02. */
export const observationsStream = (series: number, month: string): string => `observations-${series}-${month}`;
/** The stream of publications; its last event is the forecast that is served. */
export const UV_FORECAST_STREAM = "uvforecast";
/**
 * The fields of one forecast, before it is published. Each forecast has a stream of its own, so that an upload sent again
 * completes it independently of other uploads.
 */
export const uvFieldsStream = ({ number, content }: UvForecastKey): string =>
  `uvforecast-${number}-${content.slice(0, 16)}`;
