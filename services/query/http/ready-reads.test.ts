import { once } from "node:events";
import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { Registry } from "prom-client";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { declareRoute } from "../../../contracts/routes/route.ts";
import { readConfig } from "../../../platform/config.ts";
import { createApplication } from "../../../platform/http/application.ts";
import { BodyMemory } from "../../../platform/http/body-memory.ts";
import { healthRoutes } from "../../../platform/http/health-routes.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { listen, type RunningServer } from "../../../platform/http/server.ts";
import { positionOf } from "../../../test/position.ts";
import { JsonAnswer, sendJson } from "./conditional.ts";
import { FilteredAnswers } from "./filtered-answers.ts";
import { PreparedContent, sendPrepared } from "./prepared-content.ts";
import { readBinding, type SentRead } from "./read.ts";

const LIMIT = 40;

/** The content that the routes answer, and how often they were called for it. */
let content: PreparedContent;
let json: string;
let calls: number;
let isLate: boolean;
let lines: Record<string, unknown>[];
let metrics: Registry;
let server: RunningServer;

const textOf = (length: number) => JSON.stringify("Ålesund ".repeat(length / 8));

beforeEach(async () => {
  content = new PreparedContent(textOf(4_000), "application/json; charset=utf-8", { vary: "Accept, Accept-Encoding" });
  json = textOf(4_000);
  calls = 0;
  isLate = false;
  lines = [];
  metrics = new Registry();
  const read = readBinding({
    rateLimit: LIMIT,
    memory: new BodyMemory(1024),
    maxBodyBytes: 1024,
    clock: () => new Date(),
    eventStore: { parsePosition: positionOf },
    progress: { waitFor: async () => true, isLate: () => isLate, untilCurrent: async () => undefined },
    builds: { newest: (view) => view, progress: () => undefined },
    pace: { observe: () => undefined },
  });
  const filtered = new FilteredAnswers();
  const route = (path: string, send: (given: SentRead) => void | Promise<void>): ServedRoute => {
    const declaration = declareRoute({
      ...{ method: "get", path, id: path, tag: "Service", summary: "", access: "public" },
      ...{ reads: ["stations"], answers: [{ status: 200, description: "" }] },
    });
    return read(declaration, (given) => {
      calls++;
      return send(given);
    });
  };
  const again = () => content;
  const routes = [
    route("/prepared", (given) => sendPrepared(given, content, { again })),
    route("/filtered", (given) => filtered.send(given, content, { isFiltered: true }, again)),
    route("/json", (given) => {
      const sent = json;
      sendJson(given, new JsonAnswer(sent), () => sent === json);
    }),
    route("/small/{id}", (given) => sendJson(given, new JsonAnswer('{"a":1}'), () => true)),
    route("/unprepared", ({ response }) => void response.json({})),
    ...healthRoutes(metrics, async () => ({})),
  ];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = await listen(createApplication({ config: readConfig({}), log, metrics, routes }), "127.0.0.1", 0);
  onTestFinished(() => server.close(0));
});

async function ask(path: string, options: RequestOptions = {}) {
  const sent = request(server.url + path, { agent: false, ...options }).end();
  const [response]: IncomingMessage[] = await once(sent, "response");
  if (!response) throw new Error("no response");
  const { localPort } = response.socket;
  return Object.assign(response, { localPort, bytes: await buffer(response) });
}

/** The answer without what differs each time. */
function comparable({ statusCode, rawHeaders, bytes }: Awaited<ReturnType<typeof ask>>) {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : []));
  const headers = pairs
    .filter(([name]) => name !== "Date" && name !== "X-Correlation-ID")
    .map(([name, value]) => `${name}: ${name === "RateLimit" ? value.replace(/r=\d+; t=\d+/, "r; t") : value}`);
  return { statusCode, headers: headers.sort(), bytes };
}

const paths = ["/prepared", "/filtered", "/json", "/small/1", "/small/%61?x=1", "/health/live"];
const encodings = [undefined, "identity", "gzip", "br", "gzip, deflate, br"];
const kinds = paths.flatMap((path) => encodings.map((encoding) => [path, encoding] as const));

