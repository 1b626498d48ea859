import { boundsText } from "../language/aggregations/bounds.ts";
import type { HistogramBody } from "../language/aggregations/histogram.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import type { MakeCollector } from "./aggregation.ts";
import { Histogram } from "./histogram-collector.ts";
import type { Rounding } from "./rounding.ts";
import { numberSource } from "./values.ts";

/** Buckets by intervals of numbers. */
export const histogram: MakeCollector<HistogramBody> = (body, context, below) => {
  const { interval, offset, extendedBounds, hardBounds } = body;
  checkBounds(body);
  const source = numberSource("histogram", body.field, context, body);
  const rounding = intervals(interval, offset);
  const low = hardBounds?.min ?? Number.NEGATIVE_INFINITY;
  const high = hardBounds?.max ?? Number.POSITIVE_INFINITY;
  const rounded = (bound: number | undefined) => (bound === undefined ? undefined : rounding.round(bound));
  return new Histogram({
    ...body,
    rounding,
    prepare: () => rounding,
    source,
    extended: extendedBounds && { min: rounded(extendedBounds.min), max: rounded(extendedBounds.max) },
    // Elasticsearch compares the bounds with keys less the offset.
    accepts: hardBounds && ((key) => key - offset >= low && key - offset <= high),
    printKey: javaDouble,
    context,
    below,
  });
};

export function intervals(interval: number, offset: number): Rounding {
  const round = (value: number) => Math.floor((value - offset) / interval) * interval + offset;
  return { round, next: (key) => round(key + interval + interval / 2) };
}

function checkBounds({ extendedBounds: extended, hardBounds: hard }: HistogramBody): void {
  if (!extended || !hard) return;
  const isBelow = (value: number | undefined, limit: number | undefined) =>
    value !== undefined && limit !== undefined && value < limit;
  if (!isBelow(extended.min, hard.min) && !isBelow(hard.max, extended.max)) return;
  const [outer, inner] = [boundsText(hard, javaDouble), boundsText(extended, javaDouble, "null")];
  const bounds = `hard bounds: ${outer}, extended bounds: ${inner}`;
  throw illegalOnShard(`Extended bounds have to be inside hard bounds, ${bounds}`);
}
