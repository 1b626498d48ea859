import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ChangePage } from "../../contracts/changes.ts";
import { type ServerSentEvent, serverSentEvents } from "../changes/server-sent-events.ts";
import { manglerud, nitrogenDioxide, value } from "./network-samples.ts";
import { facility, record } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

const Added = z.object({ id: z.number() });

let system: System;
let begin: string;
beforeAll(async () => {
  system = await oneProcess.start();
  begin = (await page("after=now")).next;
}, 120_000);
afterAll(() => system.close());

async function page(query: string) {
  const answer = await system.reader.get(`/api/changes?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return ChangePage.parse(answer.json());
}

const add = (pid: string, members: Readonly<Record<string, unknown>> = {}) =>
  system.as("provider").post("/api/provider/metadata/add", [record(pid, members)]);
const remove = (pid: string) => system.as("provider").post("/api/provider/metadata/delete", [pid]);

/** Events of a stream, until as many have come that are no checkpoints. */
async function readEvents(query: string, count: number, headers: Record<string, string> = {}) {
  const left = new AbortController();
  const answer = await fetch(`${system.urlOf("/api/changes")}/api/changes?${query}`, {
    headers: { Accept: "text/event-stream", "Accept-Encoding": "gzip, br", ...headers },
    signal: left.signal,
  });
  const events: ServerSentEvent[] = [];
  for await (const event of serverSentEvents(answer)) {
    if (event.event !== "checkpoint") events.push(event);
    if (events.length >= count) break;
  }
  left.abort();
  return { status: answer.status, headers: answer.headers, events };
}

describe("pages", () => {
  test("a change is there as soon as its write is answered, once, as the thing is now", async () => {
    await add("now/1", { n: 1 });
    const { position } = await add("now/1", { n: 2 });
    const { changes, next, more, asOf } = await page(`after=${begin}&types=record&include=content`);
    expect(changes).toEqual([
      expect.objectContaining({
        ...{ specversion: "1.0", type: "airlog.record.changed", subject: "now/1", position },
        ...{ datacontenttype: "application/json", data: expect.objectContaining({ n: 2 }) },
      }),
    ]);
    expect(more).toBe(false);
    expect(Date.parse(changes[0]?.time ?? "")).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(asOf)).toBeLessThanOrEqual(Date.now());
    expect((await page(`after=${next}`)).changes).toEqual([]);
    expect((await page(`after=${position}`)).changes).toEqual([]);
    expect((await page(`after=${changes[0]?.id}`)).changes).toEqual([]);
  });

  test("a facility's change is one of its records, and pages may end between things of one position", async () => {
    const shared = facility("feed-1");
    await system.as("registrar").post("/api/provider/facilities/add", shared);
    for (const pid of ["of/1", "of/2"]) await add(pid, { facility: { identifier: "feed-1" } });
    const from = (await page("after=now")).next;
    const renamed = { ...shared, name: "renamed" };
    const { position } = await system.as("registrar").post("/api/provider/facilities/update", renamed);
    const found: unknown[] = [];
    for (let after = from, more = true; more; ) {
      const one = await page(`after=${after}&limit=1&include=content`);
      found.push(...one.changes.map(({ subject, position, data }) => [subject, position, data]));
      ({ next: after, more } = one);
    }
    const record = (pid: string) => [pid, position, expect.objectContaining({ facility: renamed })];
    expect(found).toEqual(expect.arrayContaining([record("of/1"), record("of/2"), ["feed-1", position, renamed]]));
    expect(found).toHaveLength(3);
  });

  test("what is deleted is told as that, and its own route says when", async () => {
    await add("gone/1");
    const { position } = await remove("gone/1");
    const { changes } = await page(`after=${begin}&types=record&include=content`);
    const [change] = changes.filter(({ subject }) => subject === "gone/1");
    expect(change).toMatchObject({ type: "airlog.record.deleted", position });
    expect(change).not.toHaveProperty("data");
    const unknown = await system.reader.get("/api/metadata/record?pid=gone/1");
    expect(unknown.json()).toMatchObject({ code: "record-unknown", deleted: change?.time });
    expect((await system.reader.get("/api/metadata/record?pid=never")).json()).not.toHaveProperty("deleted");
    const registrar = system.as("registrar");
    await registrar.post("/api/provider/facilities/add", facility("gone-1"));
    const answer = await registrar.delete("/api/provider/facilities/gone-1");
    const absent = await system.reader.get("/api/facilities/gone-1", { after: answer.position });
    expect(absent.json()).toMatchObject({ code: "facility-unknown", deleted: expect.stringMatching(/^20.*Z$/) });
  });

  test("observations come by days, with values where these are asked for", async () => {
    const network = system.as("network");
    const added = await network.post("/api/provider/stations/add", manglerud());
    const { id: stationId } = Added.parse(added.json());
    const from = (await page("after=now")).next;
    const provider = system.as("instruments");
    const series = await provider.post("/api/provider/timeseries/add", nitrogenDioxide(stationId));
    const { id } = Added.parse(series.json());
    const values = [value("2024-03-01T22:00", 1), value("2024-03-01T23:00", 2), value("2024-03-02T00:00", 3)];
    await provider.post("/api/provider/observations/add", [{ timeseries: id, values }]);
    const { changes } = await page(`after=${from}&types=timeseries,observations&include=content`);
    expect(changes).toEqual([
      expect.objectContaining({
        type: "airlog.timeseries.changed",
        subject: String(id),
        data: expect.objectContaining({ id }),
      }),
      expect.objectContaining({
        type: "airlog.observations.changed",
        data: {
          ...{ timeseries: id, from: "2024-03-01T00:00:00+01:00", to: "2024-03-03T00:00:00+01:00" },
          values: values.map((each) => expect.objectContaining(each)),
        },
      }),
    ]);
    expect((await page(`after=${from}&types=observations&timeseries=${id + 1}`)).changes).toEqual([]);
    await system.as("instruments").delete(`/api/provider/timeseries/${id}`);
    const after = await page(`after=${from}&types=timeseries,observations`);
    expect(after.changes.map(({ type }) => type)).toEqual(["airlog.timeseries.deleted"]);
  });

  test("an empty page waits for a change", async () => {
    const waiting = page("after=now&types=record&wait=30");
    await delay(300);
    await add("waited/1");
    expect((await waiting).changes).toMatchObject([{ subject: "waited/1" }]);
  });

  test("lines and batches have the same changes", async () => {
    const accept = (type: string) =>
      system.reader.get(`/api/changes?after=${begin}&limit=2`, { headers: { Accept: type } });
    const { changes, next, more } = await page(`after=${begin}&limit=2`);
    const lines = (await accept("application/x-ndjson")).text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, -1)).toEqual(changes);
    expect(lines.at(-1)).toMatchObject({ next, more });
    const batch = await accept("application/cloudevents-batch+json");
    expect(batch.json()).toEqual(changes);
    expect(batch.headers.get("Link")).toContain(`after=${next}`);
    expect(batch.headers.get("Airlog-As-Of")).toMatch(/^\d{4}-.*Z$/);
    for (const type of ["application/x-ndjson", "application/cloudevents-batch+json"]) {
      expect((await accept(`${type}; charset=UTF-8`)).headers.get("Content-Type")).toBe(type);
    }
  });

  test("places that can't be read are refused, those of another log with the way out", async () => {
    const read = (after: string) => system.reader.get(`/api/changes?after=${encodeURIComponent(after)}`);
    expect(await read("x")).toMatchObject({ status: 400 });
    expect((await read(`${begin}.record.x`)).json()).toMatchObject({ code: "position-unknown" });
    const other = await read(`0123456789ab${begin.slice(12)}`);
    expect(other.json()).toMatchObject({ status: 410, code: "position-of-another-log" });
    expect(other.headers.get("Link")).toMatch(/<http.*\/api\/changes>; rel="restart"/);
    for (const query of ["types=", "types=uv", "limit=0", "limit=10001", "wait=61", "timeseries=0", "include=all"])
      expect((await system.reader.get(`/api/changes?${query}`)).status, query).toBe(400);
  });
});

describe("streams", () => {
  test("what was missed comes, then what happens, each with a place to resume from", async () => {
    await add("streamed/1");
    const missed = await readEvents(`after=${begin}&types=record&include=content`, 1);
    expect(missed.events[0]).toMatchObject({ event: "airlog.record.changed", data: { data: expect.anything() } });
    const from = (await page("after=now")).next;
    const live = readEvents(`after=${from}&types=record`, 1);
    await delay(200);
    await add("streamed/2");
    const { events, headers } = await live;
    expect(headers.get("Content-Type")).toContain("text/event-stream");
    expect(headers.get("Content-Encoding")).toBeNull();
    expect(events).toMatchObject([{ event: "airlog.record.changed", data: { subject: "streamed/2" } }]);
    await remove("streamed/2");
    const resumed = await readEvents("types=record", 1, { "Last-Event-ID": events[0]?.id ?? "" });
    expect(resumed.events).toMatchObject([{ event: "airlog.record.deleted", data: { subject: "streamed/2" } }]);
  });

  test("a stream from the position of a write on begins behind it", async () => {
    for (const n of [1, 2, 3]) {
      const { position } = await add(`known/${n}`);
      const live = readEvents(`after=${position}&types=record`, 1);
      await add(`unknown/${n}`);
      expect((await live).events).toMatchObject([{ data: { subject: `unknown/${n}` } }]);
    }
  });

  test("operators see open streams, waiting pages and how far readers are behind", async () => {
    const measured = async () => {
      const text = await (await fetch(`${system.urlOf("/metrics")}/metrics`)).text();
      const value = (series: string) =>
        Number(
          text
            .split("\n")
            .find((line) => line.startsWith(`${series} `))
            ?.split(" ")[1],
        );
      return {
        streams: value('airlog_changes_open{kind="stream"}'),
        pages: value('airlog_changes_open{kind="page"}'),
        answered: value("airlog_changes_lag_seconds_count"),
        seconds: value("airlog_changes_lag_seconds_sum"),
      };
    };
    const until = (open: object) =>
      vi.waitFor(async () => expect(await measured()).toMatchObject(open), { timeout: 10_000 });
    const before = await until({ streams: 0, pages: 0 }).then(measured);
    const left = new AbortController();
    const open = (accept: string) =>
      fetch(`${system.urlOf("/api/changes")}/api/changes?after=now&types=station&wait=60`, {
        headers: { Accept: accept },
        signal: left.signal,
      });
    const streams = await Promise.all([open("text/event-stream"), open("text/event-stream")]);
    const waiting = open("application/json").catch(() => undefined);
    await until({ streams: 2, pages: 1 });
    left.abort();
    await Promise.all([waiting, ...streams.map(({ body }) => body?.cancel().catch(() => undefined))]);
    await until({ streams: 0, pages: 0, answered: before.answered });
    await add("measured/1");
    await delay(2_100);
    await page(`after=${begin}&types=record&limit=1`);
    const after = await measured();
    expect(after.answered).toBe(before.answered + 1);
    expect(after.seconds - before.seconds).toBeGreaterThanOrEqual(2);
    await readEvents(`after=${begin}&types=record`, 1);
    const streamed = await measured();
    expect(streamed.answered).toBe(after.answered + 1);
    expect(streamed.seconds - after.seconds).toBeGreaterThanOrEqual(2);
  });

  test("readers that leave before their answer begins hold nothing", async () => {
    const { hostname, port } = new URL(system.urlOf("/api/changes"));
    const leave = async (accept: string) => {
      const socket = connect(Number(port), hostname);
      const path = "/api/changes?after=now&types=station&wait=60";
      socket.end(`GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\n\r\n`, () => socket.resetAndDestroy());
      await once(socket, "close");
    };
    for (const accept of ["text/event-stream", "application/json"])
      await Promise.all(Array.from({ length: 20 }, () => leave(accept)));
    await delay(1_000);
    const text = await (await fetch(`${system.urlOf("/metrics")}/metrics`)).text();
    expect(text.match(/^airlog_changes_open.*/gm)).toEqual([
      'airlog_changes_open{kind="stream"} 0',
      'airlog_changes_open{kind="page"} 0',
    ]);
  });

  test("a place of another log begins anew", async () => {
    const { events } = await readEvents("", 1, { "Last-Event-ID": `0123456789ab${begin.slice(12)}` });
    expect(events).toEqual([{ id: expect.stringMatching(/\.0{32}$/), event: "reset", data: {} }]);
  });

  test("one address has ten streams", async () => {
    const left = new AbortController();
    const open = () =>
      fetch(`${system.urlOf("/api/changes")}/api/changes?after=now`, {
        headers: { Accept: "text/event-stream" },
        signal: left.signal,
      });
    const answers = await Promise.all(Array.from({ length: 14 }, open));
    left.abort();
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
});
