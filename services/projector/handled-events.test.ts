import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventType, OperationEvent } from "../../contracts/events.ts";
import { UV_FORECAST_STREAM, uvFieldsStream } from "../../contracts/measurement-events.ts";
import { VIEWS } from "../../contracts/views.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { createBuild, readCheckpoint } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { databaseUntil } from "../../test/postgres.ts";
import {
  added,
  deleted,
  event,
  facilityAdded,
  facilityDeleted,
  facilityUpdated,
  record,
  type ScriptedEvent,
  ScriptedLog,
} from "../../test/scripted-log.ts";
import {
  hourly,
  seriesAdded,
  seriesDeleted,
  seriesUpdated,
  stationAdded,
  stationDeleted,
  stationUpdated,
} from "../../test/scripted-measurements.ts";
import { sqlViews } from "./service.ts";
import { ViewWriter } from "./writer.ts";

const database = await databaseUntil(afterAll);
beforeAll(() => migrate(database, VIEW_MIGRATIONS));

const forecast = { number: 0, content: "c" };
const uv = { forecast, issued: "2026-06-21T00:00:00Z" };
const station = { id: 1, name: "m" };
const series = { id: 2, station: 1, component: "NO2", timestep: 3600 };
const encoding = { dtype: "uint8", scale: 0.1, offset: 0, missing: 255 };

/** An event of each type but operators' decisions, after the events that it needs. */
const SAMPLES: Readonly<Record<Exclude<EventType, OperationEvent["type"]>, readonly ScriptedEvent[]>> = {
  MetadataAdded: [added(record("a"))],
  MetadataDeleted: [added(record("a")), deleted("a")],
  FacilityAdded: [facilityAdded({ identifier: "f" })],
  FacilityUpdated: [facilityAdded({ identifier: "f" }), facilityUpdated({ identifier: "f", name: "n" })],
  FacilityDeleted: [facilityAdded({ identifier: "f" }), facilityDeleted("f")],
  StationAdded: [stationAdded(station)],
  StationUpdated: [stationAdded(station), stationUpdated({ ...station, name: "n" })],
  StationDeleted: [stationAdded(station), stationDeleted(1)],
  TimeSeriesAdded: [seriesAdded(series)],
  TimeSeriesUpdated: [seriesAdded(series), seriesUpdated({ ...series, unit: "u" })],
  TimeSeriesDeleted: [seriesAdded(series), hourly(2, 0, [1]), seriesDeleted(2)],
  ObservationsIngested: [hourly(2, 0, [1])],
  UvGridFieldAdded: [
    event(uvFieldsStream(forecast), "UvGridFieldAdded", {
      ...uv,
      ...{ field: "ozone_du", step: uv.issued, data: "AQ==", ...encoding },
    }),
  ],
  UvForecastPublished: [
    event(UV_FORECAST_STREAM, "UvForecastPublished", { ...uv, source: "s", steps: [uv.issued], fields: ["ozone_du"] }),
  ],
};

const views = Object.values(sqlViews(0));
const handled = views.flatMap((view) => view.handles.map((type) => [view.name, type, view] as const));

test.each(handled)("%s: %s changes its tables", async (_, type, view) => {
  await database.query(`drop schema if exists ${view.schema} cascade; delete from views`);
  const log = new ScriptedLog();
  await createBuild(database, view, log.start);
  const writer = new ViewWriter(database, view, await readCheckpoint(database, view));
  const apply = async (sample: ScriptedEvent): Promise<unknown> => {
    const position = log.append(sample);
    if (view.handles.includes(sample.type)) {
      await writer.apply({ events: log.events.slice(-1), position }, new AbortController().signal);
    }
    return Promise.all(Object.values(view.tables).map((table) => database.query(`select * from ${table}`)));
  };
  const sample = Object.entries(SAMPLES).find(([of]) => of === type)?.[1] ?? [];
  const states = [];
  for (const each of sample) states.push(await apply(each));
  expect(sample.at(-1)?.type).toBe(type);
  expect(states.at(-1)).not.toEqual(states.at(-2) ?? Object.values(view.tables).map(() => []));
});

test("every event type is handled by a view", () => {
  const types = new Set(Object.values(VIEWS).flatMap(({ handles }) => handles));
  expect([...types].sort()).toEqual(Object.keys(SAMPLES).sort());
});
