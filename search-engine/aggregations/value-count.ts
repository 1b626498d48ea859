import { u32 } from "../bytes/arrays.ts";
import type { Field } from "../index/mapping.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { MetricBody } from "../language/aggregations/metrics.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { OwnerNumbers } from "./owner-numbers.ts";
import { checkValues, numberSource } from "./values.ts";

/** Number of values of a field of any type; equal strings of a document count once, equal numbers each. */
export const valueCount: MakeCollector<MetricBody> = ({ field: name, missing, format }, context) => {
  const field = checkValues({ field: name, format, valueType: undefined }, context);
  const isNumeric = field && field.kind !== "keyword" && field.kind !== "geo_point";
  if (isNumeric) numberSource("value_count", name, context, { missing, format });
  return new ValueCount(field, missing === undefined ? 0 : 1, new OwnerNumbers(context.work));
};

class ValueCount implements Collector {
  readonly #field: Field | undefined;
  /** Count of a document without a value. */
  readonly #missing: number;
  readonly #counts: OwnerNumbers;

  constructor(field: Field | undefined, missing: number, counts: OwnerNumbers) {
    this.#field = field;
    this.#missing = missing;
    this.#counts = counts;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const [counts, valuesOf] = [this.#counts, countsIn(segment, this.#field)];
    for (let index = 0; index < count; index++) {
      const values = valuesOf(u32(docs, index)) || this.#missing;
      const owner = owners ? u32(owners, index) : 0;
      if (values > 0) counts.set(owner, counts.get(owner) + values);
    }
  }

  metric(owner: number): number {
    return this.#counts.get(owner);
  }

  result(owner: number): string {
    return `"value":${this.metric(owner)}`;
  }
}

/** The number of a document's values. */
function countsIn(segment: SegmentReader, field: Field | undefined): (doc: number) => number {
  if (!field) return () => 0;
  const { name, kind } = field;
  if (kind === "keyword") {
    const values = segment.ordinals(name);
    return counter(values?.offsets, (doc) => (values?.ordinals[doc] ?? -1) >= 0);
  }
  if (kind === "geo_point") {
    const values = segment.points(name);
    return counter(values?.offsets, (doc) => !Number.isNaN(values?.latitudes[doc] ?? Number.NaN));
  }
  const values = segment.numbers(name);
  return counter(values?.offsets, (doc) => !Number.isNaN(values?.values[doc] ?? Number.NaN));
}

const counter = (offsets: Uint32Array | undefined, hasValue: (doc: number) => boolean): ((doc: number) => number) =>
  offsets ? (doc) => u32(offsets, doc + 1) - u32(offsets, doc) : (doc) => Number(hasValue(doc));
