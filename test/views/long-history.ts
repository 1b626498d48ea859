import { expect } from "vitest";
import { z } from "zod";
import { observations } from "../../contracts/views/observations.ts";
import type { Queryable } from "../../platform/database/port.ts";
import { dayNumber } from "../../science/calendar.ts";
import { nitrogenDioxide } from "../end-to-end/network-samples.ts";

const Added = z.object({ id: z.number() });
const DAYS = 200;

/** The history of all minutes. */
export const LONG_HISTORY = "/obs/historical/1990-01-01/1990-12-30/all";
/** Characters: far more than the sockets between a service and its client hold. */
export const MIN_LONG_HISTORY = 25_000_000;

/** Adds a series of minutes to the first station, with a value at each end of a year. Returns its id and the last position. */
export async function addMinutes(url: string, token: string): Promise<{ series: number; position: string }> {
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/provider/${path}/add`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return { text, position: answer.headers.get("Event-Position") ?? "" };
  };
  const added = await send("timeseries", { ...nitrogenDioxide(1), component: "CO", timestep: 60 });
  const { id: series } = Added.parse(JSON.parse(added.text));
  const values = ["1990-01-01", "1990-12-30"].map((day) => {
    return { fromTime: `${day}T00:00:00+01:00`, toTime: `${day}T00:01:00+01:00`, value: 1 };
  });
  const { position } = await send("observations", [{ timeseries: series, values }]);
  return { series, position };
}

/** Fills days of the minutes in the tables of the view's first build. They are in no event, so another build lacks them. */
export async function fillMinutes(database: Queryable, series: number): Promise<void> {
  const { days } = observations.tables;
  const repeated = (column: string) => `decode(repeat(encode(${column}, 'hex'), 60), 'hex')`;
  await database.query({
    text: `insert into ${days} (series, day, values, flags, changed)
      select $1, minutes.day, ${repeated("values")}, ${repeated("flags")}, hours.changed
      from (select * from ${days} where series = 1 and octet_length(flags) = 24 order by day limit 1) hours
      cross join generate_series($2::int, $3) minutes (day)`,
    values: [series, dayNumber(1990, 1, 2), dayNumber(1990, 1, 1) + DAYS],
  });
}

/** Begins to read an answer. Returns a function that reads the rest and returns its status and all of its text. */
export async function beginReading(url: string): Promise<() => Promise<string>> {
  // Compressed, a history of equal days would fit into the sockets.
  const answer = await fetch(url, { headers: { "Accept-Encoding": "identity" } });
  const reader = answer.body?.getReader();
  const pieces: Uint8Array[] = [];
  const readPiece = async () => {
    const piece = await reader?.read();
    if (piece?.value) pieces.push(piece.value);
    return piece?.done === false;
  };
  await readPiece();
  return async () => {
    while (await readPiece());
    return `${answer.status} ${Buffer.concat(pieces)}`;
  };
}
