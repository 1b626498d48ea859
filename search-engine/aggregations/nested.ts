import type { NestedBody } from "../language/aggregations/nested.ts";
import type { Bucket, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";

/** No mapping has nested fields, so there are no nested documents below any path. */
export const nested: MakeCollector<NestedBody> = (_body, _context, below) => new EmptyBucket(below);

class EmptyBucket implements Collector {
  readonly inside: SubAggregations;

  constructor(inside: SubAggregations) {
    this.inside = inside;
  }

  collect(): void {}

  collectAll(): boolean {
    return true;
  }

  /** Its contents have not read the index, as in an empty bucket of a histogram. */
  result(owner: number): Bucket {
    return { number: owner, documents: 0, before: "", name: "", isFiller: true };
  }

  metric(): number {
    return 0;
  }
}
