/** The results of `work` on each item, in their order. While one is used, the next is already made: two are in memory. */
export async function* oneAhead<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const rest = items[Symbol.iterator]();
  const begin = (): Promise<Result> | undefined => {
    const next = rest.next();
    if (next.done) return undefined;
    const result = work(next.value);
    // Awaited below. A reader that stops before that must not cause an unhandled rejection.
    result.catch(() => undefined);
    return result;
  };
  for (let current = begin(); current !== undefined; ) {
    const result = await current;
    current = begin();
    yield result;
  }
}
