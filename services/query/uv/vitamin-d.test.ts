import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { exposureAnswer, exposureRequest } from "../../../contracts/routes/uv-examples.ts";
import { fitting, Members } from "../../../test/answers.ts";
import { silent } from "../../../test/postgres.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { ForecastPool } from "./pool.ts";
import { uvRoutes } from "./routes.ts";

const pool = new ForecastPool(silent);
afterAll(() => pool.close());
const routes = uvRoutes({ forecast: () => undefined, pool, clock: () => new Date(), read: unlimitedRead });
const base = await serveRoutes(afterAll, routes);

/** Boston at noon of 21 March, the case that the vitamin D dose is defined by. */
const boston = {
  latitude: 42.37,
  longitude: -71.06,
  altitude: 0,
  month: 3,
  day: 21,
  time: 16.8333,
  ozone: 350,
  albedo_type: 3,
  dose_product: 1,
  skin_type: 2,
  sky: 0,
};

async function send(body: unknown): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(`${base}/uv/vitd`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, answer: fitting(Members, await response.json()) };
}
const ask = async (changes: Partial<Record<keyof typeof boston, unknown>>) =>
  (await send({ ...boston, ...changes })).answer;

test("the answer has every member, in the order of the contract", async () => {
  const { status, answer } = await send(boston);
  expect(status).toBe(200);
  expect(Object.keys(answer)).toEqual(
    (
      "input dose_product action_spectrum dose_required dose_basis solar_zenith_angle uv_index irradiance " +
      "exposure_minutes sun_minutes exposure_time end_time reason dose_reached_by_sunset fraction_reached companion " +
      "warning model assumptions"
    ).split(" "),
  );
  expect(answer["input"]).toEqual(boston);
  expect(Object.keys(answer["input"] ?? {})).toEqual(Object.keys(boston));
  expect(answer).toMatchObject({
    dose_product: "vitamin D",
    dose_required: 109.375,
    reason: null,
    exposure_time: "00:09",
    end_time: "16:59",
    warning: null,
    companion: { dose_product: "CIE", dose_required: 250 },
  });
  expect(answer["exposure_minutes"]).toBe(answer["sun_minutes"]);
  expect([answer["assumptions"]].flat().join("\n")).toMatch(/horizontal.*25 %.*1000 IU.*not medical advice/s);
});

test("the example answer in the interface's description is the answer to its example request", async () => {
  expect((await send(exposureRequest)).answer).toEqual(exposureAnswer);
});

test.each([
  [1, "vitamin D", 1],
  ["1", "vitamin D", 1],
  ["F", "vitamin D", "F"],
  ["f", "vitamin D", "F"],
  [2, "CIE", 2],
  ["2", "CIE", 2],
  ["E", "CIE", "E"],
  ["e", "CIE", "E"],
])("dose_product %j asks for %s", async (sent, product, understood) => {
  const answer = await ask({ dose_product: sent });
  expect(answer).toMatchObject({ dose_product: product, input: { dose_product: understood } });
});

test("each product's answer is the other's companion", async () => {
  const [vitaminD, burning] = [await ask({ dose_product: "F" }), await ask({ dose_product: "E" })];
  expect(vitaminD["companion"]).toMatchObject({ exposure_minutes: burning["exposure_minutes"] });
  expect(burning["companion"]).toMatchObject({ exposure_minutes: vitaminD["exposure_minutes"] });
});

test("waiting for sunrise counts, and is listed separately", async () => {
  const answer = await ask({ time: 4, sky: 0 });
  expect(answer["solar_zenith_angle"]).toBeGreaterThan(90);
  expect(answer).toMatchObject({ uv_index: 0, irradiance: 0, reason: null });
  const [all, sun] = [Number(answer["exposure_minutes"]), Number(answer["sun_minutes"])];
  expect(all - sun).toBeGreaterThan(6 * 60);
  expect(sun).toBeGreaterThan(60);
});

test("a dose that is not reached before sunset has no time, and says why", async () => {
  const answer = await ask({ month: 12, latitude: 59.91, longitude: 10.75, time: 11.25, dose_product: "E" });
  expect(answer).toMatchObject({
    exposure_minutes: null,
    sun_minutes: null,
    exposure_time: null,
    end_time: null,
    reason: "dose not reached before sunset",
  });
  expect(Number(answer["dose_reached_by_sunset"])).toBeGreaterThan(0);
  expect(Number(answer["fraction_reached"])).toBeCloseTo(Number(answer["dose_reached_by_sunset"]) / 250, 3);
});

test("in the polar night the Sun is down all day, in the midnight sun midnight counts", async () => {
  const svalbard = { latitude: 78.22, longitude: 15.65, day: 21, time: 0 };
  expect(await ask({ ...svalbard, month: 12 })).toMatchObject({
    reason: "sun below horizon all day",
    exposure_minutes: null,
    dose_reached_by_sunset: 0,
    fraction_reached: 0,
  });
  const summer = await ask({ ...svalbard, month: 6 });
  expect(summer["reason"]).toBeNull();
  expect(summer["exposure_minutes"]).toBe(summer["sun_minutes"]);
});

test("an answer warns if skin burns before the vitamin is made, or without making it", async () => {
  const winter = { day: 15, longitude: 0, altitude: 6, time: 8, ozone: 600, albedo_type: 12, skin_type: 1 };
  const slow = await ask({ ...winter, month: 2, latitude: 60 });
  expect(slow).toMatchObject({ exposure_minutes: expect.any(Number), warning: expect.stringContaining("319 minutes") });
  const never = await ask({ ...winter, month: 10, latitude: 65 });
  expect(never).toMatchObject({ exposure_minutes: null, warning: expect.stringContaining("325 minutes") });
  expect((await ask({ ...winter, month: 10, latitude: 65, dose_product: "E" }))["warning"]).toBe(never["warning"]);
});

