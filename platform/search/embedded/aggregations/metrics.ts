import type { MetricBody } from "../../language/aggregations/metrics.ts";
import type { AggregationName } from "../../language/aggregations/table.ts";
import { javaDouble } from "../../language/java-numbers.ts";
import { u32 } from "../index/arrays.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { eachNumber, type NumberSource, numberSource } from "./values.ts";

export const min = metric("min", (source) => new Extreme(source, Number.POSITIVE_INFINITY, (a, b) => a < b));
export const max = metric("max", (source) => new Extreme(source, Number.NEGATIVE_INFINITY, (a, b) => a > b));
export const avg = metric("avg", (source) => new Average(source));

function metric(kind: AggregationName, collector: (source: NumberSource) => Collector): MakeCollector<MetricBody> {
  return ({ field, missing, format }, context) => collector(numberSource(kind, field, context, { missing, format }));
}

class Extreme implements Collector {
  readonly #source: NumberSource;
  readonly #none: number;
  readonly #beats: (a: number, b: number) => boolean;
  readonly #best: number[] = [];

  constructor(source: NumberSource, none: number, beats: (a: number, b: number) => boolean) {
    this.#source = source;
    this.#none = none;
    this.#beats = beats;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const best = this.#best;
    eachNumber(this.#source.values(segment), this.#source.missing, docs, count, (index, value) => {
      const owner = owners ? u32(owners, index) : 0;
      if (this.#beats(value, best[owner] ?? this.#none)) best[owner] = value;
    });
  }

  metric(owner: number): number {
    return this.#best[owner] ?? this.#none;
  }

  result(owner: number): string {
    return valueMembers(this.#source, this.#best[owner]);
  }
}

class Average implements Collector {
  readonly #source: NumberSource;
  readonly #counts: number[] = [];
  readonly #sums: number[] = [];
  /** Rounding errors of the sums (Kahan summation), so that the order of documents hardly matters. */
  readonly #losses: number[] = [];

  constructor(source: NumberSource) {
    this.#source = source;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    eachNumber(this.#source.values(segment), this.#source.missing, docs, count, (index, value) => {
      const owner = owners ? u32(owners, index) : 0;
      const sum = this.#sums[owner] ?? 0;
      const corrected = value + (this.#losses[owner] ?? 0);
      const next = sum + corrected;
      this.#sums[owner] = next;
      this.#losses[owner] = corrected - (next - sum);
      this.#counts[owner] = (this.#counts[owner] ?? 0) + 1;
    });
  }

  metric(owner: number): number {
    return (this.#sums[owner] ?? 0) / (this.#counts[owner] ?? 0);
  }

  result(owner: number): string {
    return valueMembers(this.#source, this.#counts[owner] ? this.metric(owner) : undefined);
  }
}

function valueMembers(source: NumberSource, value: number | undefined): string {
  if (value === undefined) return '"value":null';
  const text = source.asText(value);
  const members = `"value":${javaDouble(value)}`;
  return text === undefined ? members : `${members},"value_as_string":${JSON.stringify(text)}`;
}
