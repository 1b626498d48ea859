import fc from "fast-check";
import { expect, test } from "vitest";
import { blocksOf } from "./blocks.ts";

const weigh = (...weights: readonly number[]) => weights.map((weight, item) => ({ item, weight }));

test("items share a block while they fit, and a large one is cut by days", () => {
  expect([...blocksOf(weigh(1, 1, 1), 0, 9, 20)]).toEqual([
    { items: [0, 1], firstDay: 0, lastDay: 9 },
    { items: [2], firstDay: 0, lastDay: 9 },
  ]);
  expect([...blocksOf(weigh(5, 1), 0, 9, 20)]).toEqual([
    { items: [0], firstDay: 0, lastDay: 3 },
    { items: [0], firstDay: 4, lastDay: 7 },
    { items: [0], firstDay: 8, lastDay: 9 },
    { items: [1], firstDay: 0, lastDay: 9 },
  ]);
});

test("an empty period has no blocks", () => {
  expect([...blocksOf(weigh(5, 100), 3, 2, 20)].filter(({ firstDay, lastDay }) => firstDay <= lastDay)).toEqual([]);
});

test("every day of every item is in one block, in order, and none is too heavy", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 200 }), (each, days, capacity) => {
      const blocks = [...blocksOf(weigh(...each), 0, days - 1, capacity)];
      const shown = each.map((): number[] => []);
      let last = -1;
      for (const { items, firstDay, lastDay } of blocks) {
        for (const item of items) {
          expect(item).toBeGreaterThanOrEqual(last);
          last = item;
          for (let day = firstDay; day <= lastDay; day++) shown[item]?.push(day);
        }
        const weight = items.reduce((sum, item) => sum + (each[item] ?? 0), 0) * (lastDay - firstDay + 1);
        expect(weight <= capacity || (items.length === 1 && firstDay === lastDay)).toBe(true);
      }
      for (const of of shown) expect(of).toEqual(Array.from({ length: days }, (_, day) => day));
    }),
  );
});
