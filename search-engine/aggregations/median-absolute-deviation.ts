import { u32 } from "../bytes/arrays.ts";
import type { MetricBody } from "../language/aggregations/metrics.ts";
import type { Work } from "../work/work.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { valueMembers } from "./metrics.ts";
import { OwnerNumbers } from "./owner-numbers.ts";
import { OwnerValues } from "./owner-values.ts";
import { quantile } from "./quantiles.ts";
import { eachNumber, type NumberSource, numberSource, unsupported } from "./values.ts";

/** The exact median of the values' distances from their median. Dates and booleans are refused. */
export const medianAbsoluteDeviation: MakeCollector<MetricBody> = (body, context) => {
  const source = numberSource("median_absolute_deviation", body.field, context, body);
  const field = context.index.fields.field(body.field);
  if (field && field.kind !== "double") throw unsupported("median_absolute_deviation", field, context.index.indexName);
  return new Deviation(source, context.work);
};

class Deviation implements Collector {
  readonly #source: NumberSource;
  readonly #values: OwnerValues;
  /** Kept for owners already computed, since sorting may compare their buckets many times. */
  readonly #deviations: OwnerNumbers;
  readonly #work: Work;

  constructor(source: NumberSource, work: Work) {
    this.#source = source;
    this.#values = new OwnerValues(work);
    this.#deviations = new OwnerNumbers(work, Number.NaN);
    this.#work = work;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const values = this.#values;
    eachNumber(this.#source, segment, docs, count, (index, value) => {
      values.add(owners ? u32(owners, index) : 0, value);
    });
  }

  metric(owner: number): number {
    const known = this.#deviations.get(owner);
    if (!Number.isNaN(known)) return known;
    const values = this.#values.of(owner);
    if (values.length === 0) return Number.NaN;
    this.#work.spend(values.length);
    const median = quantile(values, 0.5);
    const deviation = quantile(values.map((value) => Math.abs(median - value)).sort(), 0.5);
    this.#deviations.set(owner, deviation);
    return deviation;
  }

  result(owner: number): string {
    const deviation = this.metric(owner);
    return valueMembers(this.#source, Number.isNaN(deviation) ? undefined : deviation);
  }
}