test.each(kinds)(
  "%s to clients that accept %s has the headers and the body that its route gives",
  async (path, encoding) => {
    const headers = encoding === undefined ? {} : { "Accept-Encoding": encoding };
    const usual = await ask(path, { headers });
    const called = calls;
    const ready = await ask(path, { headers });
    expect(comparable(ready)).toEqual(comparable(usual));
    const isPacked = path === "/json" && encoding !== undefined;
    expect(calls - called).toBe(isPacked ? 1 : 0);

    const { etag } = usual.headers;
    if (etag === undefined) return;
    const unchanged = await ask(path, { headers: { ...headers, "If-None-Match": etag } });
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.bytes).toHaveLength(0);
    // As the route answers: a HEAD request always reaches its route.
    const usually = await ask(path, { method: "HEAD", headers: { ...headers, "If-None-Match": etag } });
    expect(comparable(unchanged)).toEqual(comparable(usually));
  },
);

test("changed content is answered at once", async () => {
  const before = await ask("/prepared");
  content = new PreparedContent('"another"', "application/json; charset=utf-8");
  json = '"another"';
  await ask("/json");
  for (const path of ["/prepared", "/json"]) {
    const after = await ask(path, { headers: { "If-None-Match": String(before.headers.etag) } });
    expect([after.statusCode, after.bytes.toString()]).toEqual([200, '"another"']);
  }
});

test("ready answers count in the client's share, and one too many is refused", async () => {
  const left = async () => {
    const { statusCode, headers } = await ask("/prepared");
    return [statusCode, /r=(\d+)/.exec(String(headers["ratelimit"]))?.[1]];
  };
  for (let read = 1; read <= LIMIT; read++) expect(await left()).toEqual([200, String(LIMIT - read)]);
  expect(calls).toBe(1);
  expect(await left()).toEqual([429, "0"]);
  expect((await ask("/health/live")).statusCode).toBe(200);
});

test.each([
  ["that waits for a position", { "Min-Event-Position": "p1" }],
  ["that asks for another format", { Accept: "text/csv" }],
])("a request %s goes to its route", async (_, headers) => {
  await ask("/prepared");
  await ask("/prepared", { headers });
  expect(calls).toBe(2);
});

test("while a reader of this process is late, requests go to their route", async () => {
  await ask("/prepared");
  isLate = true;
  await ask("/prepared");
  expect(calls).toBe(2);
});

test("a request that HTTP forbids is refused before and after its URL is known", async () => {
  for (let time = 0; time < 3; time++) {
    expect((await ask("/prepared", { headers: { Host: "a b" } })).statusCode).toBe(400);
    expect((await ask("/prepared", { headers: { Expect: "the best" } })).statusCode).toBe(417);
    await ask("/prepared");
  }
});

test("ready answers are counted and logged as others are", async () => {
  const sent = { headers: { "X-Correlation-ID": "mine", traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01` } };
  for (let time = 0; time < 2; time++) {
    const { headers } = await ask("/prepared", sent);
    expect(headers["x-correlation-id"]).toBe("mine");
  }
  expect(calls).toBe(1);
  await expect.poll(() => lines.length).toBe(2);
  const [usual, ready] = lines.map(({ time: _time, ms: _ms, ...line }) => line);
  expect(ready).toEqual({ ...usual, bytes: expect.any(Number) });
  expect(ready).toMatchObject({
    method: "GET",
    route: "/prepared",
    status: 200,
    correlationId: "mine",
    msg: "request",
  });
  expect(await metrics.metrics()).toContain('duration_seconds_count{method="GET",route="/prepared",status="200"} 2\n');
});

test("each answer to a request without an id has an id of its own", async () => {
  const ids = [await ask("/health/live"), await ask("/health/live"), await ask("/health/live")].map(
    ({ headers }) => headers["x-correlation-id"],
  );
  expect(new Set(ids).size).toBe(3);
});

test("connections are kept, ended and pipelined as with other answers", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ports: unknown[] = [];
  for (let time = 0; time < 3; time++) ports.push((await ask("/prepared", { agent })).localPort);
  expect(new Set(ports).size).toBe(1);
  expect((await ask("/prepared", { headers: { Connection: "close" } })).headers.connection).toBe("close");

  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const head = "GET /health/live HTTP/1.1\r\nHost: x\r\n";
  socket.write(`${head}\r\n${head}\r\n${head}Connection: close\r\n\r\n`);
  const text = (await buffer(socket)).toString();
  expect(text.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(3);
  expect(text.match(/\{"status":"up"\}/g)).toHaveLength(3);

  const old = connect(Number(new URL(server.url).port), "127.0.0.1");
  old.write("GET /prepared HTTP/1.0\r\n\r\n");
  expect((await buffer(old)).toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n/s);
  expect(calls).toBe(1);
});

test("a server that stops ends the connections of ready answers", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  await ask("/prepared", { agent });
  await ask("/prepared", { agent });
  await server.close(1_000);
});
