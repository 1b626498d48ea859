import { type Bounds, boundsText } from "../language/aggregations/bounds.ts";
import type { DateHistogramBody } from "../language/aggregations/date-histogram.ts";
import { type TimeZone, timeZone, UTC } from "../language/dates/zone.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { MakeCollector } from "./aggregation.ts";
import { Histogram, type HistogramBounds } from "./histogram-collector.ts";
import { calendarRounding, fixedRounding, prepared, type Rounding, shifted } from "./rounding.ts";
import { type NumberSource, numberSource } from "./values.ts";

/** Buckets by calendar unit or fixed interval. */
export const dateHistogram: MakeCollector<DateHistogramBody> = (body, context, below, name) => {
  const zone = body.timeZone === undefined ? undefined : timeZone(body.timeZone);
  const whole = roundingOf({ interval: body.interval, offset: 0 }, zone ?? UTC);
  const rounding = shifted(whole, body.offset);
  const source = numberSource("date_histogram", body.field, context, { ...body, zone, unmapped: "date" });
  const extended = boundsOf(body.extendedBounds, "extended_bounds", source, whole, name);
  const hard = boundsOf(body.hardBounds, "hard_bounds", source, whole, name);
  const { extendedBounds, hardBounds } = body;
  if (extended && hard && extendedBounds && hardBounds) {
    if (isBelow(extended.min, hard.min) || isBelow(hard.max, extended.max)) {
      const bounds = `hard bounds: ${boundsText(hardBounds)}, extended bounds: ${boundsText(extendedBounds)}`;
      throw illegalOnShard(`Extended bounds have to be inside hard bounds, ${bounds}`);
    }
  }
  return new Histogram({
    ...body,
    rounding,
    prepare: (from, to) => prepared(rounding, from, to),
    source,
    extended: extended && moved(extended, body.offset),
    accepts: hard && ((key) => !isBelow(key, hard.min) && (hard.max === undefined || key < hard.max)),
    printKey: String,
    context,
    below,
  });
};

const moved = ({ min, max }: HistogramBounds, offset: number): HistogramBounds => ({
  min: min === undefined ? undefined : min + offset,
  max: max === undefined ? undefined : max + offset,
});

const isBelow = (value: number | undefined, limit: number | undefined): boolean =>
  value !== undefined && limit !== undefined && value < limit;

export function roundingOf(
  { interval, offset }: Pick<DateHistogramBody, "interval" | "offset">,
  zone: TimeZone,
): Rounding {
  if (interval === undefined) {
    throw illegalOnShard("Invalid interval specified, must be non-null and non-empty");
  }
  const rounding = typeof interval === "number" ? fixedRounding(interval, zone) : calendarRounding(interval, zone);
  return shifted(rounding, offset);
}

/** The bounds, rounded to the starts of the buckets that they would lie in without an offset. */
function boundsOf(
  bounds: Bounds | undefined,
  member: "extended_bounds" | "hard_bounds",
  source: NumberSource,
  { round }: Rounding,
  name: string,
): HistogramBounds | undefined {
  if (!bounds) return undefined;
  // A number is always milliseconds since 1970, whatever the format.
  const read = (side: number | string | undefined) => (typeof side === "string" ? source.read(side) : side);
  const [min, max] = [read(bounds.min), read(bounds.max)];
  if (min !== undefined && max !== undefined && min > max) {
    const reason = `[${member}.min][${min}] cannot be greater than [${member}.max][${max}] for histogram aggregation [${name}]`;
    throw illegalOnShard(reason);
  }
  return { min: min === undefined ? undefined : round(min), max: max === undefined ? undefined : round(max) };
}
