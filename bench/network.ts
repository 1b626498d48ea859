import {
  type DemoSeries,
  demoSeries,
  demoStations,
  demoValues,
  HOUR,
  newTimeSeries,
} from "../cli/demo/observations.ts";
import type { MeasuredSystem } from "./system.ts";

/** The demonstration's network of 246 hourly series as a corpus: as sent, and as rows of a table. */

/** Of the network's times, minutes. */
export const OFFSET = 60;
/** Beginning of the values: a full hour, long enough ago for all of them to have been through quality control. */
export const BEGIN = Date.UTC(2023, 11, 31, 23) / 1000;
const NOW = BEGIN + 2 * 366 * 24 * HOUR;

export type Network = ReadonlyMap<number, DemoSeries>;

/** Adds the stations and the series. Returns the series by their ids. */
export async function addNetwork(system: MeasuredSystem): Promise<Network> {
  const stations = await ids(system, "stations", demoStations());
  const byName = new Map(demoStations().map(({ name }, index) => [name, stations[index] ?? 0]));
  const series = demoSeries();
  const added = await ids(
    system,
    "timeseries",
    series.map((one) => newTimeSeries(one, byName.get(one.station) ?? 0)),
  );
  return new Map(series.map((one, index) => [added[index] ?? 0, one]));
}

async function ids(system: MeasuredSystem, what: string, items: readonly object[]): Promise<number[]> {
  const answer = await system.write(`/api/provider/${what}/add`, Buffer.from(JSON.stringify(items)), {
    Prefer: "wait=30",
  });
  const added: { id: number }[] = JSON.parse(answer.body.toString());
  return added.map(({ id }) => id);
}

/** Sends values until they can be read. @throws when some are refused, or can't be read in time */
export async function sendValues(system: MeasuredSystem, ndjson: Buffer): Promise<void> {
  const answer = await system.write("/api/provider/observations/add", ndjson, {
    "Content-Type": "application/x-ndjson",
    Prefer: "wait=60",
  });
  const { refused }: { refused: number } = JSON.parse(answer.body.toString());
  if (refused !== 0 || answer.headers["preference-applied"] !== "wait") {
    throw new Error(`not all could be read in time: ${answer.body.toString().slice(0, 500)}`);
  }
}

interface Period {
  readonly values: number;
  /** The values as they are sent: a line for each series. */
  readonly ndjson: Buffer;
  /** The values as COPY reads them: series, from_time, to_time, value, is_valid, quality_controlled. */
  readonly copy: Buffer;
}

/** Every value that begins from `day` to before `day + days`, counted from the beginning. */
export function periodOf(network: Network, day: number, days: number): Period {
  const from = BEGIN + day * 24 * HOUR;
  const lines: string[] = [];
  const rows: string[] = [];
  for (const [id, series] of network) {
    const values = demoValues(series, from, from + days * 24 * HOUR, { now: NOW, offset: OFFSET });
    lines.push(`${JSON.stringify({ timeseries: id, values })}\n`);
    for (const { fromTime, toTime, value, isValid = true, qualityControlled = false } of values) {
      rows.push(`${id}\t${fromTime}\t${toTime}\t${value}\t${isValid}\t${qualityControlled}\n`);
    }
  }
  return { values: rows.length, ndjson: Buffer.from(lines.join("")), copy: Buffer.from(rows.join("")) };
}

/** The last full hour of every series, as it is sent. */
export function newestLines(network: Network): Buffer {
  const hour = Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000;
  const local = (time: number) => `${new Date(time + OFFSET * 60_000).toISOString().slice(0, 19)}+01:00`;
  const values = [{ fromTime: local(hour), toTime: local(hour + 3_600_000), value: 12.5 }];
  return Buffer.from([...network.keys()].map((timeseries) => `${JSON.stringify({ timeseries, values })}\n`).join(""));
}

/** The day in the form of the read API's paths. */
export function pathDay(day: number): string {
  return new Date((BEGIN + OFFSET * 60 + day * 24 * HOUR) * 1000).toISOString().slice(0, 10);
}
