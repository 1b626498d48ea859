import { expect, test } from "vitest";
import { CONTROLLED, checkEntry, readEntry, VALID } from "./entry.ts";
import { timeReader } from "./times.ts";

const offset = 60;
const readTime = timeReader(offset);
const hour = { fromTime: "2024-02-01T12:00:00+01:00", toTime: "2024-02-01T13:00:00+01:00", value: 50.7 };

function read(given: unknown) {
  const faults: (readonly [string, string])[] = [];
  const entry = readEntry(given, readTime, (path, message) => faults.push([path, message]));
  return { entry, faults };
}

const now = "2025-02-28T12:00:00.000Z";

function faultsAt(timestep: number, ...values: unknown[]) {
  const { entry, faults } = read({ timeseries: 1, values });
  expect(faults).toEqual([]);
  if (entry) checkEntry(entry, { timestep, offset, now }, (path, message) => faults.push([path, message]));
  return faults;
}

const span = (fromTime: string, toTime: string) => ({ fromTime, toTime, value: 1 });

test("values come as columns, rounded to six decimals, valid and not controlled unless said", () => {
  const values = [
    { ...hour, value: 1.23456789 },
    { ...hour, value: null, isValid: false, qualityControlled: true },
    { ...hour, value: -0.0000001 },
  ];
  const { entry, faults } = read({ timeseries: 7, values });
  expect(faults).toEqual([]);
  const begin = Date.UTC(2024, 1, 1, 11) / 1000;
  expect(entry).toMatchObject({ series: 7, fromTime: [begin, begin, begin], toTime: Array(3).fill(begin + 3600) });
  expect(JSON.stringify(entry?.value)).toBe("[1.234568,null,0]");
  expect(entry?.flags).toEqual([VALID, CONTROLLED, VALID]);
});

test.each([
  [[], "", "must be an object"],
  [null, "", "must be an object"],
  [{ values: [] }, "/timeseries", "is required"],
  [{ timeseries: "1", values: [] }, "/timeseries", "must be the id of a series"],
  [{ timeseries: 0, values: [] }, "/timeseries", "must be the id of a series"],
  [{ timeseries: 2 ** 31, values: [] }, "/timeseries", "must be the id of a series"],
  [{ timeseries: 1 }, "/values", "is required"],
  [{ timeseries: 1, values: {} }, "/values", "must be an array"],
  [{ timeseries: 1, values: [], unit: "x" }, "/unit", "is not a member of an entry"],
  [{ timeseries: 1, values: [1] }, "/values/0", "must be an object"],
  [{ timeseries: 1, values: [hour, {}] }, "/values/1/fromTime", "is required"],
  [{ timeseries: 1, values: [{ ...hour, toTime: 5 }] }, "/values/0/toTime", "must be a string"],
  [{ timeseries: 1, values: [{ ...hour, value: "1" }] }, "/values/0/value", "must be a number or null"],
  [
    { timeseries: 1, values: [{ ...hour, value: undefined }] },
    "/values/0/value",
    "is required; null deletes the value",
  ],
  [{ timeseries: 1, values: [{ ...hour, value: JSON.parse("1e999") }] }, "/values/0/value", "must be a finite number"],
  [{ timeseries: 1, values: [{ ...hour, value: 1e9 + 1 }] }, "/values/0/value", "from -1000000000 to 1000000000"],
  [{ timeseries: 1, values: [{ ...hour, isValid: 1 }] }, "/values/0/isValid", "must be true or false"],
  [{ timeseries: 1, values: [{ ...hour, isvalid: true }] }, "/values/0/isvalid", "is not a member of a value"],
])("%j is refused at %s", (given, path, message) => {
  const { entry, faults } = read(given);
  expect(entry).toBeUndefined();
  expect(faults).toContainEqual([path, expect.stringContaining(message)]);
});

test("every error of an entry is reported", () => {
  const { faults } = read({ timeseries: 1, values: [{ value: "x", a: 1 }, hour, { ...hour, fromTime: "" }] });
  expect(faults.map(([path]) => path)).toEqual([
    "/values/0/fromTime",
    "/values/0/toTime",
    "/values/0/value",
    "/values/0/a",
    "/values/2/fromTime",
  ]);
});

