import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { EventMeta } from "../contracts/event-metadata.ts";
import { type DomainEvent, type EventType, READ_VERSIONS, readEvent, readMeta } from "../contracts/events.ts";
import { recordSkip } from "../services/projector/skips.ts";
import { startCommandService } from "./command-service.ts";
import { until } from "./contracts/event-store/under-test.ts";
import { facility, record } from "./end-to-end/samples.ts";
import { uvGrid } from "./uv-grids.ts";

/**
 * One event of each type and version that a release has written, as it lies in the log, with all optional members. They
 * never change: a type that changes gets a new version, and another file. Only the beginning of long texts is kept.
 */
const FOLDER = new URL("recorded-events/", import.meta.url);

interface Recorded {
  readonly type: EventType;
  readonly schemaVersion: number;
  readonly data: object;
  /** Its content in the current version, if that differs. */
  readonly current?: object;
  /** Its metadata, if its type has metadata members of its own. */
  readonly meta?: EventMeta;
  /** Its metadata in the current version, if they differ. */
  readonly currentMeta?: EventMeta;
}

const recorded = readdirSync(FOLDER).map((name): readonly [string, Recorded] => [
  name,
  JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")),
]);

test("there is an event of each type and version", () => {
  const expected = Object.entries(READ_VERSIONS).flatMap(([type, newest]) =>
    Array.from({ length: newest }, (_, index) => `${type}.${index + 1}.json`),
  );
  expect(recorded.map(([name]) => name).sort()).toEqual(expected.sort());
});

test.each(recorded)("%s is read", (_, { type, schemaVersion, data, current = data }) => {
  const event: DomainEvent = readEvent({ type, schemaVersion, data: Buffer.from(JSON.stringify(data)) });
  expect(event).toEqual({ type, schemaVersion: READ_VERSIONS[type], data: current });
});

/** Values of two days with a gap; each flag holds for some of them. */
const VALUES = [0, 1, 30].map((hour) => {
  const [fromTime, toTime] = [hour, hour + 1].map((each) => new Date(Date.UTC(2024, 1, 1, each)).toISOString());
  return { fromTime, toTime, value: 20 + hour / 10, isValid: hour > 0, qualityControlled: hour > 1 };
});

test.each(recorded.flatMap(([name, { meta, ...event }]) => (meta ? [[name, { ...event, meta }] as const] : [])))(
  "the metadata of %s are read",
  (_, { meta, currentMeta = meta, ...event }) => {
    expect(readMeta({ ...event, meta })).toEqual(currentMeta);
  },
);

const service = await startCommandService();
const written = await writeEverything();

test.each(Object.entries(READ_VERSIONS))("%s is written as it was recorded in version %i", (type, version) => {
  const [, known] = recorded.find(([name]) => name === `${type}.${version}.json`) ?? expect.unreachable();
  const events = written.filter((event) => event.type === type);
  expect(events.length).toBeGreaterThan(0);
  // Another shape needs another version: views and other programs read this one from every log.
  for (const { data, meta } of events) {
    expect(shapeOf(data)).toEqual(shapeOf(known.data));
    if (known.meta) expect(shapeOf(withoutTrace(meta))).toEqual(shapeOf(known.meta));
  }
});

/** Makes an event of each type through the API. */
async function writeEverything(): Promise<
  readonly { readonly type: string; readonly data: unknown; readonly meta: EventMeta }[]
> {
  const begin = await service.eventStore.head();
  await service.addAccount("all", "nilu", [
    ...(["metadata_provider", "facility_admin", "station_admin", "observation_provider", "forecast_provider"] as const),
  ]);
  const send = async (method: string, path: string, body?: unknown) => {
    const { status, text, json } = await service.send(method, `/api/provider/${path}`, { as: "all", body });
    expect(status, text).toBeLessThan(300);
    return json ?? {};
  };
  await send("POST", "facilities/add", facility("f"));
  await send("POST", "facilities/update", facility("f", { name: "Another name" }));
  await send("DELETE", "facilities/f");
  await send("POST", "metadata/add", [record("a")]);
  await send("POST", "metadata/delete", ["a"]);
  const station = {
    ...{ name: "Manglerud", zone: "Stor-Oslo", municipality: "Oslo", area: "Oslo", type: "Veinær stasjon" },
    ...{ eoi: "NO0071A", latitude: 59.89864, longitude: 10.8149, owner: "Oslo", status: "active" },
    ...{ description: "By the road", isVisible: true, facility: "f" },
  };
  const { id } = await send("POST", "stations/add", station);
  await send("POST", "stations/update", { ...station, id, owner: "Municipality of Oslo" });
  const series = { station: id, component: "PM10", unit: "µg/m³", timestep: 3600, height: 3, eea: true, topic: "air" };
  const { id: seriesId } = await send("POST", "timeseries/add", { ...series, isVisible: true });
  await send("POST", "timeseries/update", { ...series, isVisible: true, id: seriesId, height: 4 });
  await send("POST", "observations/add", [{ timeseries: seriesId, values: VALUES }]);
  await send("DELETE", `timeseries/${seriesId}`);
  await send("DELETE", `stations/${id}`);
  await send("POST", "uv/forecast", uvGrid({ day: new Date().toISOString().slice(0, 10) }));
  await recordSkip(
    service.eventStore,
    { event: crypto.randomUUID(), views: ["catalogue"], reason: "sent by mistake" },
    "operator:anna",
  );
  const { events } = await until(service.eventStore, begin, await service.eventStore.head());
  return events.map(({ type, data, meta }) => ({ type, data: JSON.parse(Buffer.from(data).toString()), meta }));
}

/** Any event can have the trace of its request. */
const withoutTrace = ({ traceparent: _, tracestate: __, ...meta }: EventMeta): EventMeta => meta;

/** The members at every depth with the types of their values; for a list, the types of its elements, each once. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map((element) => JSON.stringify(shapeOf(element)));
    return [...new Set(shapes)].sort().map((text) => JSON.parse(text));
  }
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
