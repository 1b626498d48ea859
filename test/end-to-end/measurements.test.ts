import { afterAll, beforeAll, expect, test } from "vitest";
import { hour, manglerud, ndjson, nitrogenDioxide, type Value, value } from "./network-samples.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
});
afterAll(() => system.close());

const NDJSON = { "Content-Type": "application/x-ndjson" };

const addStation = async (station: object) => {
  const answer = await system.as("network").post("/api/provider/stations/add", station);
  return { id: answer.json<{ id: number }>().id, answer };
};
const addSeries = async (series: object) => {
  const answer = await system.as("instruments").post("/api/provider/timeseries/add", series);
  return { id: answer.json<{ id: number }>().id, answer };
};
/** Adds a series at a new station. */
const newSeries = async (station: string, series: object = {}) => {
  const { id } = await addStation(manglerud({ name: station }));
  return (await addSeries({ ...nitrogenDioxide(id), ...series })).id;
};
const ingest = (body: unknown, headers = {}) =>
  system.as("instruments").post("/api/provider/observations/add", body, { headers });
const read = async (path: string, after?: string) =>
  (await system.reader.get(path, { after })).json<(Record<string, unknown> & { values?: unknown[] })[]>();

test("a value that was sent is served as the newest one, with its index, to a reader that waits for it", async () => {
  const station = await addStation(manglerud());
  const series = await addSeries(nitrogenDioxide(station.id));
  const newest = hour(-1, 150.25);
  const { position } = await ingest([{ timeseries: series.id, values: [hour(-2, 20), newest] }]);
  const [found, ...others] = await read("/aq/utd?stations=manglerud", position);
  expect(others).toEqual([]);
  expect(Object.entries(found ?? {})).toEqual([
    ["id", series.id],
    ["zone", "Stor-Oslo"],
    ["municipality", "Oslo"],
    ["area", "Oslo"],
    ["station", "Manglerud"],
    ["eoi", "NO0071A"],
    ["type", "Veinær stasjon"],
    ["component", "NO2"],
    ["fromTime", newest.fromTime],
    ["toTime", newest.toTime],
    ["value", 150.25],
    ["unit", "µg/m³"],
    ["latitude", 59.89864],
    ["longitude", 10.8149],
    ["timestep", 3600],
    ["index", 2],
    ["color", "ff9900"],
    ["isValid", true],
    ["isVisible", true],
  ]);
  const near = await read("/obs/utd/59.9/10.8/5?method=within", position);
  expect(near.map(({ station: name, value: read }) => [name, read])).toContainEqual(["Manglerud", 150.25]);
  expect(near[0]).not.toHaveProperty("index");
});

test("a year of history is read by station, by circle and by id, and corrections replace it", async () => {
  const id = await newSeries("Archive");
  const first = [value("2022-03-09T12:00", 50.7), value("2022-03-09T13:00", -0.4), value("2022-03-09T14:00", 3)];
  const corrected: Value[] = [{ ...value("2022-03-09T13:00", 7.125), qualityControlled: true }];
  await ingest(ndjson([{ timeseries: id, values: first }]), NDJSON);
  const sent = await ingest(ndjson([{ timeseries: id, values: corrected }]), { ...NDJSON, Prefer: "wait=20" });
  expect(sent.json()).toEqual({ series: 1, values: 1, refused: 0, errors: [] });

  const [series] = await read(`/obs/historical/2022-03-09/2022-03-09/ids/${id}`, sent.position);
  expect(series).toMatchObject({
    id,
    station: "Archive",
    unit: "µg/m³",
    values: [
      {
        fromTime: "2022-03-09T12:00:00+01:00",
        toTime: "2022-03-09T13:00:00+01:00",
        value: 50.7,
        qualityControlled: false,
      },
      {
        fromTime: "2022-03-09T13:00:00+01:00",
        toTime: "2022-03-09T14:00:00+01:00",
        value: 7.125,
        qualityControlled: true,
      },
      { value: 3 },
    ],
  });
  const byName = await read("/obs/historical/2022-3-9%2013:00/2022-03-10/archive", sent.position);
  expect(byName).toEqual([{ ...series, values: series?.values?.slice(1) }]);
  const gone = await ingest([{ timeseries: id, values: [{ ...value("2022-03-09T14:00", 0), value: null }] }]);
  const [after] = await read(`/aq/historical/2022-03-09/2022-03-09/ids/${id}`, gone.position);
  expect(after?.values).toHaveLength(2);
});

