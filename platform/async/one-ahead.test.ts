import { expect, test } from "vitest";
import { oneAhead } from "./one-ahead.ts";

test("results come in the order of the items, and one more is begun than is used", async () => {
  const begun: number[] = [];
  const doubled = oneAhead([1, 2, 3, 4], async (item) => {
    begun.push(item);
    return 2 * item;
  });
  expect(begun).toEqual([]);
  expect(await doubled.next()).toEqual({ value: 2, done: false });
  expect(begun).toEqual([1, 2]);
  expect(await doubled.next()).toEqual({ value: 4, done: false });
  expect(begun).toEqual([1, 2, 3]);
  const rest: number[] = [];
  for await (const result of doubled) rest.push(result);
  expect(rest).toEqual([6, 8]);
});

test("a failure comes in its turn, and nothing is begun after it", async () => {
  const begun: number[] = [];
  const results = oneAhead([1, 2, 3], async (item) => {
    begun.push(item);
    if (item === 2) throw new Error("two");
    return item;
  });
  expect((await results.next()).value).toBe(1);
  await expect(results.next()).rejects.toThrow("two");
  expect(begun).toEqual([1, 2]);
});

test("whoever stops early does not meet the failure of what was begun", async () => {
  for await (const result of oneAhead([1, 2], async (item) => {
    if (item === 2) throw new Error("two");
    return item;
  })) {
    expect(result).toBe(1);
    break;
  }
});
