import { EventEmitter, getEventListeners } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createNetServer, type Socket } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { Authority } from "../../../test/certificates.ts";
import { folderUntil } from "../../../test/folder.ts";
import { listenLocally } from "../../../test/listen.ts";
import { notedWatch } from "../../../test/watch.ts";
import type { Watch } from "../../engine-watch.ts";
import type { ElasticsearchSettings } from "../../settings/elasticsearch.ts";
import { type SearchSignal, SearchUnavailable } from "../port.ts";
import { Cluster } from "./cluster.ts";
import { ElasticsearchSearch } from "./engine.ts";

const servers: Server[] = [];
const clusters: Cluster[] = [];
afterEach(async () => {
  await Promise.all(clusters.splice(0).map((cluster) => cluster.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A double of a node, which answers as given and identifies as Elasticsearch. */
async function node(answer: RequestListener): Promise<string> {
  const server = createServer(asElasticsearch(answer));
  return `http://${await listening(server)}`;
}

function asElasticsearch(answer: RequestListener): RequestListener {
  return (request, response) => {
    response.setHeader("x-elastic-product", "Elasticsearch");
    response.setHeader("content-type", "application/json");
    answer(request, response);
  };
}

/** Host and port. */
async function listening(server: Server): Promise<string> {
  servers.push(server);
  return listenLocally(server);
}

function connect(settings: ElasticsearchSettings, watch?: Watch): Cluster {
  const cluster = new Cluster(settings, watch);
  clusters.push(cluster);
  return cluster;
}

const never = new AbortController().signal;

async function authorization(settings: Omit<ElasticsearchSettings, "nodes">): Promise<string | undefined> {
  let seen: string | undefined;
  const url = await node((request, response) => {
    seen = request.headers.authorization;
    response.end('{"status":"green"}');
  });
  expect(await connect({ nodes: [url], ...settings }).health(never)).toBe("green");
  return seen;
}

test("user and password go with every request", async () => {
  const password = "pässword:with=signs";
  const basic = Buffer.from(`airlog:${password}`).toString("base64");
  expect(await authorization({ username: "airlog", password })).toBe(`Basic ${basic}`);
});

test("an API key takes precedence over user and password", async () => {
  expect(await authorization({ username: "airlog", password: "x", apiKey: "aWQ6a2V5" })).toBe("ApiKey aWQ6a2V5");
});

test("without credentials no authorization is sent", async () => {
  expect(await authorization({})).toBeUndefined();
});

test("a CA file that can't be read is named", () => {
  expect(() => new Cluster({ nodes: ["https://127.0.0.1:1"], caFile: "/nowhere/ca.pem" })).toThrow(
    /ELASTICSEARCH_CA_FILE can't be read: ENOENT.*\/nowhere\/ca\.pem/,
  );
});

test("a node is reached by TLS only if its certificate comes from the authority of the CA file", async () => {
  const authority = new Authority();
  const { certificate: cert, key } = authority.identity();
  const healthy = asElasticsearch((_request, response) => response.end('{"status":"green"}'));
  const address = await listening(createSecureServer({ cert, key }, healthy));
  const caFile = join(folderUntil(onTestFinished), "ca.pem");
  writeFileSync(caFile, authority.certificate);
  const nodes = [`https://${address}`];
  expect(await connect({ nodes, caFile }).health(never)).toBe("green");
  await expect(connect({ nodes }).health(never)).rejects.toThrow(
    /^Elasticsearch at 127\.0\.0\.1:\d+ can't be used: unable to verify the first certificate/,
  );
});

test("a refused password is reported, without the password", async () => {
  const url = await node((_request, response) => {
    response.statusCode = 401;
    response.end(
      '{"error":{"type":"security_exception","reason":"unable to authenticate user [airlog]"},"status":401}',
    );
  });
  const health = connect({ nodes: [url], username: "airlog", password: "secret-word" }).health(never);
  await expect(health).rejects.toMatchObject({
    name: "SearchUnavailable",
    message: expect.stringMatching(/refuses our user, password or API key \(401: unable to authenticate/),
  });
  await expect(health).rejects.not.toThrow(/secret-word/);
});

test.each([
  [503, "unavailable_shards_exception", 1, "SearchUnavailable"],
  [429, "circuit_breaking_exception", 0, "ClusterBusy"],
])(
  "a request that is refused with %i %s counts as %i failures of the engine: %s",
  async (status, type, count, name) => {
    const url = await node((_request, response) => {
      response.statusCode = status;
      response.end(JSON.stringify({ error: { type, reason: "not now" }, status }));
    });
    const watch = notedWatch();
    const health = connect({ nodes: [url] }, watch).health(never);
    await expect(health).rejects.toBeInstanceOf(SearchUnavailable);
    await expect(health).rejects.toHaveProperty("name", name);
    expect(watch.failed).toHaveBeenCalledTimes(count);
    expect(watch.answered).not.toHaveBeenCalled();
  },
);

test("a wrong address is reported", async () => {
  await expect(connect({ nodes: ["http://127.0.0.1:1"] }).health(never)).rejects.toThrow(
    /^Elasticsearch at 127\.0\.0\.1:1 can't be used: .*ECONNREFUSED/,
  );
});

test("the failure of a request contains neither its body nor the password", async () => {
  const cluster = connect({ nodes: ["http://127.0.0.1:1"], username: "airlog", password: "secret-word" });
  const sent = cluster.send({ method: "POST", path: "/_bulk", body: "what was sent" });
  const failure = inspect(await sent.catch((error: unknown) => error), { depth: 20, showHidden: true });
  expect(failure).toMatch(/ECONNREFUSED/);
  expect(failure).not.toMatch(/what was sent|secret-word|authorization/i);
});

test("another node is tried when one can't be reached", async () => {
  const url = await node((_request, response) => response.end('{"status":"yellow"}'));
  const cluster = connect({ nodes: ["http://127.0.0.1:1", url] });
  for (let time = 0; time < 4; time++) expect(await cluster.health(never)).toBe("yellow");
});

test("a node that was away gets its share of the requests again", async () => {
  const counts = [0, 0];
  let away = true;
  const urls = await Promise.all(
    counts.map((_, place) =>
      node((request, response) => {
        if (place === 0 && away) return void request.socket.destroy();
        counts[place] = (counts[place] ?? 0) + 1;
        response.end('{"status":"green"}');
      }),
    ),
  );
  const cluster = connect({ nodes: urls });
  for (let time = 0; time < 4; time++) await cluster.health(never);
  expect(counts).toEqual([0, 4]);
  away = false;
  for (let time = 0; time < 100; time++) await cluster.health(never);
  const before = [...counts];
  for (let time = 0; time < 100; time++) await cluster.health(never);
  expect(counts.map((count, place) => count - (before[place] ?? 0))).toEqual([50, 50]);
});

test("an overdue request is given up and not sent again, since a node may be working on it", async () => {
  let requests = 0;
  const silent = () => node(() => void requests++);
  const cluster = connect({ nodes: [await silent(), await silent()], requestLimit: 1_000 });
  await expect(cluster.health(never)).rejects.toThrow(/can't be used: Headers Timeout/);
  expect(requests).toBe(1);
});

test("a connection that the node has closed meanwhile is no failure", async () => {
  let connections = 0;
  const url = await node((request, response) => {
    if (connections === 1) request.socket.destroy();
    else response.end('{"status":"green"}');
  });
  servers.at(-1)?.on("connection", () => connections++);
  expect(await connect({ nodes: [url] }).health(never)).toBe("green");
  expect(connections).toBe(2);
});

test("a signal that outlives its requests keeps nothing of them", async () => {
  const url = await node((_request, response) => response.end('{"status":"green"}'));
  const { signal } = new AbortController();
  await connect({ nodes: [url] }).health(signal);
  await expect(connect({ nodes: ["http://127.0.0.1:1"] }).health(signal)).rejects.toThrow();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a request that is aborted before it has a connection ends at once", async () => {
  const server = createNetServer();
  const connected = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const leaving = new AbortController();
  const secure = `https://${await listenLocally(server)}`;
  const health = connect({ nodes: [secure] }).health(leaving.signal);
  const socket = await connected;
  leaving.abort(new Error("left"));
  await expect(health).rejects.toThrow("left");
  socket.destroy();
  server.close();
});

test("a server that is not an Elasticsearch is recognised", async () => {
  const url = await node((_request, response) => {
    response.removeHeader("x-elastic-product");
    response.end("{}");
  });
  await expect(connect({ nodes: [url] }).health(never)).rejects.toMatchObject({ name: "SearchUnavailable" });
});

const engineAt = (url: string) => new ElasticsearchSearch({ cluster: connect({ nodes: [url] }), alias: "catalogue" });

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

test("a search and its answer are passed on byte for byte", async () => {
  const sent: string[] = [];
  const answer = '{ "took":1.0, "sort":[9223372036854775807],\n "x":"\\u00e9é" }';
  const url = await node(async (request: IncomingMessage, response) => {
    sent.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${await bytesOf(request)}`);
    response.end(answer);
  });
  const engine = engineAt(url);
  const body = '{ "size": 1.0, "sort":["a"], "search_after":[9223372036854775807], "query":{"match_all":{}}}';
  const found = await engine.search({ body: Buffer.from(`--${body}--`).subarray(2, -2), signal: never });
  expect(await bytesOf(found.body)).toBe(answer);
  expect(sent).toEqual([
    `POST /catalogue/_search?timeout=30000ms&stats=&track_total_hits=true application/json ${body}`,
  ]);
});

test("a body's own track_total_hits is kept", async () => {
  const paths: (string | undefined)[] = [];
  const url = await node((request, response) => {
    paths.push(request.url);
    response.end("{}");
  });
  const engine = engineAt(url);
  for (const body of ['{"track_total_hits":false}', '{"query":{"term":{"track_total_hits":1}}}'])
    await bytesOf((await engine.search({ body: Buffer.from(body), signal: never })).body);
  expect(paths).toEqual([
    "/catalogue/_search?timeout=30000ms&stats=",
    "/catalogue/_search?timeout=30000ms&stats=&track_total_hits=true",
  ]);
});

test("a search that the language does not allow does not reach the engine", async () => {
  let asked = false;
  const url = await node((_request, response) => {
    asked = true;
    response.end("{}");
  });
  for (const body of ['{"script_fields":{}}', '{"from":9999,"size":2}', '{"query":{"wrapper":{"query":"e30="}}}']) {
    const search = engineAt(url).search({ body: Buffer.from(body), signal: never });
    await expect(search).rejects.toMatchObject({ name: "SearchRejected", status: 400 });
  }
  expect(asked).toBe(false);
});

test.each(["[]", "{", "{} {}", '{"a":1,"a":2}', "{/**/}", "\u00ff"])("%j does not reach the engine", async (body) => {
  let asked = false;
  const url = await node((_request, response) => {
    asked = true;
    response.end("{}");
  });
  const search = engineAt(url).search({ body: Buffer.from(body, "latin1"), signal: never });
  await expect(search).rejects.toMatchObject({ name: "SearchRejected", status: 400 });
  expect(asked).toBe(false);
});

/** The read side's signal for searches: only the part of AbortSignal that they need. */
class Leaving implements SearchSignal {
  aborted = false;
  reason: unknown;
  readonly #events = new EventEmitter();

  addEventListener(_type: "abort", listener: () => void): void {
    this.#events.once("abort", listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#events.off("abort", listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  leave(reason: Error): void {
    Object.assign(this, { aborted: true, reason });
    this.#events.emit("abort");
  }
}

test("a reader that leaves ends the search in the engine", async () => {
  const closed = settled();
  const leaving = new Leaving();
  const url = await node((request) => {
    request.socket.on("close", () => closed.settle());
    leaving.leave(new Error("left"));
  });
  await expect(engineAt(url).search({ body: Buffer.from("{}"), signal: leaving })).rejects.toThrow("left");
  await closed.promise;
});

test("a node lost in the middle of an answer is unavailable", async () => {
  let lose = (): void => undefined;
  const url = await node((_request, response) => {
    response.write("{");
    lose = () => response.destroy();
  });
  const { body } = await engineAt(url).search({ body: Buffer.from("{}"), signal: never });
  lose();
  const read = async () => {
    for await (const _ of body);
  };
  await expect(read()).rejects.toBeInstanceOf(SearchUnavailable);
});

test("a reader that leaves in the middle of an answer ends it", async () => {
  const closed = settled();
  const url = await node((request, response) => {
    request.socket.on("close", () => closed.settle());
    response.write("{");
  });
  const leaving = new AbortController();
  const { body } = await engineAt(url).search({ body: Buffer.from("{}"), signal: leaving.signal });
  await expect(
    (async () => {
      for await (const _ of body) leaving.abort();
    })(),
  ).rejects.toThrow();
  await closed.promise;
});

test("an answer is read at the reader's pace", async () => {
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  let written = 0;
  const url = await node((_request, response) => {
    const more = () => {
      while (written < 64 * 1024 * 1024) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
  const { body } = await engineAt(url).search({ body: Buffer.from("{}"), signal: never });
  // Until the buffers of the sockets are full, which no event reports.
  let before = -1;
  while (written === 0 || before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(written).toBeLessThan(32 * 1024 * 1024);
  expect((await bytesOf(body)).length).toBe(64 * 1024 * 1024);
});

function settled(): { readonly promise: Promise<void>; readonly settle: () => void } {
  let settle = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