test.each([
  ["an hour", 3600, "2024-02-01T12:00:00+01:00", "2024-02-01T13:00:00+01:00"],
  ["ten minutes", 600, "2024-02-01T12:50:00Z", "2024-02-01T13:00:00Z"],
  ["a day of the network's", 86_400, "2024-02-01T00:00:00+01:00", "2024-02-02T00:00:00+01:00"],
  ["a week from Monday", 604_800, "2024-02-26T00:00:00+01:00", "2024-03-04T00:00:00+01:00"],
  ["a February with a leap day", 2_592_000, "2024-02-01T00:00:00+01:00", "2024-03-01T00:00:00+01:00"],
  ["a leap year", 31_536_000, "2024-01-01T00:00:00+01:00", "2025-01-01T00:00:00+01:00"],
  ["a day before 1970", 86_400, "1960-02-29T00:00:00+01:00", "1960-03-01T00:00:00+01:00"],
])("%s fits its step", (_, timestep, from, to) => {
  expect(faultsAt(timestep, span(from, to))).toEqual([]);
});

test.each([
  [3600, "2024-02-01T12:30:00+01:00", "2024-02-01T13:30:00+01:00", "fromTime", "3600 s from 00:00"],
  [3600, "2024-02-01T12:00:00+01:00", "2024-02-01T14:00:00+01:00", "toTime", "one step of the series after"],
  [3600, "2024-02-01T12:00:00+01:00", "2024-02-01T12:00:00+01:00", "toTime", "one step of the series after"],
  [3600, "2024-02-01T13:00:00+01:00", "2024-02-01T12:00:00+01:00", "toTime", "one step of the series after"],
  [86_400, "2024-02-01T00:00:00Z", "2024-02-02T00:00:00Z", "fromTime", "does not lie on the grid"],
  [604_800, "2024-02-27T00:00:00+01:00", "2024-03-05T00:00:00+01:00", "fromTime", "the week from Monday"],
  [2_592_000, "2024-02-01T00:00:00+01:00", "2024-03-02T00:00:00+01:00", "toTime", "the calendar month"],
  [31_536_000, "2024-02-01T00:00:00+01:00", "2025-02-01T00:00:00+01:00", "fromTime", "the calendar year"],
])("a step of %d s refuses %s to %s", (timestep, from, to, member, message) => {
  expect(faultsAt(timestep, span(from, to))).toEqual([[`/values/0/${member}`, expect.stringContaining(message)]]);
});

test("a time that occurs twice in an entry is refused, in any order", () => {
  const next = span("2024-02-01T13:00:00+01:00", "2024-02-01T14:00:00+01:00");
  expect(faultsAt(3600, next, hour)).toEqual([]);
  expect(faultsAt(3600, hour, next, hour)).toEqual([["/values/2/fromTime", "is that of value 0 too"]]);
});

test.each([
  ["ends now", 3600, "2025-02-28T11:00:00Z", "2025-02-28T12:00:00Z"],
  ["ends an hour after now", 3600, "2025-02-28T12:00:00Z", "2025-02-28T13:00:00Z"],
  ["ends with the day before", 86_400, "2025-02-27T00:00:00+01:00", "2025-02-28T00:00:00+01:00"],
])("a value that %s is taken", (_, timestep, from, to) => {
  expect(faultsAt(timestep, span(from, to))).toEqual([]);
});

test.each([
  ["an hour", 3600, "2025-02-28T13:00:00Z", "2025-02-28T14:00:00Z"],
  ["a second", 1, "2025-02-28T13:00:00Z", "2025-02-28T13:00:01Z"],
  ["an hour years ahead", 3600, "2035-02-28T13:00:00Z", "2035-02-28T14:00:00Z"],
  ["this day", 86_400, "2025-02-28T00:00:00+01:00", "2025-03-01T00:00:00+01:00"],
  ["this month", 2_592_000, "2025-02-01T00:00:00+01:00", "2025-03-01T00:00:00+01:00"],
  ["this year", 31_536_000, "2025-01-01T00:00:00+01:00", "2026-01-01T00:00:00+01:00"],
])("a value of %s that ends more than an hour after now is refused, and can be deleted", (_, timestep, from, to) => {
  const message = `must not lie more than an hour after now, which is ${now}`;
  expect(faultsAt(timestep, span(from, to))).toEqual([["/values/0/toTime", message]]);
  expect(faultsAt(timestep, { ...span(from, to), value: null })).toEqual([]);
});
