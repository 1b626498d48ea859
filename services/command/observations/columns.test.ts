import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_VALUES } from "../../../contracts/observation-columns.ts";
import { contentsOf, Grouping, inOrder, select } from "./columns.ts";
import type { Entry } from "./entry.ts";

const HOUR = 3600;
/** 2024-02-01 00:00 of +01:00. */
const february = Date.UTC(2024, 0, 31, 23) / 1000;

function entry(series: number, fromTime: readonly number[], value: readonly (number | null)[] = fromTime): Entry {
  return { series, fromTime, toTime: fromTime.map((from) => from + HOUR), value, flags: fromTime.map(() => 1) };
}

function grouped(...entries: readonly Entry[]) {
  const grouping = new Grouping(60);
  for (const [index, each] of entries.entries()) grouping.add(each, HOUR, index + 1);
  return [...grouping.groups()];
}

const contents = (...entries: readonly Entry[]) =>
  grouped(...entries).flatMap((group) => [...contentsOf(inOrder(group))]);

test("values are cut by series and by the month of the network's offset", () => {
  const groups = grouped(entry(1, [february - HOUR, february]), entry(2, [february]), entry(1, [february + HOUR]));
  expect(groups.map(({ series, month, fromTime }) => [series, month, fromTime])).toEqual([
    [1, "2024-01", [february - HOUR]],
    [1, "2024-02", [february, february + HOUR]],
    [2, "2024-02", [february]],
  ]);
});

test("the last of several values of one time counts", () => {
  const [group] = grouped(entry(1, [february, february + HOUR], [1, 2]), entry(1, [february], [3]));
  const repeated: (readonly [number, number])[] = [];
  const ordered = group && inOrder(group, (place, earlier) => repeated.push([place, earlier]));
  expect(ordered).toMatchObject({ fromTime: [february, february + HOUR], value: [3, 2] });
  expect(repeated).toEqual([[2, 1]]);
});

test("flags are there only where one is unusual", () => {
  expect(contents(entry(1, [february]))[0]).toEqual({
    series: 1,
    timestep: HOUR,
    fromTime: [february],
    value: [february],
  });
  const flagged = { ...entry(1, [february, february + HOUR]), flags: [0, 3] };
  expect(contents(flagged)[0]).toMatchObject({ isValid: [false, true], qualityControlled: [false, true] });
});

test("values of a group are selected with their lines, and restored as they were", () => {
  const [group] = grouped(entry(1, [february]), entry(1, [february + HOUR]), entry(1, [february]));
  if (!group) throw new Error("there is no group");
  expect(select(group, () => true).lines).toEqual([1, 2, 3]);
  const some = select(group, (index) => index > 0);
  expect(some.fromTime).toEqual([february + HOUR, february]);
  const grouping = new Grouping(60);
  grouping.restore(some);
  expect([...grouping.groups()]).toMatchObject([some]);
});

test("an event holds so many values that it stays small", () => {
  const times = Array.from({ length: 2 * MAX_VALUES + 1 }, (_, index) => february + index);
  const many = {
    ...entry(
      1,
      times,
      times.map(() => -999_999_999.123456),
    ),
    flags: times.map(() => 2),
  };
  const parts = contents(many);
  expect(parts.map(({ fromTime }) => fromTime.length)).toEqual([MAX_VALUES, MAX_VALUES, 1]);
  expect(JSON.stringify(parts[0]).length).toBeLessThan(900 * 1024);
});

test("nothing is lost and nothing doubled, whatever the order", () => {
  const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer()), { maxLength: 60 });
  fc.assert(
    fc.property(fc.array(values, { maxLength: 5 }), (batches) => {
      const entries = batches.map((batch) =>
        entry(
          1,
          batch.map(([slot]) => february + slot * HOUR),
          batch.map(([, value]) => value),
        ),
      );
      const expected = new Map(batches.flat().map(([slot, value]) => [february + slot * HOUR, value]));
      const stored = contents(...entries);
      for (const { fromTime } of stored) expect(fromTime).toEqual([...new Set(fromTime)].sort((a, b) => a - b));
      expect(new Map(stored.flatMap(({ fromTime, value }) => fromTime.map((from, at) => [from, value[at]])))).toEqual(
        expected,
      );
    }),
  );
});
