import { once } from "node:events";
import { IncomingMessage, request, ServerResponse } from "node:http";
import { connect } from "node:net";
import express, { type Response } from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { allowAnyTime, inviteBody, listen, type RunningServer, type UnreadableRequest } from "./server.ts";

/** More than a socket buffers without a reader. */
const LARGE_BYTES = 16 * 1024 ** 2;

let server: RunningServer;
let arrived: () => void;
let held: Response | undefined;
let unreadable: UnreadableRequest[];

beforeEach(async () => {
  held = undefined;
  unreadable = [];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const application = express();
  application.get("/held", (_incoming, response) => {
    held = response;
  });
  application.get("/large", (_incoming, response) => void response.end(Buffer.alloc(LARGE_BYTES)));
  application.post("/early", (_incoming, response) => void response.status(401).end());
  application.post("/:kind", async (incoming, response) => {
    if (incoming.params.kind === "endless") allowAnyTime(incoming);
    arrived();
    inviteBody(incoming);
    let bytes = 0;
    for await (const chunk of incoming) bytes += chunk.length;
    response.json({ bytes });
  });
  server = await listen(application, "127.0.0.1", 0, (each) => unreadable.push(each));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close(0);
});

/** Sends half a body, lets more than ten minutes pass, then the other half. */
async function sendSlowly(kind: string): Promise<number> {
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const sending = request(`${server.url}/${kind}`, { method: "POST", headers: { "Content-Length": "4" } });
  const status = new Promise<number>((resolve, reject) => {
    sending.once("response", (response) => resolve(response.resume().statusCode ?? 0)).on("error", reject);
  });
  sending.write("ab");
  await reached;
  vi.advanceTimersByTime(610_000);
  if (kind === "endless") sending.end("cd");
  const answer = await status;
  sending.destroy();
  return answer;
}

test("a body that takes too long is refused as such", async () => {
  expect(await sendSlowly("usual")).toBe(408);
});

test.each([
  ["no HTTP", "GARBAGE\r\n\r\n", 400, "parameter-invalid"],
  [
    "headers beyond the limit",
    `GET / HTTP/1.1\r\nHost: a\r\nA: ${"a".repeat(100_000)}\r\n\r\n`,
    431,
    "headers-too-large",
  ],
])("%s is answered with a problem, and reported for the log", async (_, sent, status, code) => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  const answer = String((await once(socket, "data"))[0]);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ status, code });
  expect(unreadable).toEqual([{ status, client: "127.0.0.1", why: expect.stringMatching(/./) }]);
  socket.destroy();
});

test("a route may give a body all the time that it needs", async () => {
  expect(await sendSlowly("endless")).toBe(200);
});

test("a body that takes too long is cut even if it was already answered", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write("POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\na");
  const answer = async () => String((await once(socket, "data"))[0]);
  expect(await answer()).toMatch(/^HTTP\/1.1 401 /);
  vi.advanceTimersByTime(610_000);
  expect(await answer()).toMatch(/^HTTP\/1.1 408 /);
  await once(socket, "close");
});

test("a body's time begins with its turn, after earlier answers on its connection", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answers = "";
  socket.on("data", (data) => {
    answers += data;
  });
  const begun = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  socket.write("GET /held HTTP/1.1\r\nHost: a\r\n\r\nPOST /usual HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
  await expect.poll(() => held).toBeDefined();
  vi.advanceTimersByTime(610_000);
  held?.send("<held>");
  await begun;
  vi.advanceTimersByTime(590_000);
  socket.write("cd");
  await expect.poll(() => answers).toContain('{"bytes":4}');
  expect(answers.match(/HTTP\/1.1 \d+|<held>/g)).toEqual(["HTTP/1.1 200", "<held>", "HTTP/1.1 200"]);
  socket.destroy();
});

/** The server's answers on a connection, until it ends, to requests sent together. */
async function exchange(requests: string, whileHeld: (first: Response) => Promise<unknown>): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = "";
  socket.on("data", (data) => (received += data));
  const ended = once(socket, "close");
  socket.write(requests);
  await expect.poll(() => held).toBeDefined();
  if (held) await whileHeld(held);
  await ended;
  return received;
}

/** Longer than the tests may take, so that no connection is cut. */
const GRACE_MS = 60_000;

/** Begins an answer. The server sends the rest of it while it closes. */
async function endWhileClosing(first: Response): Promise<void> {
  first.set("Content-Length", "5").write("who");
  const closed = server.close(GRACE_MS);
  first.end("le");
  await closed;
}

test("a kept-alive connection ends with its current answer when the server closes", async () => {
  const received = await exchange("GET /held HTTP/1.1\r\n\r\n", async (first) => {
    const closed = server.close(GRACE_MS);
    first.end("whole");
    await closed;
  });
  expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n.*Connection: close\r\n.*whole$/s);
});

test("a connection whose answer had begun when the server closes ends after it", async () => {
  const received = await exchange("GET /held HTTP/1.1\r\n\r\n", endWhileClosing);
  expect(received).toMatch(/whole$/);
});

test("a request behind an answer that had begun when the server closes is answered, and ends the connection", async () => {
  const received = await exchange("GET /held HTTP/1.1\r\n\r\nGET /none HTTP/1.1\r\n\r\n", endWhileClosing);
  expect(received).toMatch(/wholeHTTP\/1.1 404 .*Connection: close\r\n/s);
});

test("an ended answer is sent completely to a slow reader while the server closes", async () => {
  const { hostname, port } = new URL(server.url);
  const slow = connect({ host: hostname, port: Number(port) });
  slow.write("GET /large HTTP/1.1\r\n\r\n");
  await once(slow, "readable");
  let closed: Promise<void> | undefined;
  await exchange("GET /held HTTP/1.1\r\n\r\n", async (first) => {
    closed = server.close(GRACE_MS);
    first.end();
  });
  let bytes = 0;
  for await (const chunk of slow) bytes += chunk.length;
  expect(bytes).toBeGreaterThan(LARGE_BYTES);
  await closed;
});

// Fails by its time limit.
test("a connection without a request does not delay the close of the server", async () => {
  const { hostname, port } = new URL(server.url);
  const unused = connect({ host: hostname, port: Number(port) });
  const ended = once(unused, "close");
  await once(unused, "connect");
  // By now the server has accepted it.
  await fetch(`${server.url}/none`);
  await server.close(GRACE_MS);
  await ended;
});

test("a client that waits to send its body is told that its connection ends while the server closes", async () => {
  const expecting = "POST /usual HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi";
  arrived = () => undefined;
  const received = await exchange(`GET /held HTTP/1.1\r\n\r\n${expecting}`, endWhileClosing);
  expect(received).toMatch(/HTTP\/1.1 100 Continue.*Connection: close\r\n/s);
});

test("no request or answer changes its prototype, which would make it slow", async () => {
  arrived = () => undefined;
  const changed: object[] = [];
  const set = vi.spyOn(Object, "setPrototypeOf").mockImplementation((object: object, prototype) => {
    if (Object.getPrototypeOf(object) !== prototype) changed.push(object);
    Reflect.setPrototypeOf(object, prototype);
    return object;
  });
  const answer = await fetch(`${server.url}/usual`, { method: "POST", body: "abc" });
  set.mockRestore();
  expect(await answer.json()).toEqual({ bytes: 3 });
  expect(changed.filter((object) => object instanceof IncomingMessage || object instanceof ServerResponse)).toEqual([]);
});
