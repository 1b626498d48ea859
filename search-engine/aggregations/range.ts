import { item, u32 } from "../bytes/arrays.ts";
import type { Edge, Range, RangeBody } from "../language/aggregations/range.ts";
import { timeZone } from "../language/dates/zone.ts";
import { javaDouble, javaLong } from "../language/java/java-numbers.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { BucketBatch } from "./buckets.ts";
import { eachBucket } from "./each-bucket.ts";
import { FixedBuckets } from "./fixed-buckets.ts";
import { eachNumber, type NumberSource, numberSource } from "./values.ts";

/** Buckets by ranges of numbers, which may overlap. */
export const range: MakeCollector<RangeBody> = (body, context, below) => {
  const source = numberSource("range", body.field, context, body);
  const edge = (value: Edge) => (typeof value === "string" ? source.read(value) : value);
  return new Ranges({ source, ranges: sorted(body.ranges, edge), keyed: body.keyed, context, below });
};

/** Buckets by ranges of dates. A number is a date in the field's format too. */
export const dateRange: MakeCollector<RangeBody> = (body, context, below) => {
  const zone = body.timeZone === undefined ? undefined : timeZone(body.timeZone);
  const source = numberSource("date_range", body.field, context, { ...body, zone, unmapped: "date" });
  const edge = (value: Edge) =>
    typeof value === "number" ? dateEdge(value, source) : value === undefined ? undefined : source.read(value);
  return new Ranges({ source, ranges: sorted(body.ranges, edge), keyed: body.keyed, context, below });
};

/** Elasticsearch converts a finite number to a long. */
function dateEdge(value: number, source: NumberSource): number {
  return Number.isFinite(value) ? source.read(String(javaLong(value))) : value;
}

interface Interval {
  readonly key: string | undefined;
  readonly from: number;
  readonly to: number;
}

function sorted(ranges: readonly Range[], edge: (value: Edge) => number | undefined): readonly Interval[] {
  const intervals = ranges.map(({ key, from, to }) => ({
    key,
    from: edge(from) ?? Number.NEGATIVE_INFINITY,
    to: edge(to) ?? Number.POSITIVE_INFINITY,
  }));
  return intervals.sort((a, b) => compareDoubles(a.from, b.from) || compareDoubles(a.to, b.to));
}

const compareDoubles = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

interface RangeParts {
  readonly source: NumberSource;
  readonly ranges: readonly Interval[];
  readonly keyed: boolean;
  readonly context: AggregationContext;
  readonly below: SubAggregations;
}

class Ranges implements Collector {
  readonly #parts: RangeParts;
  readonly #buckets: FixedBuckets;
  readonly #batch: BucketBatch;
  /** For each range: the last document counted in it, so that a document with several values counts once. */
  readonly #lastCounted: Int32Array;
  #counted = 0;

  constructor(parts: RangeParts) {
    const { ranges, context, below } = parts;
    this.#parts = parts;
    this.#buckets = new FixedBuckets(ranges.length, 1 + below.size, context.work);
    this.#batch = new BucketBatch(below);
    this.#lastCounted = new Int32Array(ranges.length).fill(-1);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const { source, ranges, context, below } = this.#parts;
    const [buckets, batch, lastCounted, before] = [this.#buckets, this.#batch, this.#lastCounted, this.#counted];
    eachNumber(source, segment, docs, count, (index, value) => {
      context.work.spend(ranges.length);
      for (let place = 0; place < ranges.length; place++) {
        const { from, to } = item(ranges, place);
        if (value < from || value >= to || lastCounted[place] === before + index) continue;
        lastCounted[place] = before + index;
        const bucket = buckets.add(owners ? u32(owners, index) : 0, place);
        if (!below.isEmpty) batch.add(segment, u32(docs, index), bucket);
      }
    });
    this.#counted = before + count;
    batch.flush(segment);
  }

  result(owner: number): Buckets {
    const { ranges, keyed, context } = this.#parts;
    context.countBuckets(ranges.length);
    const buckets = eachBucket(ranges, (interval, place) => {
      const number = this.#buckets.number(owner, place);
      const name = interval.key ?? `${this.#edge(interval.from)}-${this.#edge(interval.to)}`;
      const key = keyed ? "" : `"key":${JSON.stringify(name)},`;
      const before = `${key}${this.#members("from", interval.from)}${this.#members("to", interval.to)}`;
      return { number, documents: this.#buckets.documents(number), before, name };
    });
    return { before: "", buckets, keyed };
  }

  #edge(value: number): string {
    if (Math.abs(value) === Number.POSITIVE_INFINITY) return "*";
    const text = this.#parts.source.asText(value);
    return text === undefined ? javaDouble(value) : String(text);
  }

  #members(name: "from" | "to", value: number): string {
    if (Math.abs(value) === Number.POSITIVE_INFINITY) return "";
    const text = this.#parts.source.asText(value);
    if (text === undefined) return `"${name}":${javaDouble(value)},`;
    const written = this.#parts.source.type === "boolean" ? text : JSON.stringify(text);
    return `"${name}":${javaDouble(value)},"${name}_as_string":${written},`;
  }
}
