import { f64, u32 } from "../bytes/arrays.ts";
import type { ExtendedStatsBody } from "../language/aggregations/extended-stats.ts";
import type { MetricBody } from "../language/aggregations/metrics.ts";
import type { Work } from "../work/work.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { addTo, OwnerRecords } from "./owner-numbers.ts";
import { extendedStatsMembers, extendedStatsNumber, type Statistics, statsMembers, statsNumber } from "./statistics.ts";
import { eachNumber, type NumberSource, numberSource } from "./values.ts";

/** Count, least, greatest, mean and sum of a field's values. */
export const stats: MakeCollector<MetricBody> = ({ field, missing, format }, context) =>
  new Stats(numberSource("stats", field, context, { missing, format }), context.work);

/** The same with the sum of squares, variances, deviations and their bounds. */
export const extendedStats: MakeCollector<ExtendedStatsBody> = ({ field, missing, format, sigma }, context) =>
  new ExtendedStats(numberSource("extended_stats", field, context, { missing, format }), context.work, sigma);

/** Places of an owner's numbers. A sum takes two. */
const [COUNT, LEAST, GREATEST, SUM, SQUARES] = [0, 1, 2, 3, 5];
const INITIAL = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];

class Stats implements Collector {
  protected readonly source: NumberSource;
  protected readonly records: OwnerRecords;

  constructor(source: NumberSource, work: Work, initial: readonly number[] = INITIAL) {
    this.source = source;
    this.records = new OwnerRecords(work, initial);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const records = this.records;
    eachNumber(this.source, segment, docs, count, (index, value) => {
      const at = records.reach(owners ? u32(owners, index) : 0);
      this.add(records.values, at, value);
    });
  }

  /** Adds a value to the record at `at`. */
  protected add(values: Float64Array, at: number, value: number): void {
    values[at + COUNT] = f64(values, at + COUNT) + 1;
    addTo(values, at + SUM, value);
    if (value < f64(values, at + LEAST)) values[at + LEAST] = value;
    if (value > f64(values, at + GREATEST)) values[at + GREATEST] = value;
  }

  protected of(owner: number): Statistics {
    const number = (place: number) => this.records.get(owner, place);
    return { count: number(COUNT), min: number(LEAST), max: number(GREATEST), sum: number(SUM) };
  }

  metric(owner: number, key: string): number {
    return statsNumber(this.of(owner), key);
  }

  result(owner: number): string {
    return statsMembers(this.of(owner), this.source);
  }
}

class ExtendedStats extends Stats {
  readonly #sigma: number;

  constructor(source: NumberSource, work: Work, sigma: number) {
    super(source, work, [...INITIAL, 0, 0]);
    this.#sigma = sigma;
  }

  protected override add(values: Float64Array, at: number, value: number): void {
    super.add(values, at, value);
    addTo(values, at + SQUARES, value * value);
  }

  protected override of(owner: number) {
    return { ...super.of(owner), sumOfSquares: this.records.get(owner, SQUARES), sigma: this.#sigma };
  }

  override metric(owner: number, key: string): number {
    return extendedStatsNumber(this.of(owner), key);
  }

  override result(owner: number): string {
    return extendedStatsMembers(this.of(owner), this.source);
  }
}
