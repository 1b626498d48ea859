import { AggregationOptions } from "../../language/aggregations/options.ts";
import { DateProblem } from "../../language/dates/problem.ts";
import { type TimeZone, timeZone, UTC } from "../../language/dates/zone.ts";
import { illegalArgument, ShardFailure } from "../../language/errors.ts";
import type { JsonObject } from "../../language/json.ts";
import {
  type AggregationContext,
  type AggregationKind,
  type Below,
  type Collector,
  MOST_BUCKETS,
} from "./aggregation.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";
import { bucketOrder, type Compare, type OrderBy, readOrder } from "./order.ts";
import { calendarRounding, fixedRounding, prepared, type Rounding, shifted, timeValue } from "./rounding.ts";
import { eachNumber, type NumberSource, numberSource, unsupported } from "./values.ts";

interface HistogramOptions {
  readonly rounding: Rounding;
  readonly minDocCount: number;
  readonly order: readonly OrderBy[];
  readonly keyed: boolean;
}

/** Texts of the body, to be read in the field's format; undefined leaves a side open. */
interface Bounds<Side> {
  readonly min: Side | undefined;
  readonly max: Side | undefined;
}

/** A bucket for each calendar unit or fixed length of time. */
export const dateHistogram: AggregationKind = {
  name: "date_histogram",
  options: [
    ...["field", "missing", "format", "calendar_interval", "fixed_interval", "time_zone", "offset"],
    ...["min_doc_count", "order", "keyed", "extended_bounds", "hard_bounds"],
  ],
  buckets: true,
  parse(body, name) {
    const read = new AggregationOptions("date_histogram", name, body);
    const [missing, format] = [read.missing(), read.text("format")];
    const zone = readZone(read);
    const interval = readInterval(read, zone);
    const offset = readOffset(read);
    const order = readOrder("date_histogram", body) ?? [{ path: "_key", ascending: true }];
    const [minDocCount, keyed] = [read.minDocCount() ?? 0, read.boolean("keyed") ?? false];
    const [extended, hard] = [readBounds(read, "extended_bounds"), readBounds(read, "hard_bounds")];
    const field = read.field();
    return (context, below) => {
      const mapped = context.index.fields.field(field);
      if (mapped && mapped.kind !== "date" && mapped.kind !== "boolean") {
        throw unsupported("date_histogram", mapped, context.index.indexName);
      }
      if (!interval) {
        throw new ShardFailure(
          "illegal_argument_exception",
          "Invalid interval specified, must be non-null and non-empty",
        );
      }
      const source = numberSource("date_histogram", field, context, { missing, format, zone });
      const rounding = shifted(interval, offset);
      const options = { rounding, minDocCount, order, keyed };
      return new DateHistogram(
        source,
        options,
        boundsOf(extended, source, name),
        boundsOf(hard, source, name),
        context,
        below,
      );
    };
  },
};

function readZone(read: AggregationOptions): TimeZone {
  const id = read.body.get("time_zone");
  if (id === undefined) return UTC;
  try {
    return timeZone(read.scalar("time_zone", id));
  } catch (error) {
    throw error instanceof DateProblem ? read.failed("time_zone", error.type, error.message) : error;
  }
}

/** Undefined when the body names none, which Elasticsearch refuses only when it runs. */
function readInterval(read: AggregationOptions, zone: TimeZone): Rounding | undefined {
  const [calendar, fixed] = [read.text("calendar_interval"), read.text("fixed_interval")];
  if (calendar !== undefined && fixed !== undefined) {
    const [second, first] = lastOf(read.body, "calendar_interval", "fixed_interval");
    const reason = `Cannot use [${second}] with [${first}] configuration option.`;
    throw read.failed(second, "illegal_argument_exception", reason);
  }
  if (calendar !== undefined) {
    const rounding = calendarRounding(calendar, zone);
    if (rounding) return rounding;
    const reason = `The supplied interval [${calendar}] could not be parsed as a calendar interval.`;
    throw read.failed("calendar_interval", "illegal_argument_exception", reason);
  }
  if (fixed === undefined) return undefined;
  const size = timeValue(fixed);
  if (size === undefined) {
    const setting = "failed to parse setting [date_histogram.fixedInterval] with value";
    const reason = `${setting} [${fixed}] as a time value: unit is missing or unrecognized`;
    throw read.failed("fixed_interval", "illegal_argument_exception", reason);
  }
  if (size <= 0) throw new ShardFailure("illegal_argument_exception", "Zero or negative time interval not supported");
  return fixedRounding(size, zone);
}

function lastOf(body: JsonObject, one: string, other: string): readonly [string, string] {
  const names = [...body.keys()];
  return names.indexOf(one) > names.indexOf(other) ? [one, other] : [other, one];
}

function readOffset(read: AggregationOptions): number {
  const value = read.body.get("offset");
  if (value === undefined) return 0;
  if (typeof value === "number") return Math.trunc(value);
  const text = read.scalar("offset", value);
  const size = timeValue(text.replace(/^[+-]/, ""));
  if (size !== undefined) return text.startsWith("-") ? -size : size;
  const setting = "failed to parse setting [DateHistogramAggregationBuilder.parseOffset] with value";
  const reason = `${setting} [${text}] as a time value: unit is missing or unrecognized`;
  throw read.failed("offset", "illegal_argument_exception", reason);
}

