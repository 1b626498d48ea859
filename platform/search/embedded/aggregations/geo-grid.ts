import type { GeoGridBody } from "../../language/aggregations/geo-grid.ts";
import { f64, u32 } from "../index/arrays.ts";
import type { AggregationContext, Below, Buckets, Collector, MakeCollector } from "./aggregation.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";
import { type CellSource, cellSource } from "./cell-source.ts";
import { firstOf } from "./order.ts";

export const geohashGrid: MakeCollector<GeoGridBody> = (body, context, below) =>
  gridOf("geohash_grid", body, context, below);

export const geotileGrid: MakeCollector<GeoGridBody> = (body, context, below) =>
  gridOf("geotile_grid", body, context, below);

function gridOf(kind: string, body: GeoGridBody, context: AggregationContext, below: Below): GeoGrid {
  const { grid, field, missing } = body;
  return new GeoGrid(cellSource(kind, grid, field, missing, context), body, context, below);
}

/** Buckets by cell of a grid, the most frequent first. */
class GeoGrid implements Collector {
  readonly #source: CellSource;
  readonly #body: GeoGridBody;
  readonly #context: AggregationContext;
  readonly #below: Below;
  readonly #table: BucketTable;
  readonly #batch: BucketBatch;

  constructor(source: CellSource, body: GeoGridBody, context: AggregationContext, below: Below) {
    this.#source = source;
    this.#body = body;
    this.#context = context;
    this.#below = below;
    this.#table = new BucketTable(undefined, () => context.work.addBucket(1 + below.size));
    this.#batch = new BucketBatch(below);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    this.#source.each(segment, docs, count, (index, cell) => {
      const bucket = this.#table.add(owners ? u32(owners, index) : 0, cell);
      if (!this.#below.isEmpty) this.#batch.add(segment, u32(docs, index), bucket);
    });
    this.#batch.flush(segment);
  }

  result(owner: number): Buckets {
    const { counts, keys } = this.#table;
    const order = (a: number, b: number) =>
      u32(counts, b) - u32(counts, a) || this.#source.compare(f64(keys, b), f64(keys, a));
    const shown = firstOf(this.#table.bucketsOf(owner), this.#body.size, order);
    this.#context.countBuckets(shown.length);
    const buckets = shown.map((number) => {
      const name = this.#source.name(f64(keys, number));
      return { number, documents: u32(counts, number), before: `"key":"${name}",`, name };
    });
    return { before: "", buckets, keyed: false };
  }
}
