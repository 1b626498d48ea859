import { inflateSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { silent } from "../../../test/postgres.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { sharedGrid } from "../../../test/uv-grids.ts";
import { Atmosphere } from "./atmosphere.ts";
import { coverageOf, forecastAt, indicesAlong } from "./forecast.ts";
import type { UvGrid } from "./grid.ts";
import { horizonOf } from "./horizon.ts";
import { colourOf, INDEX_COLOURS } from "./index-colours.ts";
import { ForecastPool } from "./pool.ts";
import { uvRoutes } from "./routes.ts";

const TODAY = "2026-06-21";
const cloudy = sharedGrid({
  day: TODAY,
  fields: { ozone_du: (latitude) => 300 + latitude, cloud_fraction: () => 0.4, cloud_lwp_gm2: () => 90 },
});

describe("the indices along a parallel", () => {
  test.each([
    ["of a published forecast", cloudy],
    ["of the climatology", undefined],
  ])("%s are those of its places", (_name, grid) => {
    const horizon = horizonOf(Date.parse(TODAY));
    const coverage = grid && coverageOf(new Atmosphere(grid), horizon);
    const longitudes = Float64Array.of(-180, -90, 10, 150);
    for (const [latitude, hour] of [
      [60, 11],
      [-20, 34],
      [90, 0],
      [-90, 71],
    ] as const) {
      const found = indicesAlong(latitude, longitudes, hour, horizon, coverage);
      longitudes.forEach((longitude, column) => {
        const { clear, index } = forecastAt({ latitude, longitude }, horizon, coverage);
        expect(found[column]).toBeCloseTo((grid ? index : clear)[hour] ?? Number.NaN, 2);
      });
    }
  });
});

describe("colours", () => {
  const luminance = ([red, green, blue]: (typeof INDEX_COLOURS)[number]) =>
    0.2126 * red + 0.7152 * green + 0.0722 * blue;

  test("grow lighter with every step of the index", () => {
    const steps = INDEX_COLOURS.map(luminance);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(new Set(INDEX_COLOURS.map(String)).size).toBe(INDEX_COLOURS.length);
  });

  test.each([
    [0, 0],
    [0.49, 0],
    [0.5, 1],
    [13.9, 27],
    [14, 28],
    [40, 28],
    [Number.NaN, 0],
  ])("of the index %d is number %d", (index, number) => {
    expect(colourOf(index)).toBe(number);
  });
});

describe("maps", () => {
  const pool = new ForecastPool(silent);
  afterAll(() => pool.close());
  let grid: UvGrid | undefined;
  let now = "";
  const parts = { forecast: () => grid, pool, clock: () => new Date(now), read: unlimitedRead };
  let base = "";
  const draw = vi.spyOn(pool, "draw");
  const get = (hour: string, headers: Record<string, string> = {}) => fetch(`${base}/uv/map/${hour}`, { headers });

  beforeEach(async () => {
    grid = undefined;
    now = `${TODAY}T09:30:00Z`;
    base ||= await serveRoutes(afterAll, uvRoutes(parts));
    draw.mockClear();
  });

  /** The numbers of the colours of a PNG's pixels, and its size. */
  async function pixelsOf(response: Response) {
    const png = Buffer.from(await response.arrayBuffer());
    const chunk = (type: string) => {
      const at = png.indexOf(type);
      return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
    };
    const [width, height] = [chunk("IHDR").readUInt32BE(0), chunk("IHDR").readUInt32BE(4)];
    const rows = inflateSync(chunk("IDAT"));
    const at = (latitude: number, longitude: number): number => {
      const y = Math.min(Math.floor(((90 - latitude) * height) / 180), height - 1);
      const x = Math.min(Math.floor(((longitude + 180) * width) / 360), width - 1);
      return rows[y * (width + 1) + 1 + x] ?? Number.NaN;
    };
    return { width, height, colours: chunk("PLTE").length / 3, at };
  }

  test("are pictures in which the Sun is high by day and none is seen by night", async () => {
    const response = await get(`${TODAY}T12:00:00Z`);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(response.headers.get("Cache-Control")).toContain("must-revalidate");
    const { width, height, colours, at } = await pixelsOf(response);
    expect([width, height, colours]).toEqual([720, 360, INDEX_COLOURS.length]);
    expect(at(20, 0)).toBeGreaterThan(20);
    expect(at(0, 180)).toBe(0);
    expect(at(-80, 0)).toBe(0);
    expect(at(89.9, 0)).toBeGreaterThan(0);
  });

  test("of a published forecast have its clouds", async () => {
    const clear = (await pixelsOf(await get(`${TODAY}T12:00:00Z`))).at(40, 0);
    grid = cloudy;
    expect((await pixelsOf(await get(`${TODAY}T12:00:00Z`))).at(40, 0)).toBeLessThan(clear);
  });

  test("are drawn once a forecast and day, however many ask", async () => {
    grid = cloudy;
    const hour = `${TODAY}T15:00:00Z`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(hour)));
    const tags = new Set(answers.map(({ headers }) => headers.get("ETag")));
    expect([draw.mock.calls.length, tags.size]).toEqual([1, 1]);
    const again = await get(hour, { "If-None-Match": [...tags][0] ?? "" });
    expect([again.status, draw.mock.calls.length]).toEqual([304, 1]);
    grid = sharedGrid({ day: TODAY });
    expect((await get(hour, { "If-None-Match": [...tags][0] ?? "" })).status).toBe(200);
    now = "2026-06-22T00:00:00Z";
    await get("2026-06-22T15:00:00Z");
    expect(draw).toHaveBeenCalledTimes(3);
  });

  test("of now are those of the hour that has begun", async () => {
    const [present, named] = await Promise.all([get("now"), get(`${TODAY}T09:00:00Z`)]);
    expect([present.status, present.headers.get("ETag")]).toEqual([200, named.headers.get("ETag")]);
    now = `${TODAY}T10:00:00Z`;
    expect((await get("now")).headers.get("ETag")).not.toBe(named.headers.get("ETag"));
  });

  test("that fail are drawn again when they are asked for again", async () => {
    grid = sharedGrid({ day: TODAY });
    draw.mockRejectedValueOnce(new Error("the thread has died"));
    expect((await get(`${TODAY}T03:00:00Z`)).status).toBe(500);
    expect((await get(`${TODAY}T03:00:00Z`)).status).toBe(200);
  });

  test.each([`${TODAY}T12:30:00Z`, "2026-06-20T23:00:00Z", "2026-06-24T00:00:00Z", "noon", "1e99"])(
    "of %s there are none",
    async (hour) => {
      const response = await get(hour);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "parameter-invalid", errors: [{ path: "hour" }] });
    },
  );
});
