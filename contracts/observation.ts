import { z } from "zod";
import { TimeSeriesId } from "./time-series.ts";

/** Values lie within this distance of 0. */
export const LARGEST_VALUE = 1e9;

/** Decimals of a value that are kept. */
export const VALUE_DECIMALS = 6;

const time = z
  .string()
  .meta({ format: "date-time", examples: ["2024-02-01T12:00:00+01:00"] })
  .describe("ISO 8601 of a whole second; without an offset it is in the network's.");

/** One value of a series, as it is sent. */
const ObservationValueDto = z
  .strictObject({
    fromTime: time,
    /** One step of the series later. */
    toTime: time,
    /** In the unit of the series; null deletes the value of that time. */
    value: z.number().min(-LARGEST_VALUE).max(LARGEST_VALUE).nullable(),
    isValid: z.boolean().optional().meta({ default: true }),
    qualityControlled: z.boolean().optional().meta({ default: false }),
  })
  .meta({ id: "ObservationValueDto" });

/** Values of one series, as they are sent: an element of an array, or a line of NDJSON. */
export const ObservationsDto = z
  .strictObject({ timeseries: TimeSeriesId, values: z.array(ObservationValueDto) })
  .meta({ id: "ObservationsDto" });

/** Errors of an NDJSON upload that are listed at most; `refused` counts all refused lines. */
export const LISTED_LINE_ERRORS = 1_000;

/** Size of a line of NDJSON. */
export const MAX_LINE_BYTES = 1024 ** 2;

/** Why a line was refused: `line` counts from 1, `path` is a JSON Pointer into it. */
export const LineError = z
  .object({ line: z.int().positive(), path: z.string(), message: z.string() })
  .meta({ id: "LineError" });
export type LineError = z.infer<typeof LineError>;

/** The result of an upload of values. */
export const IngestResultDto = z
  .object({
    /** Series that got values. */
    series: z.int(),
    /** Values taken in. */
    values: z.int(),
    /** Lines that were refused. */
    refused: z.int(),
    errors: z.array(LineError),
  })
  .meta({ id: "IngestResultDto" });
export type IngestResult = z.infer<typeof IngestResultDto>;
