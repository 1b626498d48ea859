import { CALENDAR_UNITS, type CalendarUnit, timeValue } from "../dates/intervals.ts";
import { illegalOnShard } from "../errors/errors.ts";
import type { JsonObject } from "../json/json.ts";
import { type Bounds, readDateBounds } from "./bounds.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { byKey, type OrderBy, readOrder } from "./order.ts";
import { VALUES_OPTIONS, type ValuesBody } from "./values.ts";

export interface DateHistogramBody extends ValuesBody {
  readonly timeZone: string | undefined;
  /** A calendar unit or milliseconds. Undefined when the body has none, which Elasticsearch refuses only when it runs. */
  readonly interval: CalendarUnit | number | undefined;
  /** Milliseconds. */
  readonly offset: number;
  readonly minDocCount: number;
  readonly order: readonly OrderBy[];
  readonly keyed: boolean;
  readonly extendedBounds: Bounds | undefined;
  readonly hardBounds: Bounds | undefined;
}

export const dateHistogram: AggregationKind<DateHistogramBody> = {
  options: [
    ...VALUES_OPTIONS,
    ...["calendar_interval", "fixed_interval", "time_zone", "offset"],
    ...["min_doc_count", "order", "keyed", "extended_bounds", "hard_bounds"],
  ],
  makes: "buckets",
  read(members) {
    return {
      timeZone: members.timeZone(),
      interval: readInterval(members),
      offset: readOffset(members),
      order: readOrder(members) ?? [byKey(true)],
      minDocCount: members.minDocCount() ?? 0,
      keyed: members.boolean("keyed") ?? false,
      extendedBounds: readDateBounds(members, "extended_bounds"),
      hardBounds: readDateBounds(members, "hard_bounds"),
      ...members.values(),
    };
  },
};

export function readInterval(members: AggregationMembers): CalendarUnit | number | undefined {
  const [calendar, fixed] = [members.text("calendar_interval"), members.text("fixed_interval")];
  if (calendar !== undefined && fixed !== undefined) {
    const [second, first] = lastOf(members.body, "calendar_interval", "fixed_interval");
    const reason = `Cannot use [${second}] with [${first}] configuration option.`;
    throw members.invalid(second, reason);
  }
  if (calendar !== undefined) {
    const unit = CALENDAR_UNITS.get(calendar);
    if (unit) return unit;
    const reason = `The supplied interval [${calendar}] could not be parsed as a calendar interval.`;
    throw members.invalid("calendar_interval", reason);
  }
  if (fixed === undefined) return undefined;
  const size = timeValue(fixed);
  if (size === undefined) {
    const setting = "failed to parse setting [date_histogram.fixedInterval] with value";
    const reason = `${setting} [${fixed}] as a time value: unit is missing or unrecognized`;
    throw members.invalid("fixed_interval", reason);
  }
  if (size <= 0) throw illegalOnShard("Zero or negative time interval not supported");
  return size;
}

function lastOf(body: JsonObject, one: string, other: string): readonly [string, string] {
  const names = [...body.keys()];
  return names.indexOf(one) > names.indexOf(other) ? [one, other] : [other, one];
}

export function readOffset(members: AggregationMembers): number {
  const value = members.body.get("offset");
  if (value === undefined) return 0;
  if (typeof value === "number") return Math.trunc(value);
  const text = String(members.scalar("offset", value));
  const size = timeValue(text.replace(/^[+-]/, ""));
  if (size !== undefined) return text.startsWith("-") ? -size : size;
  const setting = "failed to parse setting [DateHistogramAggregationBuilder.parseOffset] with value";
  const reason = `${setting} [${text}] as a time value: unit is missing or unrecognized`;
  throw members.invalid("offset", reason);
}