test("means are right after a late correction, in whatever order values were sent", async () => {
  const id = await newSeries("Means");
  const day = Array.from({ length: 24 }, (_, index) => value(`2024-02-29T${String(index).padStart(2, "0")}:00`, index));
  await ingest([{ timeseries: id, values: day.slice(12) }]);
  await ingest([{ timeseries: id, values: day.slice(0, 12) }]);
  const { position } = await ingest([{ timeseries: id, values: [{ ...day[5], value: 29 }] }]);
  const [mean] = await read(`/agg/day/2024-02-29/2024-02-29/ids/${id}`, position);
  expect(mean?.values).toEqual([
    {
      dateTime: "2024-02-29T00:00:00+01:00",
      fromTime: "2024-02-29T00:00:00+01:00",
      toTime: "2024-03-01T00:00:00+01:00",
      value: 12.5,
      count: 24,
      coverage: 100,
    },
  ]);
  const [highest] = await read(`/agg/maxhour/2024-02-29/2024-02-29/ids/${id}`, position);
  expect(highest?.values).toMatchObject([{ value: 29 }]);
  const daily = await read("/stats/day/2024-02-01/2024-03-01/Means", position);
  expect(daily).toMatchObject([{ values: [{ dateTime: "2024-02-29T00:00:00+01:00", value: 12.5, count: 24 }] }]);
});

test("stations and series are listed once they have values, and a deleted series vanishes from every read", async () => {
  const id = await newSeries("Listed", { component: "PM10" });
  const names = async (after: string) => (await read("/lookup/stations", after)).map(({ station }) => station);
  const { position } = await ingest([{ timeseries: id, values: [hour(-1, 12)] }]);
  expect(await names(position)).toContain("Listed");
  expect(await read("/lookup/timeseries?station=listed", position)).toMatchObject([{ id, component: "PM10" }]);

  const deleted = await system.as("instruments").delete(`/api/provider/timeseries/${id}`);
  expect(await names(deleted.position)).not.toContain("Listed");
  expect(await read("/aq/utd?stations=Listed", deleted.position)).toEqual([]);
  expect(await read(`/obs/historical/2022-01-01/2022-01-02/ids/${id}`, deleted.position)).toEqual([]);
});

test("an invalid entry refuses a whole array, but only its own line of an NDJSON upload", async () => {
  const id = await newSeries("Strict");
  const good = { timeseries: id, values: [value("2023-05-01T00:00", 1)] };
  const bad = { timeseries: id, values: [value("2023-05-01T00:30", 2)] };
  const refused = await ingest([good, bad]);
  expect(refused.json()).toMatchObject({ status: 400, code: "body-invalid" });
  const lines = await ingest(`${ndjson([bad, good])}\nno json`, { ...NDJSON, Prefer: "wait=20" });
  expect(lines.json()).toMatchObject({ series: 1, values: 1, refused: 2, errors: [{ line: 1 }, { line: 3 }] });
  const [series] = await read(`/obs/historical/2023-05-01/2023-05-01/ids/${id}`, lines.position);
  expect(series?.values).toMatchObject([{ value: 1 }]);
});

test("values for another provider's series are refused, and so is an account without the role", async () => {
  const id = await newSeries("Owned");
  const body = [{ timeseries: id, values: [value("2023-05-01T00:00", 1)] }];
  const theirs = await system.as("rival").post("/api/provider/observations/add", body);
  expect(theirs.status).toBe(403);
  const reader = await system.as("network").post("/api/provider/observations/add", body);
  expect(reader.json()).toMatchObject({ status: 403, code: "role-missing" });
  expect((await system.as("instruments").post("/api/provider/stations/add", manglerud())).status).toBe(403);
});

test("adding a station that exists answers 409 with its id", async () => {
  const { id } = await addStation(manglerud({ name: "Twice" }));
  const repeated = await addStation(manglerud({ name: "twice" }));
  expect(repeated.answer.status).toBe(409);
  expect(repeated.id).toBe(id);
});

test("an upload repeated with its Idempotency-Key stores nothing twice", async () => {
  const id = await newSeries("Again");
  const body = ndjson([{ timeseries: id, values: [value("2023-01-01T00:00", 1), value("2023-02-01T00:00", 2)] }]);
  const headers = { ...NDJSON, "Idempotency-Key": "upload-1" };
  await ingest(body, headers);
  const corrected = await ingest([{ timeseries: id, values: [value("2023-01-01T00:00", 5)] }]);
  const repeated = await ingest(body, headers);
  expect(repeated.status).toBe(200);
  const [series] = await read(`/obs/historical/2023-01-01/2023-02-01/ids/${id}`, corrected.position);
  expect(series?.values).toMatchObject([{ value: 5 }, { value: 2 }]);
});

test("values are served as CSV by suffix and as NDJSON by Accept", async () => {
  const id = await newSeries("Formats, with a comma");
  const { position } = await ingest([{ timeseries: id, values: [value("2022-07-01T00:00", 4.5)] }]);
  const path = `/obs/historical/2022-07-01/2022-07-01/ids/${id}`;
  const csv = await system.reader.get(`${path}.csv`, { after: position });
  const [head, row] = csv.text.split("\r\n");
  expect(head?.startsWith("id,zone,municipality,area,station,")).toBe(true);
  expect(row).toContain('"Formats, with a comma"');
  const lines = await system.reader.get(path, { after: position, headers: { Accept: "application/x-ndjson" } });
  expect(JSON.parse(lines.text)).toMatchObject({ id, values: [{ value: 4.5 }] });
});
