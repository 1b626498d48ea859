import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { CatalogueEvent } from "../../../contracts/events.ts";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import { readConfig } from "../../../platform/config.ts";
import type { EventStore, RecordedEvent } from "../../../platform/event-store/port.ts";
import type { BuildId } from "../../../platform/views/schema.ts";
import { answering } from "../../../test/doubles/database.ts";
import { positionOf } from "../../../test/position.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { PastRecords } from "./past-records.ts";
import { recordRoutes } from "./routes.ts";

const pid = "https://doi.org/10.48597/RTXS-U8P8";
const record = (title: string, facility?: object) => ({
  identification: { identifier: { pid }, title },
  ...(facility && { facility }),
});

let streams: Map<string, RecordedEvent[]>;
let stored: Map<string, { document: string; facility?: string; change?: bigint }>;
/** Documents that the database has sent. */
let sentDocuments: number;
/** Change number of records without one of their own. */
let nextChange = 1_000n;
let failure: Error | undefined;
let lapsed: readonly string[];

const eventStore: Pick<EventStore, "read" | "findLast" | "logId"> = {
  logId: "0123456789ab",
  async *read(stream) {
    yield* streams.get(stream) ?? [];
  },
  findLast: async (stream, isWanted) => streams.get(stream)?.findLast(isWanted),
};
const database = answering(({ values: [asked, known] = [] }) => {
  if (failure) throw failure;
  const row = stored.get(String(asked));
  if (row === undefined) return [];
  const { change = nextChange++ } = row;
  if (change === known) return [{ change, document: null, facility_document: null }];
  sentDocuments++;
  const facility = row.facility === undefined ? null : Buffer.from(row.facility);
  return [{ change, document: Buffer.from(row.document), facility_document: facility }];
});

const progress = { hasLapsed: ({ name, generation }: BuildId) => lapsed.includes(`${name} ${generation}`) };

function happened(stream: string, time: string, type: CatalogueEvent["type"], data: object): void {
  const events = streams.get(stream) ?? [];
  streams.set(stream, events);
  events.push({
    position: positionOf(`p${events.length}`),
    stream,
    revision: events.length,
    id: `${stream}-${events.length}`,
    type,
    schemaVersion: 1,
    data: Buffer.from(JSON.stringify(data)),
    meta: { time, actor: "zoe", provider: "clu", correlationId: "c" },
  });
}

const base = await serveRoutes(
  afterAll,
  recordRoutes({
    database,
    eventStore,
    past: new PastRecords(eventStore),
    progress,
    use: () => catalogue,
    read: unlimitedRead,
  }),
);
beforeEach(() => {
  streams = new Map();
  stored = new Map();
  sentDocuments = 0;
  failure = undefined;
  lapsed = [];
});

