import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { SEARCH_TIMEOUT_MS } from "../../../contracts/search-limits.ts";
import { LIMITS } from "../../../platform/admission/limits.ts";
import { Admission } from "../../../platform/search/admission.ts";
import {
  type SearchEngine,
  SearchRejected,
  type SearchRequest,
  SearchUnavailable,
} from "../../../platform/search/port.ts";
import { readMemory, serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { searchRoutes } from "./routes.ts";

let behaviour: (request: SearchRequest) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
let asked: string[];

const engine: SearchEngine = {
  search: async (request) => {
    asked.push(Buffer.from(request.body).toString());
    return { body: await behaviour(request) };
  },
};

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const routes = searchRoutes({ engineFor: () => engine, read: unlimitedRead, page: 500 });
const base = await serveRoutes(afterAll, routes);
beforeEach(() => {
  asked = [];
  behaviour = () => pieces('{"hits":{"total":{"value":9223372036854775807}', ',"hits":[1.0]}}');
});

const path = "/api/metadata/search";
const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(`${base}${path}`, {
    method: "POST",
    body: Buffer.from(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
const byUrl = (query: string) => fetch(`${base}${path}${query}`);

test("the engine's bytes come back in the envelope, digit for digit", async () => {
  const response = await post("{}");
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(await response.text()).toBe('{"response":{"hits":{"total":{"value":9223372036854775807},"hits":[1.0]}}}');
});

test("an answer goes out with its length, and a large one as it comes", async () => {
  const piece = "é".repeat(100_000);
  behaviour = () => pieces('"', piece, piece, '"');
  const whole = await post("{}", { "Accept-Encoding": "identity" });
  const text = `{"response":"${piece}${piece}"}`;
  expect(whole.headers.get("Content-Length")).toBe(String(Buffer.byteLength(text)));
  expect(await whole.text()).toBe(text);

  const many = Array.from({ length: 20 }, () => piece);
  behaviour = () => pieces('"', ...many, '"');
  const streamed = await post("{}", { "Accept-Encoding": "identity" });
  expect(streamed.headers.has("Content-Length")).toBe(false);
  expect(await streamed.text()).toBe(`{"response":"${many.join("")}"}`);
});

test("listeners for the end of a streamed answer are not taken for a leak", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  onTestFinished(() => void process.off("warning", warned));
  const piece = "x".repeat(500_000);
  behaviour = () => pieces('"', ...Array.from({ length: 8 }, () => piece), '"');
  const streamed = await post("{}", { "Accept-Encoding": "br" });
  expect(await streamed.text()).toHaveLength(4_000_000 + '{"response":""}'.length);
  expect(warned).not.toHaveBeenCalled();
});

test("a body's memory is free as soon as the engine has answered, however slow the answer's reader is", async () => {
  behaviour = async function* () {
    for (;;) yield Buffer.alloc(256 * 1024, " ");
  };
  const left = new AbortController();
  const response = await fetch(`${base}${path}`, {
    method: "POST",
    body: `{"search":{}${" ".repeat(10_000)}}`,
    headers: { "Content-Type": "application/json" },
    signal: left.signal,
  });
  expect(response.status).toBe(200);
  expect(readMemory.used).toBe(0);
  left.abort();
});

test("the search reaches the engine byte for byte", async () => {
  const search = '{"query":{"match_all":{}},"search_after":[9223372036854775807, 1.0,"\\u00e9é"] }';
  await post(`{"search": ${search} }`);
  await byUrl(`?source=${encodeURIComponent(search)}`);
  expect(asked).toEqual([search, search]);
});

test.each(["{}", '{"search":{}}', '{"search":null}'])("%s is a search for everything", async (body) => {
  expect((await post(body)).status).toBe(200);
  expect(asked).toEqual(["{}"]);
});

test("a packed body is unpacked", async () => {
  await post(gzipSync('{"search":{"size":3}}'), { "Content-Encoding": "gzip" });
  expect(asked).toEqual(['{"size":3}']);
});

test.each([
  ["", "body-not-json"],
  ["{", "body-not-json"],
  ['{"search":{}}x', "body-not-json"],
  ["[]", "body-invalid"],
  ["null", "body-invalid"],
  ['{"search":[]}', "body-invalid"],
  ['{"search":"{}"}', "body-invalid"],
])("the body %j is refused: %s", async (body, code) => {
  const response = await post(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code });
  expect(asked).toEqual([]);
});

test.each(['{"query":{"match_all":{}}}', '{"serach":{}}', '{"search":{},"size":5}'])(
  "%s is refused, with a hint how a search is sent",
  async (body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "body-invalid",
      detail: 'The search has the one member "search", which holds the query: {"search": {"query": …}}.',
    });
    expect(asked).toEqual([]);
  },
);

test("a byte order mark before the body means nothing", async () => {
  expect((await post('\ufeff{"search":{"size":1.0}}')).status).toBe(200);
  expect(asked).toEqual(['{"size":1.0}']);
});

test("bytes that are not UTF-8 are refused", async () => {
  expect((await post(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))).status).toBe(400);
});

test("a body over a MiB is refused, packed or not", async () => {
  const large = JSON.stringify({ search: { query: "x".repeat(1024 * 1024) } });
  expect((await post(large)).status).toBe(413);
  expect((await post(gzipSync(large), { "Content-Encoding": "gzip" })).status).toBe(413);
});

test("another content type is refused", async () => {
  expect((await post("search={}", { "Content-Type": "application/x-www-form-urlencoded" })).status).toBe(415);
  expect((await post("{}", { "Content-Type": "application/json; charset=latin1" })).status).toBe(415);
  expect((await post("{}", { "Content-Encoding": "compress" })).status).toBe(415);
});

