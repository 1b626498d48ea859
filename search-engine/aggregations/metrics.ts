import { u32 } from "../bytes/arrays.ts";
import type { MetricBody } from "../language/aggregations/metrics.ts";
import type { AggregationName } from "../language/aggregations/table.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import type { Work } from "../work/work.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { OwnerNumbers, OwnerSums } from "./owner-numbers.ts";
import { eachNumber, type NumberSource, numberSource } from "./values.ts";

export const min = metric("min", (source, work) => new Extreme(source, work, Number.POSITIVE_INFINITY));
export const max = metric("max", (source, work) => new Extreme(source, work, Number.NEGATIVE_INFINITY));
export const avg = metric("avg", (source, work) => new Average(source, work));
export const sum = metric("sum", (source, work) => new Sum(source, work));

function metric(
  kind: AggregationName,
  collector: (source: NumberSource, work: Work) => Collector,
): MakeCollector<MetricBody> {
  return ({ field, missing, format }, context) =>
    collector(numberSource(kind, field, context, { missing, format }), context.work);
}

class Extreme implements Collector {
  readonly #source: NumberSource;
  /** The initial value, which every other beats: infinity for a minimum. */
  readonly #none: number;
  readonly #best: OwnerNumbers;

  constructor(source: NumberSource, work: Work, none: number) {
    this.#source = source;
    this.#none = none;
    this.#best = new OwnerNumbers(work, none);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const best = this.#best;
    const isMaximum = this.#none < 0;
    eachNumber(this.#source, segment, docs, count, (index, value) => {
      const owner = owners ? u32(owners, index) : 0;
      const known = best.get(owner);
      if (isMaximum ? value > known : value < known) best.set(owner, value);
    });
  }

  metric(owner: number): number {
    return this.#best.get(owner);
  }

  result(owner: number): string {
    const best = this.#best.get(owner);
    return valueMembers(this.#source, best === this.#none ? undefined : best);
  }
}

class Average implements Collector {
  readonly #source: NumberSource;
  readonly #counts: OwnerNumbers;
  readonly #sums: OwnerSums;

  constructor(source: NumberSource, work: Work) {
    this.#source = source;
    this.#counts = new OwnerNumbers(work);
    this.#sums = new OwnerSums(work);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const [counts, sums] = [this.#counts, this.#sums];
    eachNumber(this.#source, segment, docs, count, (index, value) => {
      const owner = owners ? u32(owners, index) : 0;
      sums.add(owner, value);
      counts.set(owner, counts.get(owner) + 1);
    });
  }

  metric(owner: number): number {
    return this.#sums.get(owner) / this.#counts.get(owner);
  }

  result(owner: number): string {
    return valueMembers(this.#source, this.#counts.get(owner) > 0 ? this.metric(owner) : undefined);
  }
}

class Sum implements Collector {
  readonly #source: NumberSource;
  readonly #sums: OwnerSums;

  constructor(source: NumberSource, work: Work) {
    this.#source = source;
    this.#sums = new OwnerSums(work);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const sums = this.#sums;
    eachNumber(this.#source, segment, docs, count, (index, value) => {
      sums.add(owners ? u32(owners, index) : 0, value);
    });
  }

  metric(owner: number): number {
    return this.#sums.get(owner);
  }

  result(owner: number): string {
    return valueMembers(this.#source, this.metric(owner));
  }
}

/** `value`, and `value_as_string` where the field or the search has a format. */
export function valueMembers({ asText }: Pick<NumberSource, "asText">, value: number | undefined): string {
  if (value === undefined) return '"value":null';
  const text = asText(value);
  const members = `"value":${javaDouble(value)}`;
  return text === undefined ? members : `${members},"value_as_string":${JSON.stringify(text)}`;
}
