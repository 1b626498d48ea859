import type { Request } from "express";
import { expect, test } from "vitest";
import { HttpProblem } from "../../../platform/http/problem.ts";
import type { ParameterReader, Reading } from "../http/parameters.ts";
import {
  culture,
  decimal,
  type FilterName,
  foldName,
  measurementParameters,
  names,
  oneOf,
  radius,
  seriesId,
  timesteps,
  truth,
} from "./filters.ts";

const parametersOf = (query: string, filters: readonly FilterName[], params: Record<string, string> = {}) =>
  measurementParameters({ url: `/obs/utd${query}`, params } as unknown as Request, filters);

function read<Value>(parameters: ParameterReader, name: string, reading: Reading<Value>): Value | undefined {
  const value = parameters.optional(name, reading);
  parameters.check();
  return value;
}

const components = (query: string) => [...(read(parametersOf(query, ["components"]), "components", names) ?? [])];

test.each([
  ["?components=PM10;NO2"],
  ["?component=PM10;NO2"],
  ["?COMPONENTS=pm10%3Bno2"],
  ["?Component=PM10&components=NO2"],
  ["?component=PM10&component=NO2"],
  ["?&components=;PM10;;NO2;"],
  ["??components=PM10;NO2?"],
  ["?&components=PM10;NO2&"],
  ["?components=%20PM10%20;%20no2"],
  ["?unknown=1&components=PM10;NO2&other"],
])("%s is a filter by two components", (query) => {
  expect(components(query)).toEqual(["pm10", "no2"]);
});

test.each([["?"], [""], ["?components="], ["?components=;"], ["?components=%20"], ["?components"]])(
  "%s is no filter",
  (query) => {
    expect(read(parametersOf(query, ["components"]), "components", names)).toBeUndefined();
  },
);

test("areas and stations are taken in both spellings too", () => {
  const parameters = parametersOf("?area=Oslo&Station=Rv%204,%20Aker%20sykehus", ["areas", "stations"]);
  expect([...(read(parameters, "areas", names) ?? [])]).toEqual(["oslo"]);
  expect([...(read(parameters, "stations", names) ?? [])]).toEqual(["rv 4, aker sykehus"]);
});

test("the query can't take the place of the path", () => {
  const parameters = parametersOf("?radius=500&id=3", ["components"], { radius: "5" });
  expect(read(parameters, "radius", radius)).toBe(5);
  expect(read(parameters, "id", seriesId)).toBeUndefined();
});

test("names are the same however their accents are composed", () => {
  expect(foldName("BYGDØY ALLÉ")).toBe(foldName("bygdøy alle\u0301"));
});

test.each([
  ["true", true],
  ["TRUE", true],
  ["1", true],
  ["False", false],
  ["0", false],
])("%s is a boolean", (text, expected) => {
  expect(truth(text)).toBe(expected);
});

test.each<[string, Reading<unknown>, string]>([
  ["yes", truth, "must be true or false"],
  ["all", oneOf("within", "nearest"), "must be within or nearest"],
  ["1h", timesteps, "whole number of seconds"],
  ["3600;0", timesteps, "whole number of seconds"],
  ["-3600", timesteps, "whole number of seconds"],
  ["0", radius, "over 0 and at most 20"],
  ["20.1", radius, "over 0 and at most 20"],
  ["21", radius, "over 0 and at most 20"],
  ["-1", radius, "over 0 and at most 20"],
  ["1e1", radius, "over 0 and at most 20"],
  ["NaN", radius, "over 0 and at most 20"],
  ["90.5", decimal(-90, 90), "from -90 to 90"],
  ["north", decimal(-90, 90), "from -90 to 90"],
  ["101", decimal(0, 100), "from 0 to 100"],
  ["0", seriesId, "id of a time series"],
  ["abc", seriesId, "id of a time series"],
  ["1.5", seriesId, "id of a time series"],
  ["fr", culture, "must be no or en"],
])("%s is refused", (text, reading, message) => {
  expect(() => reading(text)).toThrow(message);
});

test.each<[string, Reading<unknown>, unknown]>([
  ["WITHIN", oneOf("within", "nearest"), "within"],
  ["3600;86400", timesteps, new Set([3600, 86400])],
  ["20", radius, 20],
  ["0.5", radius, 0.5],
  ["-59.5", decimal(-90, 90), -59.5],
  ["75", decimal(0, 100), 75],
  ["38", seriesId, 38],
  ["EN", culture, "en"],
  ["en-GB", culture, "en"],
  ["nb-NO", culture, "no"],
  ["no", culture, "no"],
])("%s is taken", (text, reading, expected) => {
  expect(reading(text)).toEqual(expected);
});

test("a bad filter names itself", () => {
  const fault = () => read(parametersOf("?showInvalid=maybe", ["showinvalid"]), "showinvalid", truth);
  expect(fault).toThrow(HttpProblem);
  expect(fault).toThrow("showinvalid must be true or false");
});
