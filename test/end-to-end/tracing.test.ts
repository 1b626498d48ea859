import { createServer } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { listenLocally } from "../listen.ts";
import { type ReceivedSpan, startTraceCollector, type TraceCollector } from "../trace-collector.ts";
import type { Environment } from "./engines.ts";
import { record } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const traceparent = `00-${TRACE}-${PARENT}-01`;

let collector: TraceCollector;
let variables: Environment;
let system: System;

beforeAll(async () => {
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "50");
  collector = await startTraceCollector();
  variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=the%20secret",
  };
  system = await oneProcess.start(variables);
});
afterAll(async () => {
  await system.close();
  await collector.close();
  vi.unstubAllEnvs();
});

test("one trace goes from the client's request through append and projection to the index", async () => {
  await system.as("provider").post("/api/provider/metadata/add", [record("traced")], { headers: { traceparent } });
  const spans = await collector.trace(TRACE, [
    "POST /api/provider/metadata/add",
    "append events",
    "project catalogue",
    "index catalogue",
  ]);
  const request = spans.find(({ name }) => name.startsWith("POST")) ?? expect.unreachable();
  expect(request).toMatchObject({ parentSpanId: PARENT, kind: 2 });
  const attributes = Object.fromEntries(request.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  expect(attributes).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/api/provider/metadata/add",
    "http.response.status_code": 200,
  });
  for (const span of spans) if (span !== request) expect(span.parentSpanId).toBe(request.spanId);
});

test("a trace goes through a log in EventStoreDB, whose events keep it", async () => {
  const double = await EventStoreDouble.start();
  onTestFinished(() => double.goDown());
  const beside = await oneProcess.start({ ...variables, EVENTSTORE_URL: double.url });
  onTestFinished(() => beside.close());
  const trace = "5bf92f3577b34da6a3ce929d0e0e4737";
  const headers = { traceparent: `00-${trace}-${PARENT}-01`, tracestate: "vendor=1" };
  await beside.as("provider").post("/api/provider/metadata/add", [record("traced")], { headers });
  const names = ["POST /api/provider/metadata/add", "append events", "project catalogue", "index catalogue"];
  const spans = await collector.trace(trace, names);
  const request = spans.find(({ name }) => name.startsWith("POST")) ?? expect.unreachable();
  expect(request.parentSpanId).toBe(PARENT);
  for (const span of spans) if (span !== request) expect(span.parentSpanId).toBe(request.spanId);
  const stored = double.log.events.find(({ metadata }) => metadata.get("type") === "MetadataAdded");
  expect(JSON.parse(Buffer.from(stored?.customMetadata ?? []).toString())).toMatchObject({
    meta: { traceparent: `00-${trace}-${request.spanId}-01`, tracestate: "vendor=1" },
  });
});

test.each(["00", "01"])(
  "an anonymous client's trace with the flags %s is linked, and the request sampled as any",
  async (flags) => {
    const sent = collector.spans.length;
    const headers = { traceparent: `00-${TRACE}-${PARENT}-${flags}` };
    await system.reader.get("/api/version", { headers });
    const isLinked = ({ links }: ReceivedSpan) =>
      links.some(({ traceId, spanId }) => traceId === TRACE && spanId === PARENT);
    await vi.waitUntil(() => collector.spans.slice(sent).some(isLinked), 10_000);
    const span = collector.spans.slice(sent).find(isLinked);
    expect(span?.name).toBe("GET /api/version");
    expect(span?.traceId).not.toBe(TRACE);
    expect(span?.parentSpanId ?? "").toBe("");
  },
);

test("a malformed traceparent begins a new trace", async () => {
  const odd = `00-${"ab".repeat(16)}-${PARENT}`;
  const sent = collector.spans.length;
  await system.reader.get("/api/version", { headers: { traceparent: odd } });
  const isOf = ({ name }: { name: string }) => name === "GET /api/version";
  await vi.waitUntil(() => collector.spans.slice(sent).some(isOf), 10_000);
  const span = collector.spans.slice(sent).find(isOf);
  expect(span?.traceId).not.toBe("ab".repeat(16));
  expect(span?.parentSpanId ?? "").toBe("");
});

test("spans hold no query, no body and no token, and the headers of the variable are sent", async () => {
  await system.reader.get("/api/metadata/nothing-of-this?secret=in-the-query");
  await collector.trace(TRACE, ["append events"]);
  const all = collector.bodies.join("\n");
  expect(all).not.toMatch(/in-the-query|nothing-of-this|Bearer|a long enough password/);
  expect(collector.headers.at(-1)?.["x-key"]).toBe("the secret");
});

test.each([
  ["answers errors", async () => startTraceCollector(500)],
  ["answers nothing", async () => startTraceCollector(undefined)],
  ["is down", closedCollector],
])("a collector that %s delays neither requests nor the end", async (_, start) => {
  const failing = await start();
  const lame = await oneProcess.start({ OTEL_EXPORTER_OTLP_ENDPOINT: failing.url });
  try {
    const began = performance.now();
    const { status } = await lame.as("provider").post("/api/provider/metadata/add", [record("a")]);
    expect(status).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
  } finally {
    const closing = performance.now();
    await lame.close();
    expect(performance.now() - closing).toBeLessThan(15_000);
    await failing.close();
  }
});

/** The address of a port that nobody listens on. */
async function closedCollector(): Promise<Pick<TraceCollector, "url" | "close">> {
  const server = createServer();
  const address = await listenLocally(server);
  await new Promise((resolve) => server.close(resolve));
  return { url: `http://${address}`, close: async () => undefined };
}