test("29 February is a day", async () => {
  expect((await send({ ...boston, month: 2, day: 29 })).status).toBe(200);
});

const wrong: readonly (readonly [string, unknown])[] = [
  ...Object.keys(boston).flatMap((name) => [
    [name, undefined] as const,
    [name, null] as const,
    [name, []] as const,
    [name, name === "dose_product" ? "G" : "1"] as const,
  ]),
  ["latitude", 90.1],
  ["latitude", -90.1],
  ["longitude", 180.1],
  ["longitude", -180.1],
  ["altitude", -0.1],
  ["altitude", 6.1],
  ["month", 0],
  ["month", 13],
  ["month", 1.5],
  ["day", 0],
  ["day", 32],
  ["time", -0.1],
  ["time", 24],
  ["ozone", 99],
  ["ozone", 601],
  ["albedo_type", 6],
  ["albedo_type", 14],
  ["albedo_type", 3.5],
  ["dose_product", 3],
  ["dose_product", 0],
  ["dose_product", "EF"],
  ["skin_type", 0],
  ["skin_type", 7],
  ["sky", -1],
  ["sky", 4],
  ["sky", 1.5],
];
test.each(wrong)("%s = %j is refused by its name", async (name, value) => {
  const { status, answer } = await send({ ...boston, [name]: value });
  expect(status).toBe(400);
  expect(answer).toMatchObject({ code: "body-invalid", errors: [{ path: `/${name}` }] });
});

test.each([
  [4, 31],
  [2, 30],
  [6, 31],
])("month %i has no day %i", async (month, day) => {
  const { status, answer } = await send({ ...boston, month, day });
  expect(status).toBe(400);
  expect(answer).toMatchObject({ code: "body-invalid", errors: [{ path: "/day" }] });
});

test("an altitude in metres gets the hint, one of 7 km does not", async () => {
  const metres = await send({ ...boston, altitude: 1500 });
  expect(metres.answer).toMatchObject({ status: 400, detail: expect.stringMatching(/altitude.*kilometres.*1.5 km/) });
  const high = await send({ ...boston, altitude: 7 });
  expect(high.answer).toMatchObject({ status: 400, detail: expect.not.stringContaining("metres (") });
});

test.each([3, null, "G", ""])("the dose product %j is refused with those that there are", async (dose_product) => {
  const { answer } = await send({ ...boston, dose_product });
  expect(answer).toMatchObject({ detail: expect.stringContaining("must be 1 or F (vitamin D), or 2 or E (CIE)") });
});

test.each(["NaN", "Infinity", "-Infinity"])(
  "%s, which some programs write, is refused by the member's name",
  async (text) => {
    const body = JSON.stringify(boston).replace('"ozone":350', `"ozone": ${text}`);
    const { status, answer } = await send(body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ code: "body-invalid", errors: [{ path: "/ozone" }] });
  },
);

test("several errors are listed at once", async () => {
  const { answer } = await send({ ...boston, ozone: 1, sky: 9 });
  expect(answer).toMatchObject({ errors: [{ path: "/ozone" }, { path: "/sky" }], errorCount: 2 });
});

describe("the cases of the reference, as users get them", () => {
  const url = new URL("../../../test/uv/reference/exposure-cases.csv", import.meta.url);
  const [head = "", ...lines] = readFileSync(url, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const names = head.split(",");
  const cases = lines.map((line) =>
    Object.fromEntries(line.split(",").map((cell, index) => [names[index] ?? "", cell])),
  );

  test.each(cases)("$name, sky $sky, albedo $albedo_type", async (row) => {
    const [, month, day] = (row["date"] ?? "").split("-").map(Number);
    const request = {
      latitude: Number(row["latitude"]),
      longitude: Number(row["longitude_east"]),
      altitude: Number(row["altitude_km"]),
      month,
      day,
      time: Number(row["start_utc_h"]),
      ozone: Number(row["ozone_du"]),
      albedo_type: Number(row["albedo_type"]),
      sky: Number(row["sky"]),
    };
    for (const [product, letter] of [
      ["F", "d"],
      ["E", "e"],
    ]) {
      for (const skin_type of [1, 2, 3, 4, 5, 6]) {
        const answer = await ask({ ...request, dose_product: product, skin_type });
        expect(Number(answer["solar_zenith_angle"])).toBeCloseTo(Number(row["sza0_deg"]), 1);
        const expected = row[`${letter}${skin_type}`] ?? "";
        if (expected === "") {
          expect(answer["exposure_minutes"], `${letter}${skin_type}`).toBeNull();
          continue;
        }
        const minutes = Number(expected);
        const bound = Math.max(0.2, (minutes <= 120 ? 0.04 : 0.08) * minutes);
        expect(Math.abs(Number(answer["exposure_minutes"]) - minutes), `${letter}${skin_type}`).toBeLessThanOrEqual(
          bound,
        );
      }
    }
    const clear = row["sky"] === "0";
    const [indexBound, vitaminBound] = !clear
      ? [0.07, 0.09]
      : Number(row["sza0_deg"]) <= 60
        ? [0.02, 0.03]
        : [0.05, 0.09];
    const start = await ask({ ...request, dose_product: "F", skin_type: 1 });
    expect(Math.abs(Number(start["uv_index"]) / Number(row["uvi0"]) - 1)).toBeLessThanOrEqual(indexBound);
    // The digits that the row's rounding hides come on top.
    const vitamin = Number(row["vitd0_W_m2"]);
    expect(Math.abs(Number(start["irradiance"]) - vitamin)).toBeLessThanOrEqual(vitaminBound * vitamin + 5e-6);
  });
});
