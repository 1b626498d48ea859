import { expect, test } from "vitest";
import {
  UV_FORECAST_STREAM,
  type UvForecastEvent,
  type UvForecastKey,
  uvFieldsStream,
} from "../../../../contracts/measurement-events.ts";
import { uvForecast } from "../../../../contracts/views/uv-forecast.ts";
import { builtView } from "../../../../test/built-view.ts";
import { uvForecastView } from "./view.ts";

const { forecasts, fields } = uvForecast.tables;

const { database, log, rebuild, project } = await builtView(uvForecastView);

const published = () =>
  database.query<{ number: number; content: string }>(`select number, content from ${forecasts} order by number`);
const stored = () =>
  database.query<{ number: number; content: string; fields: number }>(
    `select number, content, count(*)::int as fields from ${fields} group by number, content order by number, content`,
  );
const everything = async () => [
  await database.query(`select * from ${forecasts} order by number`),
  await database.query(`select * from ${fields} order by number, content, field, step`),
];

const steps = ["2026-06-21T00:00:00Z", "2026-06-21T03:00:00Z"];
const common = { issued: steps[0] ?? "", dtype: "int16", scale: 0.1, offset: 0, missing: -1 } as const;

function append(stream: string, { type, schemaVersion, data }: UvForecastEvent): void {
  const meta = { time: "2026-06-21T00:00:00Z", actor: "test", provider: "met", correlationId: "test" };
  log.append({ stream, type, schemaVersion, data: Buffer.from(JSON.stringify(data)), meta });
}

function addFields(forecast: UvForecastKey, of: readonly string[] = steps): void {
  for (const step of of) {
    const data = Buffer.from([forecast.number, 200, 255]).toString("base64");
    append(uvFieldsStream(forecast), {
      type: "UvGridFieldAdded",
      schemaVersion: 1,
      data: { forecast, field: "ozone_du", step, data, ...common },
    });
  }
}

function publish(forecast: UvForecastKey): void {
  const words = { source: "model", licence: "", attribution: "a\0b" };
  append(UV_FORECAST_STREAM, {
    type: "UvForecastPublished",
    schemaVersion: 1,
    data: { forecast, issued: common.issued, ...words, steps, fields: ["ozone_du"] },
  });
}

const key = (number: number, content = `content-${number}`): UvForecastKey => ({ number, content });

test("fields are kept as bytes, and nothing is served before the publication", async () => {
  addFields(key(0));
  await project();
  expect(await published()).toEqual([]);
  publish(key(0));
  await project();
  expect(await published()).toEqual([key(0)]);
  const rows = await database.query<{ data: Buffer }>(`select * from ${fields} order by step`);
  expect(rows).toMatchObject([
    { field: "ozone_du", step: steps[0], dtype: "int16", scale: 0.1, offset: 0, missing: -1 },
    { field: "ozone_du", step: steps[1] },
  ]);
  expect(rows[0]?.data).toEqual(Buffer.from([0, 200, 255]));
});

test("the last three forecasts are kept", async () => {
  for (const number of [0, 1, 2, 3]) {
    addFields(key(number));
    publish(key(number));
  }
  await project();
  expect(await published()).toEqual([key(1), key(2), key(3)]);
  expect(await stored()).toEqual([1, 2, 3].map((number) => ({ ...key(number), fields: 2 })));
});

test("fields of an upload that lost its place are removed, those of one that may come are kept", async () => {
  addFields(key(0, "lost"));
  addFields(key(0, "won"));
  addFields(key(1, "begun"), steps.slice(1));
  publish(key(0, "won"));
  await project();
  expect(await stored()).toEqual([
    { number: 0, content: "won", fields: 2 },
    { number: 1, content: "begun", fields: 1 },
  ]);
});

test("built anew from the log, in whatever pieces, the tables are the same", async () => {
  addFields(key(0, "lost"), steps.slice(1));
  for (const number of [0, 1, 2, 3, 4]) {
    addFields(key(number));
    publish(key(number));
  }
  addFields(key(5));
  await project();
  const before = await everything();
  for (const pieces of [1, 2, 5]) {
    await rebuild();
    await project([pieces]);
    expect(await everything()).toEqual(before);
  }
  await project();
  expect(await everything()).toEqual(before);
});
