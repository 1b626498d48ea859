/** Part of the data of an answer: some of its series, over some days. */
export interface Block<Item> {
  readonly items: readonly Item[];
  readonly firstDay: number;
  /** The last one, not the day after it. */
  readonly lastDay: number;
}

/** An item that is read by day, with the weight of one day of it. */
interface Weighed<Item> {
  readonly item: Item;
  readonly weight: number;
}

/**
 * Cuts items and days into blocks of at most `capacity`, or of one day of one item, in the order in which they are
 * shown: item after item, each from its first day to its last. Days of an item are cut only where it fills a block alone.
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

/**
 * Loads the blocks in their order. The next one is loaded while the current one is used, so at most two are in memory.
 */
export async function* loadAhead<Item, Loaded>(
  blocks: Iterable<Block<Item>>,
  load: (block: Block<Item>) => Promise<Loaded>,
): AsyncGenerator<Loaded, void> {
  let next: Promise<Loaded> | undefined;
  for (const block of blocks) {
    const loading = load(block);
    // It is awaited below; a reader that leaves before must not cause an unhandled rejection.
    loading.catch(() => undefined);
    if (next !== undefined) yield await next;
    next = loading;
  }
  if (next !== undefined) yield await next;
}
