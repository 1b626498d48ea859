import { readEvent } from "../../../../contracts/events.ts";
import type { UvForecast, UvGridField } from "../../../../contracts/measurement-events.ts";
import { VIEWS } from "../../../../contracts/views.ts";
import { byteaArray, float8Array, int4Array, textArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { SqlView } from "../../view.ts";

/** Publications whose fields are kept: the one that is served, and those that readers may still be loading. */
const KEPT = 3;

/** Events of one transaction: reading one takes a millisecond, for which requests in the same process wait. */
const AT_ONCE = 8;

/**
 * Forecasts and their fields as they were sent. The forecast that is served is the row with the highest number, which
 * comes with its publication, when all of its fields are there.
 */
export const uvForecast: SqlView = {
  name: "uv_forecast",
  ...VIEWS.uv_forecast,
  schema: `
    create table uv_forecast_v1 (
      number int primary key,
      content text collate "C" not null,
      document text not null
    );
    create table uv_forecast_v1_fields (
      number int not null,
      content text collate "C" not null,
      field text collate "C" not null,
      step text collate "C" not null,
      dtype text not null,
      scale float8 not null,
      "offset" float8 not null,
      missing float8 not null,
      data bytea storage external not null,
      primary key (number, content, field, step)
    )`,
  apply: async ({ events, sequence }, transaction) => {
    const some = events.slice(0, AT_ONCE);
    let fields: UvGridField[] = [];
    for (const event of some) {
      const change = readEvent(event);
      if (change.type === "UvGridFieldAdded") fields.push(change.data);
      if (change.type !== "UvForecastPublished") continue;
      await keep(transaction, fields);
      fields = [];
      await publish(transaction, change.data);
    }
    await keep(transaction, fields);
    return { events: some.length, sequence: sequence + some.length, slice: null };
  },
};

async function keep(transaction: Queryable, fields: readonly UvGridField[]): Promise<void> {
  if (fields.length === 0) return;
  await transaction.query({
    name: "uv-forecast-keep",
    text: `insert into uv_forecast_v1_fields
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

/** Publishes, and removes old forecasts and whatever came for a publication that another one has won. */
async function publish(transaction: Queryable, forecast: UvForecast): Promise<void> {
  const { number, content } = forecast.forecast;
  await transaction.query({
    name: "uv-forecast-publish",
    text: "insert into uv_forecast_v1 (number, content, document) values ($1, $2, $3)",
    values: [number, content, JSON.stringify(forecast)],
  });
  await transaction.query({
    name: "uv-forecast-forget",
    text: "delete from uv_forecast_v1 where number <= $1",
    values: [number - KEPT],
  });
  await transaction.query({
    name: "uv-forecast-forget-fields",
    text: `delete from uv_forecast_v1_fields as field where number <= $1 and not exists (
      select from uv_forecast_v1 as kept where kept.number = field.number and kept.content = field.content)`,
    values: [number],
  });
}
