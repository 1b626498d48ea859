import type { UvForecast } from "../../../contracts/measurement-events.ts";
import { UV_FIELD_NAMES, UV_GRID_CELLS, UV_VALUE_BYTES, type UvFieldName } from "../../../contracts/uv-grid.ts";
import type { uvForecast } from "../../../contracts/views/uv-forecast.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { ViewPosition } from "../views/view-cache.ts";
import type { SharedField, UvGrid } from "./grid.ts";

/** How far the view is, and the publication that is served at that position; its document is the event's content as JSON. */
export interface ServedForecast extends ViewPosition {
  readonly number: number | null;
  readonly content: string | null;
  readonly document: string | null;
}

export async function servedForecast(database: Queryable, build: typeof uvForecast): Promise<ServedForecast> {
  const { forecasts } = build.tables;
  const [served] = await database.query<ServedForecast>({
    name: `${forecasts}-served`,
    text: `select position, sequence::float8 as sequence, number, content, document
      from view_builds left join lateral (select * from ${forecasts} order by number desc limit 1) as served on true
      where name = $1 and version = $2 and generation = $3`,
    values: [build.name, build.version, build.generation],
  });
  if (served === undefined) throw new Error("the view of UV forecasts has gone");
  return served;
}

interface FieldRow {
  readonly field: Buffer;
  readonly dtype: Buffer;
  readonly scale: number;
  readonly offset: number;
  readonly missing: number;
  readonly data: Buffer;
}

/**
 * Reads a forecast's fields into memory that threads share, one step after the other so that requests go on meanwhile.
 * Undefined if it was deleted meanwhile, since a newer one is served.
 */
export async function loadGrid(
  database: Queryable,
  { tables }: typeof uvForecast,
  forecast: UvForecast,
): Promise<UvGrid | undefined> {
  const { issued, source, licence, attribution, steps, fields: names } = forecast;
  const { number, content } = forecast.forecast;
  const fields: Partial<Record<UvFieldName, SharedField>> = {};
  for (const [index, step] of steps.entries()) {
    const rows = await database.query<FieldRow>({
      name: `${tables.fields}-step`,
      text: `select field, dtype, scale, "offset", missing, data from ${tables.fields}
        where number = $1 and content = $2 and step = $3`,
      values: [number, content, step],
      binary: true,
    });
    if (rows.length < names.length) return undefined;
    for (const row of rows) {
      const name = UV_FIELD_NAMES.find((each) => each === row.field.toString());
      if (name === undefined) continue;
      fields[name] ??= sharedField(row, steps.length);
      const { dtype, numbers } = fields[name];
      new Uint8Array(numbers).set(row.data, index * UV_GRID_CELLS * UV_VALUE_BYTES[dtype]);
    }
  }
  const instants = steps.map((step) => Date.parse(step));
  return { key: `${number} ${content}`, issued, source, licence, attribution, steps: instants, fields };
}

function sharedField({ dtype: stored, scale, offset, missing }: FieldRow, steps: number): SharedField {
  const dtype = stored.toString() === "int16" ? "int16" : "uint8";
  const numbers = new SharedArrayBuffer(steps * UV_GRID_CELLS * UV_VALUE_BYTES[dtype]);
  return { dtype, scale, offset, missing, numbers };
}