function readBounds(read: AggregationOptions, member: "extended_bounds" | "hard_bounds"): Bounds<string> | undefined {
  const value = read.object(member);
  if (!value) return undefined;
  const side = (name: string) => {
    const given = value.get(name);
    return given === undefined || given === null ? undefined : read.scalar(member, given);
  };
  const unknown = [...value.keys()].find((name) => name !== "min" && name !== "max");
  if (unknown !== undefined) throw illegalArgument(`[${member}] unknown field [${unknown}]`);
  return { min: side("min"), max: side("max") };
}

function boundsOf(texts: Bounds<string> | undefined, source: NumberSource, name: string): Bounds<number> | undefined {
  if (!texts) return undefined;
  // A number among the bounds is an epoch whatever the format.
  const read = (text: string | undefined) =>
    text === undefined ? undefined : /^-?\d{5,}$/.test(text) ? Number(text) : source.read(text);
  const [min, max] = [read(texts.min), read(texts.max)];
  if (min !== undefined && max !== undefined && min > max) {
    const reason = `[extended_bounds.min][${min}] cannot be greater than [extended_bounds.max][${max}] for histogram aggregation [${name}]`;
    throw new ShardFailure("illegal_argument_exception", reason);
  }
  return { min, max };
}

class DateHistogram implements Collector {
  readonly resultType = "date_histogram";
  readonly #source: NumberSource;
  readonly #options: HistogramOptions;
  readonly #extended: Bounds<number> | undefined;
  readonly #hard: Bounds<number> | undefined;
  readonly #context: AggregationContext;
  readonly #below: Below;
  readonly #table = new BucketTable();
  readonly #batch = new BucketBatch();
  readonly #compare: Compare;
  #roundingOf: { segment: number; round: (instant: number) => number } | undefined;

  constructor(
    source: NumberSource,
    options: HistogramOptions,
    extended: Bounds<number> | undefined,
    hard: Bounds<number> | undefined,
    context: AggregationContext,
    below: Below,
  ) {
    this.#source = source;
    this.#options = options;
    this.#extended = extended;
    this.#hard = hard;
    this.#context = context;
    this.#below = below;
    this.#compare = bucketOrder(options.order, this.#table, (a, b) => a - b, below, "largest");
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const values = this.#source.values(segment);
    const { missing } = this.#source;
    if (this.#roundingOf?.segment !== segment.ordinal) {
      const { rounding } = this.#options;
      const sorted = values?.sortedValues ?? new Float64Array();
      const all = [sorted[0], sorted[sorted.length - 1], missing].filter(
        (each) => each !== undefined && !Number.isNaN(each),
      );
      const range = all as number[];
      const round = range.length > 0 ? prepared(rounding, Math.min(...range), Math.max(...range)) : rounding.round;
      this.#roundingOf = { segment: segment.ordinal, round };
    }
    const { round } = this.#roundingOf;
    const [table, batch, below, hard] = [this.#table, this.#batch, this.#below, this.#hard];
    let [lastIndex, lastKey] = [-1, Number.NaN];
    eachNumber(values, missing, docs, count, (index, value) => {
      const key = round(value);
      if (index === lastIndex && key === lastKey) return;
      lastIndex = index;
      lastKey = key;
      if (hard && ((hard.min !== undefined && key < hard.min) || (hard.max !== undefined && key >= hard.max))) return;
      const bucket = table.add(owners ? owners[index]! : 0, key);
      if (!below.isEmpty) batch.add(docs[index]!, bucket);
    });
    batch.passTo(below, segment);
  }

  answer(owner: number): string {
    const { minDocCount, keyed } = this.#options;
    if (minDocCount === 0) this.#addEmptyBuckets(owner);
    const { counts, keys } = this.#table;
    const shown = this.#table.bucketsOf(owner).filter((bucket) => counts[bucket]! >= minDocCount);
    this.#context.countBuckets(shown.length);
    const buckets = shown.sort(this.#compare).map((bucket) => {
      const key = keys[bucket]!;
      const text = JSON.stringify(this.#source.asText(key) ?? String(key));
      const members = `{"key_as_string":${text},"key":${key},"doc_count":${counts[bucket]}${this.#below.answer(bucket)}}`;
      return keyed ? `${text}:${members}` : members;
    });
    return keyed ? `"buckets":{${buckets.join(",")}}` : `"buckets":[${buckets.join(",")}]`;
  }

  /** Intervals without documents between the first and the last, and as far as the extended bounds reach. */
  #addEmptyBuckets(owner: number): void {
    const { round, next } = this.#options.rounding;
    const found = this.#table.bucketsOf(owner).map((bucket) => this.#table.keys[bucket]!);
    const { min, max } = this.#extended ?? {};
    const known = found.reduce(
      (range, key) => ({ first: Math.min(range.first, key), last: Math.max(range.last, key) }),
      {
        first: Number.POSITIVE_INFINITY,
        last: Number.NEGATIVE_INFINITY,
      },
    );
    if (found.length === 0 && (min === undefined || max === undefined)) return;
    const first = min === undefined ? known.first : Math.min(known.first, round(min));
    const last = max === undefined ? known.last : Math.max(known.last, round(max));
    let missing = 0;
    for (let key = first; key <= last; key = next(key)) {
      this.#table.reach(owner, key);
      // Checked on the way, so that seconds over a century are refused before they fill the memory.
      if (++missing > MOST_BUCKETS) this.#context.countBuckets(missing);
    }
  }
}
