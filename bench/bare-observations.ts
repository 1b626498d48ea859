import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from } from "pg-copy-streams";
import { openBareDatabase } from "./bare-database.ts";

/** Observations as plain rows of a table. */
export interface BareObservations {
  /** Rows as text, by COPY. */
  load(rows: Buffer): Promise<void>;
  /** Bytes of the rows of the query as COPY's text. */
  read(query: string): Promise<number>;
  close(): Promise<void>;
}

export async function openBareObservations(): Promise<BareObservations> {
  const { client, copy, close } = await openBareDatabase();
  await client.query(`create table observations (
    series int not null, from_time timestamptz not null, to_time timestamptz not null, value float8 not null,
    is_valid boolean not null, quality_controlled boolean not null, primary key (series, from_time))`);
  return {
    load: (rows) => pipeline(Readable.from([rows]), client.query(from("copy observations from stdin"))),
    read: copy,
    close,
  };
}

const ROWS = "select from_time, to_time, value, quality_controlled from observations";
const JSON_LINES = `select json_build_object('fromTime', from_time, 'toTime', to_time, 'value', value,
  'qualityControlled', quality_controlled) from observations`;

/** The same rows in two ways: as COPY's text, and as lines of JSON made by SQL. */
export const readings = (where: string) => ({
  rows: `${ROWS} where ${where} order by series, from_time`,
  json: `${JSON_LINES} where ${where} order by series, from_time`,
});