const read = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${base}/api/metadata/${path}?${new URLSearchParams(query)}`, { headers });

test("a record comes as the view has it, and can be revalidated", async () => {
  const document = '{"size":12.5,"title":"Ähtäri"}';
  stored.set(pid, { document });
  const response = await read("record", { pid });
  expect(await response.text()).toBe(document);
  const tag = response.headers.get("ETag") ?? "";
  expect((await read("record", { pid }, { "If-None-Match": tag })).status).toBe(304);
});

test("the database does not send an unchanged record again, and a change is served at once", async () => {
  const texts = async () => (await read("record", { pid })).text();
  stored.set(pid, { document: '"one"', change: 71n });
  expect([await texts(), await texts(), sentDocuments]).toEqual(['"one"', '"one"', 1]);
  stored.set(pid, { document: '{"facility":0}', facility: "2", change: 72n });
  expect([await texts(), await texts(), sentDocuments]).toEqual(['{"facility":2}', '{"facility":2}', 2]);
  stored.delete(pid);
  expect((await read("record", { pid })).status).toBe(404);
});

test("a record is served with the registry's facility in place of its own, all else byte for byte", async () => {
  const own = '{"name":"own","identifier":"56kt"}';
  stored.set(pid, { document: `{"a": 1.0,"facility" : ${own} ,"größe":"x"}`, facility: '{"identifier":"56kt"}' });
  const response = await read("record", { pid });
  expect(await response.text()).toBe('{"a": 1.0,"facility" : {"identifier":"56kt"} ,"größe":"x"}');
});

test("while other builds may show more than this one, readers are asked to try again", async () => {
  stored.set(pid, { document: '"old"' });
  happened(`metadata-${pid}`, "2024-05-01T00:00:00Z", "MetadataAdded", { record: record("then") });
  lapsed = ["catalogue 1"];
  const response = await read("record", { pid });
  expect(response.status).toBe(503);
  expect(response.headers.has("Retry-After")).toBe(true);
  expect(await response.json()).toMatchObject({ code: "engine-unavailable" });
  expect((await read("record", { pid, at: "2024-06-01T00:00:00Z" })).status).toBe(200);
  lapsed = ["catalogue 2"];
  expect(await (await read("record", { pid })).text()).toBe('"old"');
});

test("when the build has gone meanwhile, readers are asked to try again", async () => {
  failure = Object.assign(new Error("relation does not exist"), { code: "42P01" });
  const response = await read("record", { pid });
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
  expect(await response.json()).toMatchObject({ code: "view-building" });
});

test.each(["record", "history"])("the %s of an unknown PID is a problem", async (path) => {
  const response = await read(path, { pid });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "record-unknown" });
});

test.each<Record<string, string>>([{}, { pid: "" }, { pid, at: "yesterday" }, { pid: "a\0b" }])(
  "%j is refused",
  async (query) => {
    const response = await read("record", query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "parameter-invalid" });
  },
);

test("a record at a time is the last one until then, with its facility as that was", async () => {
  happened("facility-56kt", "2024-01-01T00:00:00Z", "FacilityAdded", { facility: { identifier: "56kt", name: "old" } });
  happened(`metadata-${pid}`, "2024-02-01T00:00:00Z", "MetadataAdded", {
    record: record("one", { identifier: "56kt" }),
  });
  happened("facility-56kt", "2024-03-01T00:00:00Z", "FacilityUpdated", {
    facility: { identifier: "56kt", name: "new" },
  });
  happened(`metadata-${pid}`, "2024-04-01T00:00:00Z", "MetadataDeleted", { pid });
  happened("facility-56kt", "2024-05-01T00:00:00Z", "FacilityDeleted", { identifier: "56kt" });
  happened(`metadata-${pid}`, "2024-06-01T00:00:00Z", "MetadataAdded", {
    record: record("two", { identifier: "56kt" }),
  });

  const at = async (time: string) => {
    const response = await read("record", { pid, at: time });
    return response.status === 200 ? await response.json() : response.status;
  };
  expect(await at("2024-01-15T00:00:00Z")).toBe(404);
  expect(await at("2024-02-01T01:00:00+01:00")).toEqual(record("one", { identifier: "56kt", name: "old" }));
  expect(await at("2024-03-15T00:00:00Z")).toEqual(record("one", { identifier: "56kt", name: "new" }));
  expect(await at("2024-04-15T00:00:00Z")).toBe(404);
  expect(await at("2024-07-01T00:00:00Z")).toEqual(record("two", { identifier: "56kt" }));
});

test("the last event until a time counts, whatever the times of those before it are", async () => {
  for (const [time, title] of [
    ["2024-02-03T00:00:00Z", "one"],
    ["2024-02-01T00:00:00Z", "two"],
    ["2024-02-05T00:00:00Z", "three"],
  ] as const) {
    happened(`metadata-${pid}`, time, "MetadataAdded", { record: record(title) });
  }
  for (const [at, title] of [
    ["2024-02-02T00:00:00Z", "two"],
    ["2024-02-04T00:00:00Z", "two"],
    ["2024-02-05T00:00:00Z", "three"],
  ] as const) {
    expect(await (await read("record", { pid, at })).json()).toEqual(record(title));
  }
});

/** Routes whose reads of the log last until the gate opens; `X-Forwarded-For` names clients. */
async function servePast() {
  const asked: string[] = [];
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gated: typeof eventStore = {
    ...eventStore,
    findLast: async (stream) => {
      asked.push(stream);
      await opened;
      return undefined;
    },
  };
  const past = new PastRecords(gated);
  const parts = { database, progress, eventStore: gated, past, use: () => catalogue, read: unlimitedRead };
  const url = await serveRoutes(
    onTestFinished,
    recordRoutes(parts),
    readConfig({ AIRLOG_TRUSTED_PROXIES: "127.0.0.1" }),
  );
  const get = async (client: string, query: Record<string, string>, signal: AbortSignal | null = null) => {
    const headers = { "X-Forwarded-For": client };
    const { status } = await fetch(`${url}/api/metadata/record?${new URLSearchParams(query)}`, { headers, signal });
    return status;
  };
  const readPast = (client: string, of: string, signal?: AbortSignal) =>
    get(client, { pid: of, at: "2024-03-01T00:00:00Z" }, signal);
  /** Waits until the server has seen the earlier requests, or that their client has left. */
  const seen = () => get("203.0.113.1", { pid: "none" });
  return { asked, open, readPast, seen };
}

test("few records are looked up in the log at once, fewer for one client, and those beyond the queue are refused", async () => {
  const { asked, open, readPast } = await servePast();
  let refused = 0;
  const reads = Array.from({ length: 20 }, async () => {
    const status = await readPast("192.0.2.1", "mine");
    if (status === 503) refused++;
    return status;
  });
  await vi.waitFor(() => expect(refused).toBe(6), 20_000);
  expect(asked).toEqual(["metadata-mine", "metadata-mine"]);
  const others = [readPast("198.51.100.1", "other"), readPast("198.51.100.2", "another")];
  await vi.waitFor(() => expect(asked).toHaveLength(3), 20_000);
  open();
  expect((await Promise.all(reads)).filter((status) => status === 404)).toHaveLength(14);
  expect(await Promise.all(others)).toEqual([404, 404]);
});

test("a record at a time is not looked up for a client that has left", async () => {
  const { asked, open, readPast, seen } = await servePast();
  const client = "192.0.2.1";
  const running = [readPast(client, "first"), readPast(client, "second")];
  await vi.waitFor(() => expect(asked).toHaveLength(2), 20_000);
  const leaving = new AbortController();
  const left = readPast(client, "left", leaving.signal).catch(() => "left");
  await seen();
  leaving.abort();
  expect(await left).toBe("left");
  await seen();
  const last = readPast(client, "last");
  await seen();
  open();
  expect(await Promise.all([...running, last])).toEqual([404, 404, 404]);
  expect(asked.toSorted()).toEqual(["metadata-first", "metadata-last", "metadata-second"]);
});

test("the history lists what happened, oldest first, without names of users", async () => {
  happened(`metadata-${pid}`, "2024-02-01T00:00:00Z", "MetadataAdded", { record: record("one") });
  happened(`metadata-${pid}`, "2024-04-01T00:00:00Z", "MetadataDeleted", { pid });
  const response = await read("history", { pid });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toContain("zoe");
  expect(JSON.parse(text)).toEqual([
    {
      position: "p0",
      time: "2024-02-01T00:00:00Z",
      type: "MetadataAdded",
      revision: 0,
      provider: "clu",
      record: record("one"),
    },
    { position: "p1", time: "2024-04-01T00:00:00Z", type: "MetadataDeleted", revision: 1, provider: "clu" },
  ]);
});

test("a limited number of histories is read at once, and any answer frees its place", async () => {
  happened(`metadata-${pid}`, "2026-01-01T00:00:00Z", "MetadataAdded", { record: record("first") });
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: typeof eventStore = {
    ...eventStore,
    async *read(stream) {
      yield* eventStore.read(stream);
      await held;
    },
  };
  const past = new PastRecords(slow);
  const parts = { database, progress, eventStore: slow, past, use: () => catalogue, read: unlimitedRead };
  const limited = await serveRoutes(onTestFinished, recordRoutes(parts, { all: 1, perClient: 1, perNetwork: 1 }));
  const history = (of: string) => fetch(`${limited}/api/metadata/history?${new URLSearchParams({ pid: of })}`);
  const first = await history(pid);
  const refused = await history(pid);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
  goOn();
  expect(await first.json()).toHaveLength(1);
  expect((await history("another")).status).toBe(404);
  expect((await history(pid)).status).toBe(200);
});
