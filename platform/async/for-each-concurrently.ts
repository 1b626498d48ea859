/** Does `work` on every item, on at most `limit` of them at a time. After a failure no more are begun. */
export async function forEachConcurrently<Item>(
  limit: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const workOff = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, workOff));
  if (failures.length > 0) throw failures[0];
}
