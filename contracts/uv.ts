import { z } from "zod";

/** Locations of one request at most. */
export const MAX_UV_LOCATIONS = 1000;

/** Bytes of a request at most, ten times what a thousand locations with many digits take. */
export const MAX_UV_REQUEST_BYTES = 1024 * 1024;

const latitude = z.number().min(-90, "must lie between -90 and 90").max(90, "must lie between -90 and 90");
const longitude = z.number().min(-180, "must lie between -180 and 180").max(180, "must lie between -180 and 180");

const UvLocationDto = z.looseObject({ latitude, longitude }).meta({ id: "UvLocationDto" });

export const UvForecastRequestDto = z
  .looseObject({ locations: z.array(UvLocationDto).min(1, "must have at least one location").max(MAX_UV_LOCATIONS) })
  .meta({ id: "UvForecastRequestDto" });

const ClassId = z.int().min(1).max(5);
const Index = z.number().min(0);
const Instant = z.iso.datetime();

const UvHourDto = z
  .object({
    time: Instant,
    index: Index.nullable().describe("Null where no cloud is known."),
    indexClear: Index.describe("Without clouds."),
    cloudFactor: z
      .number()
      .min(0)
      .nullable()
      .describe("Share of `indexClear` that clouds leave; null where no cloud is known and while the Sun is down."),
    classification: ClassId.describe("Of `index`, else of `indexClear`."),
  })
  .meta({ id: "UvHourDto" });

const UvDayDto = z
  .object({
    date: z.iso.date(),
    max: z
      .object({ index: Index, time: Instant, classification: ClassId })
      .describe("The highest index, found in steps of ten minutes; without clouds where none are known."),
    source: z.string().describe("`climatology` where no published forecast covers the day."),
  })
  .meta({ id: "UvDayDto" });

const hours = z.array(UvHourDto).length(24);

const UvForecastDto = z
  .object({
    today: hours,
    tomorrow: hours,
    dayAfterTomorrow: hours,
    latitude: z.number(),
    longitude: z.number(),
    ozone: z.number().describe("Total ozone in Dobson units when today's index is highest."),
    source: z.string(),
    issued: Instant.nullable().describe("When the forecast was issued; null for the climatology."),
    days: z.array(UvDayDto).length(3),
  })
  .meta({ id: "UvForecastDto" });

const UvClassDto = z
  .object({
    id: ClassId,
    name: z.string(),
    from: z.int(),
    to: z.int().nullable(),
    colour: z.string(),
  })
  .meta({ id: "UvClassDto" });

export const UvForecastsDto = z
  .object({
    forecasts: z.array(UvForecastDto),
    classifications: z.array(UvClassDto),
    attribution: z.string().nullable().describe("Whom to credit for the published forecast."),
    licence: z.string().nullable(),
  })
  .meta({ id: "UvForecastsDto" });

/** The surfaces that a request may name. */
export const UV_SURFACES = [0, 1, 2, 3, 4, 5, 12, 13] as const;

const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const whole = (from: number, to: number) => {
  const message = `must be a whole number from ${from} to ${to}`;
  return z.int(message).min(from, message).max(to, message);
};
const within = (from: number, to: number, unit: string) => {
  const message = `must lie between ${from} and ${to} ${unit}`;
  return z.number().min(from, message).max(to, message);
};

/** Kilometres. The error for a larger number points out that it looks like metres. */
const altitude = z
  .number()
  .min(0, "must lie between 0 and 6 km")
  .max(6, {
    error: ({ input }) =>
      Number(input) >= 9
        ? `is in kilometres, from 0 to 6; ${input} looks like metres (${Number(input) / 1000} km)`
        : "must lie between 0 and 6 km",
  });

const DOSE_PRODUCTS = "must be 1 or F (vitamin D), or 2 or E (CIE)";

export const VitaminDRequestDto = z
  .looseObject({
    latitude,
    longitude,
    altitude: altitude.describe("Kilometres above the sea."),
    month: whole(1, 12),
    day: whole(1, 31),
    time: z
      .number()
      .min(0, "must be at least 0 and less than 24")
      .lt(24, "must be at least 0 and less than 24")
      .describe("Hours, UTC."),
    ozone: within(100, 600, "DU").describe("Total ozone, Dobson units."),
    albedo_type: z.literal(UV_SURFACES, { error: `must be one of ${UV_SURFACES.join(", ")}` }),
    dose_product: z.union([z.literal([1, 2]), z.string().regex(/^[12FfEe]$/, DOSE_PRODUCTS)], { error: DOSE_PRODUCTS }),
    skin_type: whole(1, 6),
    sky: whole(0, 3),
  })
  .refine(({ month, day }) => day > 31 || day <= (DAYS_OF_MONTH[month - 1] ?? 31), {
    path: ["day"],
    error: ({ input }) => {
      // Refinements run after the members have been read.
      const { month } = input as { month: number };
      return `must be a day of the month: month ${month} has ${DAYS_OF_MONTH[month - 1]}`;
    },
  })
  .meta({ id: "VitaminDRequestDto" });
export type VitaminDRequest = z.infer<typeof VitaminDRequestDto>;

const Product = z.enum(["vitamin D", "CIE"]);
const minutes = z.number().min(0).nullable();
const clock = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .nullable();
const dose = z.number().min(0);

export const VitaminDAnswerDto = z
  .object({
    input: z
      .object({
        latitude: z.number(),
        longitude: z.number(),
        altitude: z.number(),
        month: z.int(),
        day: z.int(),
        time: z.number(),
        ozone: z.number(),
        albedo_type: z.int(),
        dose_product: z.union([z.int(), z.string()]),
        skin_type: z.int(),
        sky: z.int(),
      })
      .describe("The request as it was understood."),
    dose_product: Product,
    action_spectrum: z.string(),
    dose_required: dose.describe("J/m², weighted with the action spectrum."),
    dose_basis: z.string(),
    solar_zenith_angle: z.number().describe("At the start, degrees, geometric."),
    uv_index: z.number().min(0).describe("At the start."),
    irradiance: z.number().min(0).describe("At the start, W/m², weighted with the action spectrum."),
    exposure_minutes: minutes.describe(
      "From the start, waiting for sunrise included; null when the dose is not reached.",
    ),
    sun_minutes: minutes.describe("The same without the waiting."),
    exposure_time: clock.describe("`exposure_minutes` as hh:mm."),
    end_time: clock.describe("When the dose is reached, UTC."),
    reason: z.enum(["sun below horizon all day", "dose not reached before sunset"]).nullable(),
    dose_reached_by_sunset: dose.describe("J/m²."),
    fraction_reached: z.number().min(0).describe("`dose_reached_by_sunset` by `dose_required`."),
    companion: z
      .object({ dose_product: Product, action_spectrum: z.string(), dose_required: dose, exposure_minutes: minutes })
      .describe("The other product."),
    warning: z.string().nullable(),
    model: z.object({ name: z.string(), version: z.string() }),
    assumptions: z.array(z.string()),
  })
  .meta({ id: "VitaminDAnswerDto" });
export type VitaminDAnswer = z.infer<typeof VitaminDAnswerDto>;
