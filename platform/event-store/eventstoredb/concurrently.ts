/** Does `work` on every item, on at most `limit` of them at a time. After a failure no more are begun. */
export async function concurrently<Item>(
  limit: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed = false;
  const workers = Array.from({ length: limit }, async () => {
    for (let next = queue.next(); !failed && next.done !== true; next = queue.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  });
  const failure = (await Promise.allSettled(workers)).find((result) => result.status === "rejected");
  if (failure !== undefined) throw failure.reason;
}
