/** Part of the data of an answer: some of its series, over some days. */
export interface Block<Item> {
  readonly items: readonly Item[];
  readonly firstDay: number;
  /** The last one, not the day after it. */
  readonly lastDay: number;
}

/** An item with the weight of one of its days. */
interface Weighed<Item> {
  readonly item: Item;
  readonly weight: number;
}

/**
 * Splits the days of the items into blocks that weigh at most `capacity`; only a single day of one item may weigh more.
 * Blocks come in the order of the answer: item by item, each from its first day to its last. The days of an item are
 * split only if they do not fit into one block.
 */
export function* blocksOf<Item>(
  items: readonly Weighed<Item>[],
  firstDay: number,
  lastDay: number,
  capacity: number,
): Generator<Block<Item>> {
  const days = lastDay - firstDay + 1;
  let gathered: Item[] = [];
  let weight = 0;
  for (const { item, weight: ofDay } of items) {
    if (gathered.length > 0 && weight + ofDay * days > capacity) {
      yield { items: gathered, firstDay, lastDay };
      gathered = [];
      weight = 0;
    }
    if (ofDay * days > capacity) {
      const step = Math.max(1, Math.floor(capacity / ofDay));
      for (let day = firstDay; day <= lastDay; day += step) {
        yield { items: [item], firstDay: day, lastDay: Math.min(day + step - 1, lastDay) };
      }
    } else {
      gathered.push(item);
      weight += ofDay * days;
    }
  }
  if (gathered.length > 0) yield { items: gathered, firstDay, lastDay };
}
