import type { ExtendedStatsBody } from "../../language/aggregations/extended-stats.ts";
import type { MetricBody } from "../../language/aggregations/metrics.ts";
import { u32 } from "../index/arrays.ts";
import type { Work } from "../work.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { OwnerNumbers, OwnerSums } from "./owner-numbers.ts";
import { extendedStatsMembers, extendedStatsNumber, type Statistics, statsMembers, statsNumber } from "./statistics.ts";
import { eachNumber, type NumberSource, numberSource } from "./values.ts";

/** Count, least, greatest, mean and sum of a field's values. */
export const stats: MakeCollector<MetricBody> = ({ field, missing, format }, context) =>
  new Stats(numberSource("stats", field, context, { missing, format }), context.work);

/** The same with the sum of squares, variances, deviations and their bounds. */
export const extendedStats: MakeCollector<ExtendedStatsBody> = ({ field, missing, format, sigma }, context) =>
  new ExtendedStats(numberSource("extended_stats", field, context, { missing, format }), context.work, sigma);

class Stats implements Collector {
  protected readonly source: NumberSource;
  readonly #counts: OwnerNumbers;
  readonly #sums: OwnerSums;
  readonly #least: OwnerNumbers;
  readonly #greatest: OwnerNumbers;

  constructor(source: NumberSource, work: Work) {
    this.source = source;
    this.#counts = new OwnerNumbers(work);
    this.#sums = new OwnerSums(work);
    this.#least = new OwnerNumbers(work, Number.POSITIVE_INFINITY);
    this.#greatest = new OwnerNumbers(work, Number.NEGATIVE_INFINITY);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    eachNumber(this.source.values(segment), this.source.missing, docs, count, (index, value) => {
      this.add(owners ? u32(owners, index) : 0, value);
    });
  }

  protected add(owner: number, value: number): void {
    this.#counts.set(owner, this.#counts.get(owner) + 1);
    this.#sums.add(owner, value);
    if (value < this.#least.get(owner)) this.#least.set(owner, value);
    if (value > this.#greatest.get(owner)) this.#greatest.set(owner, value);
  }

  protected of(owner: number): Statistics {
    return {
      count: this.#counts.get(owner),
      min: this.#least.get(owner),
      max: this.#greatest.get(owner),
      sum: this.#sums.get(owner),
    };
  }

  metric(owner: number, key: string): number {
    return statsNumber(this.of(owner), key);
  }

  result(owner: number): string {
    return statsMembers(this.of(owner), this.source);
  }
}

class ExtendedStats extends Stats {
  readonly #squares: OwnerSums;
  readonly #sigma: number;

  constructor(source: NumberSource, work: Work, sigma: number) {
    super(source, work);
    this.#squares = new OwnerSums(work);
    this.#sigma = sigma;
  }

  protected override add(owner: number, value: number): void {
    super.add(owner, value);
    this.#squares.add(owner, value * value);
  }

  protected override of(owner: number) {
    return { ...super.of(owner), sumOfSquares: this.#squares.get(owner), sigma: this.#sigma };
  }

  override metric(owner: number, key: string): number {
    return extendedStatsNumber(this.of(owner), key);
  }

  override result(owner: number): string {
    return extendedStatsMembers(this.of(owner), this.source);
  }
}
