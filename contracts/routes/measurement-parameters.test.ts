import { expect, test } from "vitest";
import { foldName } from "../text.ts";
import { method, radius, seriesId, timesteps, truth } from "./measurement-parameters.ts";
import { culture, decimal, type ParameterType } from "./parameter.ts";

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
  expect(truth.read(text)).toBe(expected);
});

test.each<[string, ParameterType<unknown>, string]>([
  ["yes", truth, "must be true or false"],
  ["all", method, "must be within or nearest"],
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
  expect(() => reading.read(text)).toThrow(message);
});

test.each<[string, ParameterType<unknown>, unknown]>([
  ["WITHIN", method, "within"],
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
  expect(reading.read(text)).toEqual(expected);
});
