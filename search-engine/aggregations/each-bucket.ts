import type { Bucket } from "./aggregation.ts";

/** Makes the bucket of each item when it is read. */
export function* eachBucket<Item>(
  items: Iterable<Item>,
  make: (item: Item, place: number) => Bucket,
): Generator<Bucket> {
  let place = 0;
  for (const item of items) yield make(item, place++);
}
