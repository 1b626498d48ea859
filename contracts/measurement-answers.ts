import { z } from "zod";
import { StationId } from "./station.ts";
import { TimeSeriesId } from "./time-series.ts";

/**
 * Answers of the reads of measurements. Readers decode strictly: these members in this order, in JSON and as columns of CSV.
 */

/** Time with the network's fixed offset. */
const Time = z.string().meta({ format: "date-time", examples: ["2022-03-09T12:00:00+01:00"] });
const nullableText = z.string().nullable();
const index = z.int().min(0).max(6).meta({ description: "Class of the air-quality index; 0 for an invalid value." });
const color = z.string().meta({ description: "The class's colour, six hexadecimal digits.", examples: ["6ee86e"] });
const coverage = z.number().meta({ description: "How much of the period the values cover, %." });
const Timestep = z.int().positive().meta({ description: "Seconds." });

const place = { zone: z.string(), municipality: z.string(), area: z.string() };
const coordinates = { latitude: z.number(), longitude: z.number() };
const origin = { id: TimeSeriesId, ...place, station: z.string(), eoi: nullableText };
const period = { fromTime: Time, toTime: Time };

const now = {
  ...origin,
  type: z.string(),
  component: z.string(),
  ...period,
  value: z.number(),
  unit: z.string(),
  ...coordinates,
  timestep: Timestep,
};
const flags = { isValid: z.boolean(), isVisible: z.boolean() };

/** The newest value of a series with its index. */
export const NewestWithIndex = z.strictObject({ ...now, index, color, ...flags }).meta({ id: "NewestWithIndex" });
export type NewestWithIndex = z.infer<typeof NewestWithIndex>;

/** The newest value of a series. */
export const NewestValue = z.strictObject({ ...now, ...flags }).meta({ id: "NewestValue" });

/** The members of a series in a history. */
export const HistorySeries = z.strictObject({
  ...origin,
  type: z.string(),
  component: z.string(),
  ...coordinates,
  timestep: Timestep,
  isVisible: z.boolean(),
  unit: z.string(),
});

const measured = { ...period, value: z.number(), qualityControlled: z.boolean() };
const isValid = z
  .literal(false)
  .optional()
  .meta({ description: "Only with `showinvalid`, and only on invalid values." });

export const MeasuredWithIndex = z.strictObject({ ...measured, index, color, isValid });
export const Measured = z.strictObject({ ...measured, isValid });

export const HistoryWithIndex = HistorySeries.extend({ values: z.array(MeasuredWithIndex) }).meta({
  id: "HistoryWithIndex",
});
export const History = HistorySeries.extend({ values: z.array(Measured) }).meta({ id: "History" });
export type History = z.infer<typeof History>;

/** The members of a series with means. */
export const MeanSeries = z.strictObject({
  ...origin,
  component: z.string(),
  ...coordinates,
  unit: z.string(),
  timestep: Timestep,
  isVisible: z.boolean(),
});

const count = z.int().min(0);

export const DailyMean = z.strictObject({ dateTime: Time, value: z.number(), count, coverage });
export const DailyMeans = MeanSeries.extend({ values: z.array(DailyMean) }).meta({ id: "DailyMeans" });

export const Mean = z.strictObject({
  dateTime: Time,
  ...period,
  value: z.number().nullable().meta({ description: "Null where too little is covered; only with `showinvalid`." }),
  count,
  coverage,
});
export const Means = MeanSeries.extend({ values: z.array(Mean) }).meta({ id: "Means" });
export type Means = z.infer<typeof Means>;

export const AreaListing = z.strictObject({ ...place, description: nullableText }).meta({ id: "AreaListing" });
export type AreaListing = z.infer<typeof AreaListing>;

export const StationListing = z
  .strictObject({
    id: StationId,
    ...place,
    station: z.string(),
    type: z.string(),
    eoi: nullableText,
    ...coordinates,
    owner: nullableText,
    status: nullableText,
    description: nullableText,
    /** The misspelling is part of the interface. */
    firstMeasurment: Time,
    lastMeasurment: Time,
    components: z.string().meta({ description: "Joined by commas.", examples: ["NO2,PM10"] }),
    isVisible: z.boolean(),
  })
  .meta({ id: "StationListing" });
export type StationListing = z.infer<typeof StationListing>;

export const ComponentListing = z
  .strictObject({ component: z.string(), topic: nullableText })
  .meta({ id: "ComponentListing" });
export type ComponentListing = z.infer<typeof ComponentListing>;

const IndexText = z.strictObject({
  index: z.int().min(1),
  fromValue: z.number(),
  toValue: z.number(),
  color,
  text: z.string(),
  shortDescription: z.string(),
  description: z.string(),
  advice: z.string(),
});

export const IndexListing = z
  .strictObject({ component: z.string(), unit: z.string(), aqis: z.array(IndexText) })
  .meta({ id: "IndexListing" });
export type IndexListing = z.infer<typeof IndexListing>;

/** A class of a component's index as a row of CSV. */
export const IndexRow = IndexListing.omit({ aqis: true }).extend(IndexText.shape);
export type IndexRow = z.infer<typeof IndexRow>;

export const MeanTypeListing = z
  .strictObject({
    id: z.int(),
    label: z.string(),
    description: z.string().optional().meta({ description: "Only where `culture` names a language." }),
  })
  .meta({ id: "MeanTypeListing" });
export type MeanTypeListing = z.infer<typeof MeanTypeListing>;

export const TimeSeriesListing = z
  .strictObject({
    id: TimeSeriesId,
    height: z.number().nullable(),
    ...place,
    station: z.string(),
    type: z.string(),
    eoi: nullableText,
    component: z.string(),
    ...coordinates,
    unit: z.string(),
    eea: z.boolean().nullable(),
    timestep: Timestep,
    timestepAsText: z.string(),
    isVisible: z.boolean(),
    fromTime: Time.nullable(),
    toTime: Time.nullable(),
    topic: nullableText,
  })
  .meta({ id: "TimeSeriesListing" });
export type TimeSeriesListing = z.infer<typeof TimeSeriesListing>;
