import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uvGrid } from "../uv-grids.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
});
afterAll(() => system.close());

const today = new Date().toISOString().slice(0, 10);
const minute = (minutes: number) => `${today}T00:${String(minutes).padStart(2, "0")}:00Z`;

const publish = (body: unknown, headers: Record<string, string> = {}) =>
  system.as("forecaster").post("/api/provider/uv/forecast", body, { headers });
const grid = (issued: number, ozone: number) =>
  uvGrid({
    day: today,
    issued: minute(issued),
    source: `run ${issued}`,
    fields: { ozone_du: () => ozone, cloud_fraction: () => 0.3 },
  });

interface Forecasts {
  forecasts: { source: string; issued: string | null; ozone: number; latitude: number; days: { source: string }[] }[];
}
const forecast = async (after?: string) => {
  const answer = await system.reader.get("/uv/forecast/-17.8/31", { after });
  return answer.json<Forecasts>().forecasts[0];
};

test("the climatology is served until a forecast is published, which readers that wait for it see", async () => {
  expect(await forecast()).toMatchObject({ source: "climatology", issued: null });
  const packed = gzipSync(JSON.stringify(grid(0, 300)));
  const first = await publish(packed, { "Content-Encoding": "gzip" });
  expect([first.status, first.text]).toEqual([200, ""]);
  expect(await forecast(first.position)).toMatchObject({ source: "run 0", issued: minute(0), ozone: 300 });
  const second = await publish(grid(1, 280), { Prefer: "wait=30" });
  expect(second.headers.get("Preference-Applied")).toBe("wait");
  expect(await forecast()).toMatchObject({ source: "run 1", issued: minute(1), ozone: 280 });
});

test("an invalid grid is refused with its first invalid cell, and the served forecast stays", async () => {
  const { position } = await publish(grid(2, 270));
  const bad = uvGrid({
    day: today,
    issued: minute(3),
    fields: { ozone_du: (latitude) => (latitude === 60 ? 7 : 300) },
  });
  const refused = await publish(bad);
  expect(refused.json()).toMatchObject({
    status: 422,
    code: "grid-invalid",
    cell: { field: "ozone_du", step: minute(0), latitude: 60, longitude: -180, value: 7 },
  });
  const older = await publish(grid(1, 290));
  expect(older.json()).toMatchObject({ status: 409, code: "forecast-older" });
  expect(await forecast(position)).toMatchObject({ source: "run 2", ozone: 270 });
});

test("only a provider of forecasts may publish", async () => {
  const refused = await system.as("provider").post("/api/provider/uv/forecast", {});
  expect(refused.json()).toMatchObject({ status: 403, code: "role-missing" });
});

test("several locations are answered in their order, in either language", async () => {
  const locations = [70, -70, 0].map((latitude) => ({ latitude, longitude: 10 }));
  const answer = await system.reader.post(
    "/uv/forecast?culture=en",
    { locations },
    { headers: { "Accept-Encoding": "br" } },
  );
  expect(answer.json<Forecasts>().forecasts.map(({ latitude }) => latitude)).toEqual([70, -70, 0]);
  expect(answer.json()).toMatchObject({ classifications: [{ name: "Low" }, {}, {}, {}, {}] });
  const none = await system.reader.post("/uv/forecast", { locations: [] });
  expect(none.json()).toMatchObject({ status: 400, code: "body-invalid" });
});

test("a dose product may be given by letter or by number", async () => {
  const request = {
    ...{ latitude: 59.91, longitude: 10.75, altitude: 0.05, month: 6, day: 21, time: 11.3333, ozone: 340 },
    ...{ albedo_type: 3, skin_type: 2, sky: 0 },
  };
  const [byLetter, byNumber] = await Promise.all(
    ["F", 1].map((dose_product) => system.reader.post("/uv/vitd", { ...request, dose_product })),
  );
  const { exposure_minutes } = byLetter?.json<{ exposure_minutes: number }>() ?? {};
  expect(exposure_minutes).toBeGreaterThan(6.6);
  expect(exposure_minutes).toBeLessThan(7.2);
  expect(byNumber?.json()).toMatchObject({ exposure_minutes });
  const refused = await system.reader.post("/uv/vitd", { ...request, dose_product: "F", altitude: 250 });
  expect(refused.json()).toMatchObject({ status: 400, errors: [{ path: "/altitude" }] });
});

test("the health names the served forecast and its age", async () => {
  const read = async () => (await system.reader.get("/health/ready")).json();
  await expect.poll(read, { timeout: 10_000 }).toMatchObject({
    components: {
      "uv forecast": { state: "up", source: "run 2", issued: minute(2), ageHours: expect.any(Number) },
      "view uv-forecast": { state: "up" },
    },
  });
});
