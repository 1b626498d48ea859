import { CALENDAR_UNITS, type CalendarUnit, timeValue } from "../dates/intervals.ts";
import { illegalArgument, illegalOnShard } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { byKey, type OrderBy, readOrder } from "./order.ts";

export interface DateHistogramBody {
  readonly field: string;
  readonly missing: string | number | undefined;
  readonly format: string | undefined;
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

/** Texts in the field's format; undefined leaves a side open. */
export interface Bounds {
  readonly min: string | undefined;
  readonly max: string | undefined;
}

export const dateHistogram: AggregationKind<DateHistogramBody> = {
  options: [
    ...["field", "missing", "format", "calendar_interval", "fixed_interval", "time_zone", "offset"],
    ...["min_doc_count", "order", "keyed", "extended_bounds", "hard_bounds"],
  ],
  makes: "buckets",
  read(members) {
    return {
      missing: members.missing(),
      format: members.text("format"),
      timeZone: members.timeZone(),
      interval: intervalOf(members),
      offset: offsetOf(members),
      order: readOrder(members) ?? [byKey(true)],
      minDocCount: members.minDocCount() ?? 0,
      keyed: members.boolean("keyed") ?? false,
      extendedBounds: boundsOf(members, "extended_bounds"),
      hardBounds: boundsOf(members, "hard_bounds"),
      field: members.field(),
    };
  },
};

function intervalOf(members: AggregationMembers): CalendarUnit | number | undefined {
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

function offsetOf(members: AggregationMembers): number {
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

function boundsOf(members: AggregationMembers, member: "extended_bounds" | "hard_bounds"): Bounds | undefined {
  const value = members.object(member);
  if (!value) return undefined;
  const side = (name: string) => {
    const given = value.get(name);
    return given === undefined || given === null ? undefined : String(members.scalar(member, given));
  };
  const unknown = [...value.keys()].find((name) => name !== "min" && name !== "max");
  if (unknown !== undefined) throw illegalArgument(`[${member}] unknown field [${unknown}]`);
  return { min: side("min"), max: side("max") };
}
