import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenLocally } from "../../../test/listen.ts";
import type { Change } from "../documents/source.ts";
import { catalogueMapping } from "../mapping.ts";
import { sendChanges } from "./bulk.ts";
import { Cluster } from "./cluster.ts";

/** The double's answers to requests, in turn; the last one is repeated. */
let answers: ((lines: readonly string[]) => { status: number; body: object })[];
let requests: string[][];
let reduced: string[];
let server: Server;
let cluster: Cluster;

beforeEach(async () => {
  requests = [];
  reduced = [];
  answers = [() => ok()];
  server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    expect(text.endsWith("\n")).toBe(true);
    const lines = text.slice(0, -1).split("\n");
    requests.push(lines);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    const { status, body } = answer?.(lines) ?? ok();
    response.writeHead(status, { "content-type": "application/json", "x-elastic-product": "Elasticsearch" });
    response.end(JSON.stringify(body));
  });
  cluster = new Cluster({ nodes: [`http://${await listenLocally(server)}`] });
});
afterEach(async () => {
  await cluster.close();
  await new Promise((resolve) => server.close(resolve));
});

const ok = () => ({ status: 200, body: { errors: false, items: [] } });
const items = (...list: readonly (readonly [status: number, type?: string])[]) => ({
  status: 200,
  body: {
    errors: true,
    items: list.map(([status, type]) => ({ index: { status, ...(type && { error: { type, reason: "because" } }) } })),
  },
});
const put = (id: string, sequence: number, document = `{"n":${sequence}}`): Change => ({
  id,
  sequence,
  document: Buffer.from(document),
});

async function send(changes: readonly Change[], signal = new AbortController().signal): Promise<void> {
  const onReduced = (id: string) => reduced.push(id);
  await sendChanges(cluster, changes, { alias: "feed", mapping: catalogueMapping, signal, onReduced });
}

test("changes are sent with their sequence as version, and documents unchanged", async () => {
  await send([put('a"\n', 7, '{ "x" : 1.0 }'), { id: "b", sequence: 8, document: undefined }]);
  expect(requests).toEqual([
    [
      '{"index":{"_id":"a\\"\\n","version":7,"version_type":"external"}}',
      '{ "x" : 1.0 }',
      '{"delete":{"_id":"b","version":8,"version_type":"external"}}',
    ],
  ]);
});

test("a conflict means that the index has this change or a later one", async () => {
  answers = [() => items([409, "version_conflict_engine_exception"], [201])];
  await send([put("a", 1), put("b", 2)]);
  expect(requests).toHaveLength(1);
});

test("a deletion of a missing document is done", async () => {
  answers = [() => items([404], [201])];
  await send([{ id: "a", sequence: 1, document: undefined }, put("b", 2)]);
  expect(requests).toHaveLength(1);
});

test("only operations that the engine was too busy for are sent again", async () => {
  answers = [
    () => items([201], [429, "es_rejected_execution_exception"], [503, "unavailable_shards_exception"]),
    () => ({ status: 429, body: { error: { type: "circuit_breaking_exception", reason: "memory" } } }),
    () => ok(),
  ];
  await send([put("a", 1), put("b", 2), put("c", 3)]);
  expect(requests.map((lines) => lines.filter((line) => line.startsWith('{"n"')))).toEqual([
    ['{"n":1}', '{"n":2}', '{"n":3}'],
    ['{"n":2}', '{"n":3}'],
    ['{"n":2}', '{"n":3}'],
  ]);
});

test("a refused document is sent in a reduced form once it is identified", async () => {
  answers = [() => items([201], [400, "document_parsing_exception"]), () => ok()];
  await send([put("a", 1), put("b", 2, '{"product_type":"model","a..b":1}')]);
  expect(requests[1]?.[1]).toBe('{"product_type":"model"}');
  expect(reduced).toEqual(["b"]);
});

test("a document that is refused in every form is named", async () => {
  answers = [() => items([400, "document_parsing_exception"])];
  await expect(send([put("a", 1)])).rejects.toThrow("document a can't be indexed: document_parsing_exception: because");
});

test("a document nested deeply enough to crash the engine is never sent to it", async () => {
  await send([put("a", 1, `{"product_type":"model","x":${"[".repeat(1_000)}${"]".repeat(1_000)}}`)]);
  expect(requests).toEqual([[expect.any(String), '{"product_type":"model"}']]);
  expect(reduced).toEqual(["a"]);
});

test("an alias without an index is recognised", async () => {
  answers = [() => items([404, "index_not_found_exception"])];
  await expect(send([put("a", 1)])).rejects.toMatchObject({ name: "IndexLost" });
});

test("a request with a refused password is not sent again", async () => {
  answers = [() => ({ status: 401, body: { error: { type: "security_exception", reason: "no" } } })];
  await expect(send([put("a", 1)])).rejects.toThrow(/user, password or API key/);
  expect(requests).toHaveLength(1);
});

test("many large documents go in several requests", async () => {
  const large = `{"x":"${"x".repeat(3 * 1024 * 1024)}"}`;
  await send([1, 2, 3, 4, 5].map((n) => put(`pid-${n}`, n, large)));
  expect(requests.map((lines) => lines.length / 2)).toEqual([2, 2, 1]);
});

test("nothing more is sent after the follower gives up", async () => {
  const giving = new AbortController();
  answers = [
    () => {
      giving.abort(new Error("given up"));
      return items([429, "es_rejected_execution_exception"]);
    },
  ];
  await expect(send([put("a", 1)], giving.signal)).rejects.toThrow();
  expect(requests).toHaveLength(1);
});
