import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startCommandService } from "../../../test/command-service.ts";
import { record } from "../../../test/records.ts";

const MAX = 1024 * 1024;

const service = await startCommandService({ AIRLOG_MAX_BODY: "1MiB" });

const add = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  service.send("POST", "/api/provider/metadata/add", { as: "admin", body, headers });
const gzip = (body: string | Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(body));
const packed = { "Content-Encoding": "gzip" };
const padded = (size: number): string => "[]".padEnd(size, " ");

/** Sends a body in chunks, so that its size is not known beforehand. */
async function addInChunks(chunks: readonly string[], headers: Readonly<Record<string, string>> = {}) {
  const token = await service.token("admin");
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const authorized = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers };
  const request = { method: "POST", headers: authorized, body, duplex: "half" };
  const response = await fetch(`${service.url}/api/provider/metadata/add`, request);
  return { status: response.status, json: response.status === 200 ? undefined : await response.json() };
}

async function uploadMemory(): Promise<unknown> {
  const metrics = await service.metrics.getMetricsAsJSON();
  return metrics.find(({ name }) => name === "airlog_upload_memory_bytes")?.values[0]?.value;
}

test("a body may have its full size, known beforehand or not, and no byte more", async () => {
  const chunks = (size: number) => padded(size).match(/.{1,65536}/gs) ?? [];
  expect(await add(padded(MAX))).toMatchObject({ status: 200 });
  expect(await add(padded(MAX + 1))).toMatchObject({ status: 413, json: { code: "body-too-large" } });
  expect(await addInChunks(chunks(MAX))).toMatchObject({ status: 200 });
  expect(await addInChunks(chunks(MAX + 1))).toMatchObject({ status: 413, json: { code: "body-too-large" } });
});

test("a packed body may have its full size when it is unpacked", async () => {
  expect(await add(gzip(padded(MAX)), packed)).toMatchObject({ status: 200 });
  expect(await add(gzip(padded(MAX + 1)), packed)).toMatchObject({ status: 413, json: { code: "body-too-large" } });
});

test("a gzip bomb is stopped", async () => {
  const bomb = gzip(new Uint8Array(500 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(MAX);
  const begin = process.memoryUsage().arrayBuffers;
  expect(await add(bomb, packed)).toMatchObject({ status: 413 });
  expect(process.memoryUsage().arrayBuffers - begin).toBeLessThan(100 * MAX);
});

test("a body that is declared as packed and is not is refused", async () => {
  expect(await add("[]", packed)).toMatchObject({ status: 400, json: { code: "body-not-json" } });
  const cut = gzip(JSON.stringify([record("cut")])).slice(0, -20);
  expect(await add(cut, packed)).toMatchObject({ status: 400, json: { detail: "The body is not valid gzip." } });
});

test.each([
  [{ "Content-Type": "text/plain" }, 415],
  [{ "Content-Type": "application/x-www-form-urlencoded" }, 415],
  [{ "Content-Type": "application/json; charset=iso-8859-1" }, 415],
  [{ "Content-Encoding": "br" }, 415],
  [{ "Content-Encoding": "gzip, gzip" }, 415],
  [{ "Content-Type": "application/json; charset=UTF-8" }, 200],
  [{ "Content-Type": 'Application/JSON;charset="utf-8"' }, 200],
  [{ "Content-Type": "application/vnd.nilu+json" }, 200],
  [{ "Content-Encoding": "identity" }, 200],
])("a body sent with %j is answered %i", async (headers, status) => {
  expect(await add("[]", headers)).toMatchObject({ status });
});

test("an empty body is no JSON", async () => {
  expect(await add("")).toMatchObject({ status: 400, json: { code: "body-not-json" } });
});

test("callers that may not write are refused before the body is read", async () => {
  const answer = await service.send("POST", "/api/provider/metadata/add", { body: padded(2 * MAX) });
  expect(answer).toMatchObject({ status: 401 });
});

test("a connection that is closed early leaves nothing behind", async () => {
  const token = await service.token("admin");
  const { port } = new URL(service.url);
  for (const encoding of ["identity", "gzip"]) {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `POST /api/provider/metadata/add HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: 900000\r\n\r\n`,
    );
    socket.write(encoding === "gzip" ? gzip(padded(500_000)).subarray(0, 100) : padded(500_000));
    await expect.poll(uploadMemory, { interval: 5 }).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(uploadMemory).toBe(0);
  }
  expect(await add([record("after")])).toMatchObject({ status: 200 });
});

test("bodies that are declared large and come slowly keep nobody else out", async () => {
  const { port } = new URL(service.url);
  await service.addAccount("dribbler", "slow", ["metadata_provider"]);
  const token = await service.token("dribbler");
  const sockets = Array.from({ length: 6 }, () => connect(Number(port), "127.0.0.1"));
  for (const socket of sockets) {
    socket.write(
      `POST /api/provider/metadata/add HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${MAX}\r\n\r\n${padded(300_000)}`,
    );
  }
  await expect.poll(uploadMemory).toBeGreaterThan(MAX / 2);
  expect(await uploadMemory()).toBeLessThan(3 * MAX);
  expect(await add(padded(MAX))).toMatchObject({ status: 200 });
  for (const socket of sockets) socket.destroy();
  await expect.poll(uploadMemory).toBe(0);
});

test("a declared length beyond the limit is refused before the client is asked for the body", async () => {
  const { hostname, port } = new URL(service.url);
  const token = await service.token("admin");
  for (const [length, answer] of [
    [MAX + 1, /^HTTP\/1.1 413 /],
    [2, /^HTTP\/1.1 100 /],
  ] as const) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/provider/metadata/add HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`,
    );
    expect(String((await once(socket, "data"))[0])).toMatch(answer);
    socket.destroy();
  }
});

test.each(["identity", "gzip"])(
  "the connection goes on after a body was refused before its end (%s)",
  async (encoding) => {
    const { hostname, port } = new URL(service.url);
    const token = await service.token("admin");
    const socket = connect(Number(port), hostname);
    let answers = "";
    socket.on("data", (bytes) => {
      answers += String(bytes);
    });
    const body = encoding === "gzip" ? gzip(new Uint8Array(20 * MAX)) : Buffer.from(padded(8 * MAX));
    socket.write(
      `POST /api/provider/metadata/add HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Encoding: ${encoding}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
    );
    socket.write(body);
    socket.write("\r\n0\r\n\r\nGET /.well-known/jwks.json HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect
      .poll(() => answers.match(/HTTP\/1.1 \d+/g), { timeout: 5_000 })
      .toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
    socket.destroy();
  },
);

test("a body holds its memory until its request is done", async () => {
  let adding: Promise<unknown> | undefined;
  await service.database.transaction(async (transaction) => {
    await transaction.query("lock table events in access exclusive mode");
    adding = add([record("held", { own: "x".repeat(100_000) })]);
    const locks = "select from pg_locks where not granted and relation = 'events'::regclass";
    await expect.poll(() => transaction.query(locks)).toHaveLength(1);
    expect(await uploadMemory()).toBeGreaterThan(100_000);
  });
  expect(await adding).toMatchObject({ status: 200 });
  expect(await uploadMemory()).toBe(0);
});
