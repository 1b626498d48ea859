import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { z } from "zod";
import { UvForecastsDto } from "../../../contracts/uv.ts";
import { fitting } from "../../../test/answers.ts";
import { silent } from "../../../test/postgres.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { sharedGrid } from "../../../test/uv-grids.ts";
import type { UvGrid } from "./grid.ts";
import { ForecastPool } from "./pool.ts";
import { uvRoutes } from "./routes.ts";

const pool = new ForecastPool(silent);
afterAll(() => pool.close());
let grid: UvGrid | undefined;
let now = "2026-06-21T09:30:00Z";
const routes = uvRoutes({ forecast: () => grid, pool, clock: () => new Date(now), read: unlimitedRead });
const base = await serveRoutes(afterAll, routes);
beforeEach(() => {
  grid = undefined;
  now = "2026-06-21T09:30:00Z";
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers });
const post = (path: string, body: unknown) =>
  fetch(`${base}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
type Answer = z.infer<typeof UvForecastsDto>;
const read = async (response: Promise<Response>): Promise<Answer> =>
  fitting(UvForecastsDto, await (await response).json());
const forecastAt = async (latitude: number, longitude: number): Promise<Answer["forecasts"][number]> => {
  const { forecasts } = await read(get(`/uv/forecast/${latitude}/${longitude}`));
  return forecasts[0] ?? expect.unreachable();
};

test("a forecast has three days of hours and their maxima, named in a fixed order", async () => {
  const response = await get("/uv/forecast/59.91/10.75");
  expect(response.status).toBe(200);
  const answer = fitting(UvForecastsDto, await response.json());
  expect(Object.keys(answer)).toEqual(["forecasts", "classifications", "attribution", "licence"]);
  const [forecast] = answer.forecasts;
  expect(Object.keys(forecast ?? {})).toEqual([
    ..."today tomorrow dayAfterTomorrow latitude longitude ozone source issued days".split(" "),
  ]);
  expect(forecast).toMatchObject({ latitude: 59.91, longitude: 10.75, source: "climatology", issued: null });
  expect(forecast?.today).toHaveLength(24);
  expect(forecast?.dayAfterTomorrow).toHaveLength(24);
  expect(Object.keys(forecast?.today[0] ?? {})).toEqual("time index indexClear cloudFactor classification".split(" "));
  expect(forecast?.today[0]?.time).toBe("2026-06-21T00:00:00Z");
  expect(forecast?.dayAfterTomorrow[23]?.time).toBe("2026-06-23T23:00:00Z");
  expect(forecast?.days.map(({ date }) => date)).toEqual(["2026-06-21", "2026-06-22", "2026-06-23"]);
});

test("the climatology knows no clouds: the index is null and the clear sky is classified", async () => {
  const { today, days, ozone } = await forecastAt(59.91, 10.75);
  expect(today.every(({ index, cloudFactor }) => index === null && cloudFactor === null)).toBe(true);
  const peak = Math.max(...today.map(({ indexClear }) => indexClear));
  expect(peak).toBeGreaterThan(5);
  expect(days[0]?.max.index).toBeGreaterThanOrEqual(peak);
  expect(days[0]?.max.time).toMatch(/^2026-06-21T11:[12]0:00Z$/);
  expect(days[0]?.source).toBe("climatology");
  expect(ozone).toBeGreaterThan(340);
});

test("in the polar night the index is 0, in the midnight sun it never is", async () => {
  now = "2026-12-21T12:00:00Z";
  const night = await forecastAt(78.22, 15.65);
  expect(night.today.every(({ indexClear, classification }) => indexClear === 0 && classification === 1)).toBe(true);
  expect(night.days[0]?.max).toMatchObject({ index: 0, classification: 1, time: "2026-12-21T11:00:00Z" });
  now = "2026-06-21T12:00:00Z";
  expect((await forecastAt(78.22, 15.65)).today.every(({ indexClear }) => indexClear > 0)).toBe(true);
});

test("near the date line the peak is wherever in the UTC day it falls", async () => {
  expect((await forecastAt(-17.8, 177)).days[1]?.max.time).toMatch(/^2026-06-22T00:[01]0:00Z$/);
  expect((await forecastAt(-17.8, 180)).today).toEqual((await forecastAt(-17.8, -180)).today);
});

test("clouds of a published forecast take their share, and the answer has its source and time of issue", async () => {
  grid = sharedGrid({ day: "2026-06-21", fields: { ozone_du: () => 320, cloud_fraction: () => 0.7 } });
  const forecast = await forecastAt(48.1, 11.6);
  expect(forecast).toMatchObject({ source: "test model", issued: "2026-06-21T00:00:00Z", ozone: 320 });
  expect(forecast.days.map(({ source }) => source)).toEqual(["test model", "test model", "test model"]);
  const noon = forecast.today[11] ?? expect.unreachable();
  expect(noon.cloudFactor).toBeCloseTo(1 - 0.7 * 0.69, 3);
  expect(noon.index).toBeCloseTo(noon.indexClear * 0.517, 1);
  expect(noon.classification).toBeLessThan(5);
  expect(forecast.today[0]).toMatchObject({ index: 0, indexClear: 0, cloudFactor: null });
});

test("days that the published forecast does not cover fall back to the climatology, as the source of each says", async () => {
  grid = sharedGrid({ day: "2026-06-20", fields: { ozone_du: () => 320, cloud_fraction: () => 1 } });
  const { days, source, issued, tomorrow, dayAfterTomorrow } = await forecastAt(48.1, 11.6);
  expect(days.map((day) => day.source)).toEqual(["test model", "test model", "climatology"]);
  expect({ source, issued }).toEqual({ source: "test model", issued: "2026-06-20T00:00:00Z" });
  expect(tomorrow[11]?.index).not.toBeNull();
  expect(dayAfterTomorrow[11]?.index).toBeNull();
  now = "2026-06-23T00:00:00Z";
  const late = await read(get("/uv/forecast/48.1/11.6"));
  expect(late).toMatchObject({
    forecasts: [{ source: "climatology", issued: null }],
    attribution: null,
    licence: null,
  });
});

test("a thousand places come in the order asked, and one more is too many", async () => {
  const locations = Array.from({ length: 1000 }, (_, index) => ({
    latitude: (index % 181) - 90,
    longitude: index / 10,
  }));
  const response = await post("/uv/forecast", { locations });
  expect(response.status).toBe(200);
  const { forecasts } = fitting(UvForecastsDto, await response.json());
  expect(forecasts.map(({ latitude, longitude }) => ({ latitude, longitude }))).toEqual(locations);
  expect(forecasts[700]).toEqual(await forecastAt(locations[700]?.latitude ?? 0, locations[700]?.longitude ?? 0));
  const more = await post("/uv/forecast", { locations: [...locations, locations[0]] });
  expect(more.status).toBe(413);
  expect(await more.json()).toMatchObject({ code: "too-many-items" });
});

test.each([
  ["no", ["Lav", "Moderat", "Høy", "Svært høy", "Ekstrem"]],
  ["en", ["Low", "Moderate", "High", "Very high", "Extreme"]],
  ["nb-NO", ["Lav", "Moderat", "Høy", "Svært høy", "Ekstrem"]],
  ["en_GB", ["Low", "Moderate", "High", "Very high", "Extreme"]],
])("classes are named in culture=%s", async (culture, names) => {
  const { classifications } = await read(get(`/uv/forecast/0/0?culture=${culture}`));
  expect(classifications).toMatchObject(names.map((name, index) => ({ id: index + 1, name })));
  expect(classifications[0]).toEqual({ id: 1, name: names[0], from: 0, to: 2, colour: "green" });
  expect(classifications[4]).toMatchObject({ from: 11, to: null, colour: "violet" });
});

test("a client that has the answer gets 304 until it changes, and HEAD says the same", async () => {
  const first = await get("/uv/forecast/10/20");
  const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
  expect(first.headers.get("Cache-Control")).toContain("must-revalidate");
  const unchanged = await get("/uv/forecast/10/20", headers);
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.get("Vary")).toBe(first.headers.get("Vary"));
  now = "2026-06-22T00:00:00Z";
  expect((await get("/uv/forecast/10/20", headers)).status).toBe(200);
  const head = await fetch(`${base}/uv/forecast/10/20`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("the parameter's name has any case, and an empty one asks for nothing", async () => {
  const english = (await read(get("/uv/forecast/0/0?culture=en"))).classifications;
  const norwegian = (await read(get("/uv/forecast/0/0"))).classifications;
  expect(english).not.toEqual(norwegian);
  expect((await read(get("/uv/forecast/0/0?Culture=en?"))).classifications).toEqual(english);
  expect((await read(get("/uv/forecast/0/0?culture="))).classifications).toEqual(norwegian);
});

test.each([
  ["/uv/forecast/91/0", "latitude"],
  ["/uv/forecast/abc/0", "latitude"],
  ["/uv/forecast/1e1/0", "latitude"],
  ["/uv/forecast/NaN/0", "latitude"],
  ["/uv/forecast/0/-180.1", "longitude"],
  ["/uv/forecast/0/0?culture=de", "culture"],
  [`/uv/forecast/${"1".repeat(12_000)}x/0`, "latitude"],
])("%s is refused naming %s", async (path, name) => {
  const response = await get(path);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "parameter-invalid", errors: [{ path: name }] });
});

const place = { latitude: 59.91, longitude: 10.75 };
test.each([
  ["no locations", {}, "/locations"],
  ["none of them", { locations: [] }, "/locations"],
  ["no array", { locations: place }, "/locations"],
  ["no latitude", { locations: [place, { longitude: 1 }] }, "/locations/1/latitude"],
  ["a longitude that is text", { locations: [{ latitude: 1, longitude: "1" }] }, "/locations/0/longitude"],
  ["a latitude out of range", { locations: [{ latitude: -90.01, longitude: 1 }] }, "/locations/0/latitude"],
  ["NaN", '{"locations":[{"latitude":NaN,"longitude":1}]}', "/latitude"],
  ["an infinite number", '{"locations":[{"latitude":1e999,"longitude":1}]}', "/locations/0/latitude"],
  ["an array", [], ""],
  ["null", null, ""],
])("%s is refused naming the member", async (_what, body, path) => {
  const response = await post("/uv/forecast", body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "body-invalid", errors: [{ path }] });
});

test("a reader who leaves ends the work", async () => {
  const locations = Array.from({ length: 1000 }, () => place);
  const controller = new AbortController();
  const response = await fetch(`${base}/uv/forecast`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ locations }),
    signal: controller.signal,
  });
  await response.body?.getReader().read();
  controller.abort();
  await expect.poll(() => pool.waiting, { timeout: 10_000 }).toBe(0);
  expect((await forecastAt(1, 1)).latitude).toBe(1);
});

test("a reader who keeps others waiting is cut off", async () => {
  const admit = vi.spyOn(pool, "admit");
  onTestFinished(() => admit.mockRestore());
  const response = await post("/uv/forecast", { locations: Array.from({ length: 1000 }, () => place) });
  admit.mock.calls[0]?.[1]?.();
  await expect(response.text()).rejects.toThrow("terminated");
  await expect.poll(() => pool.open).toBe(0);
});
