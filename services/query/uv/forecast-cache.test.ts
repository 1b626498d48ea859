import { beforeEach, expect, onTestFinished, test } from "vitest";
import { uvForecast } from "../../../contracts/views/uv-forecast.ts";
import { silent } from "../../../test/postgres.ts";
import { type WrittenView, writtenView } from "../../../test/written-view.ts";
import type { ViewCache } from "../views/view-cache.ts";
import { openForecastCache } from "./forecast-cache.ts";
import { type UvGrid, valuesOf } from "./grid.ts";

const steps = ["2026-06-21T00:00:00Z", "2026-06-21T03:00:00Z"];
let view: WrittenView;
let followed: ViewCache<UvGrid | undefined>;

beforeEach(async () => {
  view = await writtenView(uvForecast);
  const clock = () => new Date("2026-06-21T06:30:00Z");
  followed = await openForecastCache(uvForecast, {
    ...{ database: view.database, progress: view.progress, log: silent, clock },
  });
  onTestFinished(() => followed.close());
});

/** Publishes a forecast at a position. Every cell of step `i` is `ozone + i`. */
async function publish(to: number, number: number, ozone: number): Promise<void> {
  const content = `content-${number}`;
  const words = { source: `run ${number}`, licence: "L", attribution: "A" };
  const document = { forecast: { number, content }, issued: steps[0], ...words, steps, fields: ["ozone_du"] };
  await view.write(to, async (transaction) => {
    for (const [index, step] of steps.entries()) {
      const data = Buffer.from(new Int16Array(181 * 360).fill(10 * (ozone + index)).buffer);
      await transaction.query({
        text: `insert into ${uvForecast.tables.fields} values ($1, $2, 'ozone_du', $3, 'int16', 0.1, 0, -1, $4)`,
        values: [number, content, step, data],
      });
    }
    await transaction.query({
      text: `insert into ${uvForecast.tables.forecasts} values ($1, $2, $3, gen_random_uuid())`,
      values: [number, content, JSON.stringify(document)],
    });
  });
}

test("until there is a view, reads are asked to try again; then there is no forecast to serve", async () => {
  expect(() => followed.current()).toThrow(expect.objectContaining({ code: "engine-unavailable" }));
  expect(followed.health().state).toBe("down");
  await view.create();
  await followed.ready();
  expect(followed.current()).toBeUndefined();
  expect(followed.health()).toMatchObject({ state: "up", source: "climatology", issued: null });
});

test("a reader that waits for a publication gets it with all of its fields, and then the next one", async () => {
  await view.create();
  await publish(1, 0, 300);
  await followed.ready();
  expect(await view.shown(1)).toBe(true);
  const grid = followed.current();
  expect(grid).toMatchObject({
    source: "run 0",
    licence: "L",
    attribution: "A",
    steps: steps.map((step) => Date.parse(step)),
  });
  const field = grid?.fields.ozone_du ?? expect.unreachable();
  const values = valuesOf(field);
  expect([values(0, 0), values(0, 65_159), values(1, 0), values(1, 65_159)]).toEqual([300, 300, 301, 301]);
  expect(followed.health()).toMatchObject({ source: "run 0", issued: steps[0], ageHours: 6.5 });
  await publish(2, 1, 280);
  expect(await view.shown(2)).toBe(true);
  expect(followed.current()?.source).toBe("run 1");
  // The forecast that a request has begun with does not change.
  expect(values(0, 0)).toBe(300);
});

test("a position without a publication leaves the forecast as it is, and is reported", async () => {
  await view.create();
  await publish(1, 0, 300);
  await followed.ready();
  expect(await view.shown(1)).toBe(true);
  const before = followed.current();
  await view.write(2);
  expect(await view.shown(2)).toBe(true);
  expect(followed.current()).toBe(before);
});
