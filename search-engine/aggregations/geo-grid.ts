import { f64, u32 } from "../bytes/arrays.ts";
import type { GeoGridBody } from "../language/aggregations/geo-grid.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { KeyBuckets } from "./buckets.ts";
import { type CellSource, cellSource } from "./cell-source.ts";
import { eachBucket } from "./each-bucket.ts";
import { firstOf } from "./order.ts";

export const geohashGrid: MakeCollector<GeoGridBody> = (body, context, below) =>
  gridOf("geohash_grid", body, context, below);

export const geotileGrid: MakeCollector<GeoGridBody> = (body, context, below) =>
  gridOf("geotile_grid", body, context, below);

function gridOf(kind: string, body: GeoGridBody, context: AggregationContext, below: SubAggregations): GeoGrid {
  const { grid, field, missing } = body;
  return new GeoGrid(cellSource(kind, grid, field, missing, context), body, context, below);
}

/** Buckets by cell of a grid, the most frequent first. */
class GeoGrid implements Collector {
  readonly #source: CellSource;
  readonly #body: GeoGridBody;
  readonly #context: AggregationContext;
  readonly #buckets: KeyBuckets;

  constructor(source: CellSource, body: GeoGridBody, context: AggregationContext, below: SubAggregations) {
    this.#source = source;
    this.#body = body;
    this.#context = context;
    this.#buckets = new KeyBuckets(undefined, below, context.work);
  }

  collect(...given: Parameters<Collector["collect"]>): void {
    const [segment, docs, , count] = given;
    this.#buckets.collect(given, (take) => this.#source.each(segment, docs, count, take));
  }

  result(owner: number): Buckets {
    const { table } = this.#buckets;
    const { counts, keys } = table;
    const order = (a: number, b: number) =>
      u32(counts, b) - u32(counts, a) || this.#source.compare(f64(keys, b), f64(keys, a));
    const shown = firstOf(table.bucketsOf(owner), this.#body.size, order);
    this.#context.countBuckets(shown.length);
    const buckets = eachBucket(shown, (number) => {
      const name = this.#source.name(f64(keys, number));
      return { number, documents: u32(counts, number), before: `"key":"${name}",`, name };
    });
    return { before: "", buckets, keyed: false };
  }
}
