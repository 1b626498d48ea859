/** Item number `index` of the items repeated without end. @throws RangeError when there are none */
export function cycled<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("there are no items");
  return item;
}
