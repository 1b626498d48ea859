/** Stations, series and values of requests, in the network's default offset of +01:00. */

export interface Value {
  readonly fromTime: string;
  readonly toTime: string;
  readonly value: number | null;
  readonly isValid?: boolean;
  readonly qualityControlled?: boolean;
}

export const manglerud = (members: object = {}) => ({
  name: "Manglerud",
  zone: "Stor-Oslo",
  municipality: "Oslo",
  area: "Oslo",
  type: "Veinær stasjon",
  eoi: "NO0071A",
  latitude: 59.89864,
  longitude: 10.8149,
  owner: "Oslo kommune",
  status: "operative",
  description: null,
  isVisible: true,
  ...members,
});

export const nitrogenDioxide = (station: number) => ({
  station,
  component: "NO2",
  unit: "µg/m³",
  timestep: 3600,
  height: 3,
  eea: true,
  topic: "Gasser",
  isVisible: true,
});

/** The hour that begins at the local time, such as 2022-03-09T12:00. */
export function value(local: string, measured: number | null): Value {
  const begin = Date.parse(`${local}:00+01:00`);
  return { fromTime: localTime(begin), toTime: localTime(begin + 3_600_000), value: measured };
}

/** The value of an hour relative to the present one: -1 is the last complete hour. */
export function hour(from: number, measured: number): Value {
  const begin = (Math.floor(Date.now() / 3_600_000) + from) * 3_600_000;
  return { fromTime: localTime(begin), toTime: localTime(begin + 3_600_000), value: measured };
}

export const ndjson = (lines: readonly object[]): string => lines.map((line) => JSON.stringify(line)).join("\n");

const localTime = (instant: number) => `${new Date(instant + 3_600_000).toISOString().slice(0, 19)}+01:00`;
