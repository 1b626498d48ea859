import { readEvent } from "../../../../contracts/events.ts";
import type { UvForecast, UvGridField } from "../../../../contracts/measurement-events.ts";
import { uvForecast } from "../../../../contracts/views/uv-forecast.ts";
import { byteaArray, float8Array, int4Array, textArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { Position } from "../../../../platform/event-store/port.ts";
import { placeOf } from "../../../../platform/event-store/positions.ts";
import { sqlView } from "../../view.ts";

type Tables = (typeof uvForecast)["tables"];

/** Publications whose fields are kept: the one that is served, and those that readers may still be loading. */
const KEPT_PUBLICATIONS = 3;

/** Events of one transaction: reading one takes a millisecond, for which requests to the same process wait. */
const MAX_EVENTS = 8;

export const uvForecastView = sqlView(uvForecast, async (tables, { events, sequence }, transaction) => {
  const some = events.slice(0, MAX_EVENTS);
  let fields: UvGridField[] = [];
  for (const event of some) {
    const change = readEvent(event);
    if (change.type === "UvGridFieldAdded") fields.push(change.data);
    if (change.type !== "UvForecastPublished") continue;
    await keep(tables, transaction, fields);
    fields = [];
    await publish(tables, transaction, change.data, event.position);
  }
  await keep(tables, transaction, fields);
  return { events: some.length, sequence: sequence + some.length, cursor: null };
});

async function keep({ fields: table }: Tables, transaction: Queryable, fields: readonly UvGridField[]): Promise<void> {
  if (fields.length === 0) return;
  await transaction.query({
    name: `${table}-keep`,
    text: `insert into ${table}
      select * from unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[],
        $8::float8[], $9::bytea[])
      on conflict do nothing`,
    values: [
      int4Array(fields.map(({ forecast }) => forecast.number)),
      textArray(fields.map(({ forecast }) => forecast.content)),
      textArray(fields.map(({ field }) => field)),
      textArray(fields.map(({ step }) => step)),
      textArray(fields.map(({ dtype }) => dtype)),
      float8Array(fields.map(({ scale }) => scale)),
      float8Array(fields.map(({ offset }) => offset)),
      float8Array(fields.map(({ missing }) => missing)),
      byteaArray(fields.map(({ data }) => Buffer.from(data, "base64"))),
    ],
  });
}

/** Publishes, and removes old forecasts and the fields of publications that lost to another one. */
async function publish(
  { forecasts, fields }: Tables,
  transaction: Queryable,
  forecast: UvForecast,
  position: Position,
): Promise<void> {
  const { number, content } = forecast.forecast;
  await transaction.query({
    name: `${forecasts}-publish`,
    text: `insert into ${forecasts} (number, content, document, changed) values ($1, $2, $3, $4)`,
    values: [number, content, JSON.stringify(forecast), placeOf(position)],
  });
  await transaction.query({
    name: `${forecasts}-forget`,
    text: `delete from ${forecasts} where number <= $1`,
    values: [number - KEPT_PUBLICATIONS],
  });
  await transaction.query({
    name: `${fields}-forget`,
    text: `delete from ${fields} as field where number <= $1 and not exists (
      select from ${forecasts} as kept where kept.number = field.number and kept.content = field.content)`,
    values: [number],
  });
}