test.each(["", "?source=", "?source=%7B", "?source=[]", "?source=1", "?source={}&source={}"])(
  "GET %s is refused",
  async (query) => {
    const response = await byUrl(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "parameter-invalid", errors: [{ path: "source" }] });
  },
);

test("unknown parameters make no difference", async () => {
  expect((await byUrl("?source=%7B%7D&pretty=true&x[]=1&x[]=2")).status).toBe(200);
});

test("the engine's refusal is passed on with its status and words", async () => {
  const error = { type: "parsing_exception", reason: "unknown query [x]", root_cause: [] };
  behaviour = () => Promise.reject(new SearchRejected(400, error));
  const response = await post('{"search":{"query":{"x":{}}}}');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "search-rejected", engine: error });
});

test("a page larger than the service gives is refused", async () => {
  expect((await post('{"search":{"size":501}}')).status).toBe(400);
  expect((await byUrl("?source=%7B%22size%22%3A501%7D")).status).toBe(400);
  expect((await post('{"search":{"size":500}}')).status).toBe(200);
  expect((await post('{"search":{"size":"400","from":101}}')).status).toBe(400);
  expect((await post('{"search":{"from":491}}')).status).toBe(400);
  expect((await post('{"search":{"from":490}}')).status).toBe(200);
});

test("a size counts without its decimals, as engines read it", async () => {
  expect((await post('{"search":{"size":10000.9}}')).status).toBe(400);
  expect((await post('{"search":{"from":0.9,"size":"500.9"}}')).status).toBe(200);
});

test("a missing engine is 503 with Retry-After", async () => {
  behaviour = () => Promise.reject(new SearchUnavailable("building"));
  const response = await post("{}");
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
  const detail = "The search engine is not available at the moment; try again.";
  expect(await response.json()).toMatchObject({ code: "engine-unavailable", detail });
});

test("a search that times out is 504 while it runs, and 503 with Retry-After while it waits for its turn", async () => {
  const waits = { waiting: 1, waitingPerClient: 1, newlyWaitingPerRunning: 1 };
  const admission = new Admission({ running: 1, open: 1, openPerClient: 1, ...waits });
  const admitted = searchRoutes({
    engineFor: () => admission.engineFor("client", engine),
    read: unlimitedRead,
    page: 500,
  });
  const url = `${await serveRoutes(onTestFinished, admitted)}${path}?source=%7B%7D`;
  behaviour = () => new Promise(() => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());

  const running = fetch(url);
  await vi.waitFor(() => expect(admission.counts.running).toBe(1), 20_000);
  await vi.advanceTimersByTimeAsync(SEARCH_TIMEOUT_MS);
  const ended = await running;
  expect(ended.status).toBe(504);
  expect(await ended.json()).toMatchObject({ code: "search-timeout" });

  void admission.engineFor("another", engine).search({ body: Buffer.from("{}"), signal: new AbortController().signal });
  const waiting = fetch(url);
  await vi.waitFor(() => expect(admission.counts.waiting).toBe(1), 20_000);
  await vi.advanceTimersByTimeAsync(SEARCH_TIMEOUT_MS);
  const late = await waiting;
  expect(late.status).toBe(503);
  expect(late.headers.get("Retry-After")).toMatch(/^\d+$/);
  expect(await late.json()).toMatchObject({ code: "busy" });
});

test("some of eighty concurrent searches wait and are answered later, and the rest are refused at once with Retry-After", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const admission = new Admission({ ...LIMITS.searches, running: 2 });
  const admitted = searchRoutes({
    engineFor: () => admission.engineFor("client", engine),
    read: unlimitedRead,
    page: 500,
  });
  const url = `${await serveRoutes(onTestFinished, admitted)}${path}?source=%7B%7D`;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  behaviour = () => begun.then(() => pieces("1"));
  const refused: Response[] = [];
  const answers = Array.from({ length: 80 }, async () => {
    const answer = await fetch(url);
    if (answer.status === 503) refused.push(answer);
    return answer.status;
  });
  await vi.waitFor(() => expect(refused).toHaveLength(54), { timeout: 10_000 });
  expect(refused.every(({ headers }) => headers.get("Retry-After") === "1")).toBe(true);
  expect(asked).toHaveLength(2);
  begin();
  expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(26);
});

test("a failure of the engine is a problem before the answer begins, and cuts the connection later", async () => {
  const lost = { next: () => Promise.reject(new SearchUnavailable("lost")) };
  behaviour = () => ({ [Symbol.asyncIterator]: () => lost });
  expect((await post("{}")).status).toBe(503);

  behaviour = async function* () {
    yield Buffer.from('{"hits":"');
    yield Buffer.alloc(1024 * 1024, "x");
    yield Buffer.from("x");
    throw new SearchUnavailable("lost");
  };
  await expect(post("{}").then((response) => response.text())).rejects.toThrow();
});

// Fails by its time limit.
test("a reader who leaves cancels the search", async () => {
  const cancelled = new Promise<void>((resolve) => {
    behaviour = ({ signal }) => {
      signal.addEventListener("abort", () => resolve());
      client.destroy();
      return new Promise(() => undefined);
    };
  });
  const { hostname, port } = new URL(base);
  const client = connect(Number(port), hostname, () => {
    client.write(`GET ${path}?source=%7B%7D HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
  await cancelled;
});

test("HEAD answers as GET does, without the body", async () => {
  const response = await fetch(`${base}${path}?source=%7B%7D`, { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
});
