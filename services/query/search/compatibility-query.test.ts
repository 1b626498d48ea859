import { expect, test } from "vitest";
import { searchByExtent } from "../../../contracts/routes/search.ts";
import { readParameters } from "../../../platform/http/parameters.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { compatibilitySearch, extentOf } from "./compatibility-query.ts";

const readExtent = (query: URLSearchParams) =>
  extentOf(readParameters(searchByExtent, { url: `/?${query}`, params: {} }));

const complete = {
  time_range_start: "2024-05-01T00:00:00Z",
  time_range_end: "2024-05-31T23:59:59.999999+00:00",
  variables: "ozone amount fraction",
  north_bound_latitude: "60",
  west_bound_longitude: "-10.5",
  south_bound_latitude: "40",
  east_bound_longitude: "1e1",
};

const read = (changes: Record<string, string | undefined> = {}) =>
  readExtent(
    new URLSearchParams(
      Object.entries({ ...complete, ...changes }).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
  );

function faults(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof HttpProblem) return (error.options.errors ?? []).map(({ path }) => path);
    throw error;
  }
  return [];
}

test("a complete request is read", () => {
  expect(read()).toMatchObject({
    start: Date.parse("2024-05-01T00:00:00Z"),
    end: Date.parse("2024-05-31T23:59:59.999Z"),
    variables: ["ozone amount fraction"],
    box: { north: 60, west: -10.5, south: 40, east: 10 },
    from: 0,
    size: 1000,
  });
});

test("the plus of an offset may come unencoded, as a space", () => {
  const unencoded = new URLSearchParams(
    `${new URLSearchParams({ ...complete, time_range_start: "" })}`.replace(
      "time_range_start=",
      "time_range_start=2024-05-01T02:00:00+02:00",
    ),
  );
  expect(readExtent(unencoded).start).toBe(Date.parse("2024-05-01T00:00:00Z"));
  expect(faults(() => read({ time_range_start: "2024-05-01 02:00:00Z" }))).toEqual(["time_range_start"]);
});

test.each(Object.keys(complete))("%s is required", (name) => {
  expect(faults(() => read({ [name]: undefined }))).toEqual([name]);
});

test("all missing parameters are named at once", () => {
  expect(faults(() => readExtent(new URLSearchParams())).sort()).toEqual(Object.keys(complete).sort());
});

test.each([
  ["time_range_start", "2024-02-30T00:00:00Z"],
  ["time_range_start", "yesterday"],
  ["north_bound_latitude", "91"],
  ["north_bound_latitude", "NaN"],
  ["west_bound_longitude", "-180.5"],
  ["west_bound_longitude", ""],
  ["size", "1001"],
  ["from", "-1"],
  ["variables", "  "],
])("%s can't be %j", (name, value) => {
  expect(faults(() => read({ [name]: value }))).toEqual([name]);
});

test("a range that ends before it begins and a box upside down are refused", () => {
  expect(faults(() => read({ time_range_end: "2024-04-30T00:00:00Z" }))).toEqual(["time_range_end"]);
  expect(faults(() => read({ south_bound_latitude: "61" }))).toEqual(["north_bound_latitude"]);
});

test("a repeated parameter is refused, except `variables`", () => {
  const twice = new URLSearchParams(complete);
  twice.append("time_range_start", "2024-05-02T00:00:00Z");
  twice.append("variables", "m/p-xylenes amount fraction");
  expect(faults(() => readExtent(twice))).toEqual(["time_range_start"]);
});

test("more than a thousand labels arrive", () => {
  const many = new URLSearchParams(complete);
  for (let index = 0; index < 2000; index++) many.append("variables", `label ${index}`);
  expect(readExtent(many).variables).toHaveLength(2001);
});

test("pages reach no deeper than the engine's window", () => {
  expect(read({ from: "9500" }).size).toBe(500);
  expect(faults(() => read({ from: "9500", size: "501" }))).toEqual(["from"]);
});

test("the engine's search carries the overlap, the names, the box and the order", () => {
  const search = JSON.stringify(compatibilitySearch(read(), ["Ozone amount fraction"]));
  expect(search).toContain('"temporal_extent.time_period_begin":{"lte":"2024-05-31T23:59:59.999Z"}');
  expect(search).toContain('"temporal_extent.time_period_end":{"gte":"2024-05-01T00:00:00.000Z"}');
  expect(search).toContain('"variables.variable_name.keyword":["Ozone amount fraction"]');
  expect(search).toContain('"top":60,"left":-10.5,"bottom":40,"right":10');
});

test("times whose offsets lead out of the years that engines read are cut to these", () => {
  const range = { time_range_start: "0000-01-01T00:00:00+10:00", time_range_end: "9999-12-31T23:59:59-10:00" };
  const search = JSON.stringify(compatibilitySearch(read(range), []));
  expect(search).toContain('"temporal_extent.time_period_begin":{"lte":"9999-12-31T23:59:59.999Z"}');
  expect(search).toContain('"temporal_extent.time_period_end":{"gte":"0000-01-01T00:00:00.000Z"}');
});
