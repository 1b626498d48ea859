import { z } from "zod";
import { NewFilterName, NewName } from "./names.ts";
import { StationId } from "./station.ts";
import { Name, optional } from "./text.ts";

/** Steps in seconds. The last two stand for a calendar month and a calendar year, whose lengths vary. */
const DAY_STEP = 86_400;
const WEEK_STEP = 604_800;
const MONTH_STEP = 2_592_000;
const YEAR_STEP = 31_536_000;

/** A divisor of the day, or one of the longer steps. */
const Timestep = z
  .int()
  .positive()
  .refine((step) => (step <= DAY_STEP ? DAY_STEP % step === 0 : [WEEK_STEP, MONTH_STEP, YEAR_STEP].includes(step)), {
    message: "must divide the day (86400), or be 604800 (week), 2592000 (month) or 31536000 (year)",
  })
  .meta({ id: "Timestep", examples: [3600] });

/** A series of one component at one station. */
const TimeSeriesMembers = z.strictObject({
  station: StationId,
  component: Name,
  unit: Name,
  timestep: Timestep,
  /** Height of the inlet above ground, metres. */
  height: optional(z.number().min(-1000).max(10_000)),
  /** Whether the series is reported to the European Environment Agency. */
  eea: optional(z.boolean()),
  topic: optional(Name),
  isVisible: z.boolean().default(true),
  /** The owner; the provider that adds the series unless set. */
  provider: Name.optional(),
});

/** A series of one component at one station, as it is added. */
export const NewTimeSeriesDto = TimeSeriesMembers.extend({
  component: NewFilterName,
  unit: NewName,
  topic: optional(NewName),
  provider: NewName.optional(),
}).meta({ id: "NewTimeSeriesDto" });
export type NewTimeSeries = z.infer<typeof NewTimeSeriesDto>;

export const TimeSeriesId = z.int().positive().meta({ id: "TimeSeriesId" });

/**
 * A time series with its permanent id, as it is updated. Stored names may be kept as they are; a changed name must fit the
 * rules of new ones.
 */
export const ChangedTimeSeries = TimeSeriesMembers.extend({ id: TimeSeriesId });

/** A time series with its permanent id and its owner. */
const TimeSeriesDto = ChangedTimeSeries.extend({ provider: Name }).meta({ id: "TimeSeriesDto" });
export type TimeSeries = z.infer<typeof TimeSeriesDto>;
