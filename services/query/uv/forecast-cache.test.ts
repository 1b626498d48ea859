import { afterEach, beforeEach, expect, test } from "vitest";
import { uvForecast } from "../../../contracts/views/uv-forecast.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { openViewProgress, type ViewProgress } from "../../../platform/views/progress.ts";
import { createView, moveCheckpoint, readCheckpoint } from "../../../platform/views/registry.ts";
import { positionOf } from "../../../test/position.ts";
import { type FreshDatabase, freshDatabase, silent } from "../../../test/postgres.ts";
import type { ViewCache } from "../views/view-cache.ts";
import { openForecastCache } from "./forecast-cache.ts";
import { type UvGrid, valuesOf } from "./grid.ts";

const steps = ["2026-06-21T00:00:00Z", "2026-06-21T03:00:00Z"];
let fresh: FreshDatabase;
let database: Database;
let progress: ViewProgress;
let followed: ViewCache<UvGrid | undefined>;

beforeEach(async () => {
  fresh = await freshDatabase();
  database = await fresh.open();
  progress = await openViewProgress(database, silent);
  const clock = () => new Date("2026-06-21T06:30:00Z");
  followed = await openForecastCache({ database, progress, log: silent, clock });
});
afterEach(async () => {
  await followed.close();
  await progress.close();
  await database.close();
  await fresh.drop();
});

const position = (number: number) => positionOf(`p${number}`);

async function makeView(): Promise<void> {
  await createView(database, uvForecast, position(0));
}

/** What a projector does: rows and checkpoint in one transaction. Every cell of step `i` is `ozone + i`. */
async function publish(number: number, ozone: number, to: Position): Promise<void> {
  const from = await readCheckpoint(database, uvForecast);
  const content = `content-${number}`;
  const words = { source: `run ${number}`, licence: "L", attribution: "A" };
  const document = { forecast: { number, content }, issued: steps[0], ...words, steps, fields: ["ozone_du"] };
  await database.transaction(async (transaction) => {
    for (const [index, step] of steps.entries()) {
      const data = Buffer.from(new Int16Array(181 * 360).fill(10 * (ozone + index)).buffer);
      await transaction.query({
        text: `insert into ${uvForecast.tables.fields} values ($1, $2, 'ozone_du', $3, 'int16', 0.1, 0, -1, $4)`,
        values: [number, content, step, data],
      });
    }
    await transaction.query({
      text: `insert into ${uvForecast.tables.forecasts} values ($1, $2, $3)`,
      values: [number, content, JSON.stringify(document)],
    });
    await moveCheckpoint(transaction, uvForecast, from, { ...from, position: to, sequence: from.sequence + 1 });
  });
}

const shown = (to: Position) => progress.waitFor(["uv_forecast"], to, { timeoutMs: 20_000 });

test("until there is a view, reads are told to come again; then there is none to serve", async () => {
  expect(() => followed.current()).toThrow(expect.objectContaining({ code: "engine-unavailable" }));
  expect(followed.health().state).toBe("down");
  await makeView();
  await followed.ready();
  expect(followed.current()).toBeUndefined();
  expect(followed.health()).toMatchObject({ state: "up", source: "climatology", issued: null });
});

test("who waits for a publication is served it, with all of its fields, and then the next one", async () => {
  await makeView();
  await publish(0, 300, position(1));
  await followed.ready();
  expect(await shown(position(1))).toBe(true);
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
  await publish(1, 280, position(2));
  expect(await shown(position(2))).toBe(true);
  expect(followed.current()?.source).toBe("run 1");
  // What a request has begun with is not changed under its hands.
  expect(values(0, 0)).toBe(300);
});

test("a position without a publication leaves the forecast as it is, and is reported", async () => {
  await makeView();
  await publish(0, 300, position(1));
  await followed.ready();
  expect(await shown(position(1))).toBe(true);
  const before = followed.current();
  const from = await readCheckpoint(database, uvForecast);
  await moveCheckpoint(database, uvForecast, from, { ...from, position: position(2) });
  expect(await shown(position(2))).toBe(true);
  expect(followed.current()).toBe(before);
});
