/** A part of what an answer needs: some of its series, over some days. */
export interface Block<Item> {
  readonly items: readonly Item[];
  readonly firstDay: number;
  /** The last one, not the day after it. */
  readonly lastDay: number;
}

/** Something that is read by day, and how much a day of it weighs. */
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
 * What `load` makes of each block, in their order. The next one is being loaded while the present one is used, so two
 * are in memory at most.
 */
export async function* loadAhead<Item, Loaded>(
  blocks: Iterable<Block<Item>>,
  load: (block: Block<Item>) => Promise<Loaded>,
): AsyncGenerator<Loaded, void> {
  let next: Promise<Loaded> | undefined;
  for (const block of blocks) {
    const loading = load(block);
    // Whoever awaits it is told; without this a reader who leaves before would leave a rejection to nobody.
    loading.catch(() => undefined);
    if (next !== undefined) yield await next;
    next = loading;
  }
  if (next !== undefined) yield await next;
}
