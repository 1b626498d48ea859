import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { routeAt, serveRoutes } from "../../test/serve-routes.ts";

const base = await serveRoutes(afterAll, [routeAt("/x", (_request, response) => void response.send("done"))]);

/** The status and the body of the answer to a request with these lines. */
async function answerTo(...lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined).write(`${lines.join("\r\n")}\r\n\r\n`);
  const answer = String((await once(socket, "data"))[0]);
  socket.destroy();
  return answer.replace(/^HTTP\/1\.1 (\d+) .*?\r\n\r\n/s, "$1 ");
}

const GET = "GET /x HTTP/1.1";

test.each([
  ["a name", "Host: airlog.example"],
  ["a name and a port", "Host: air_log.example:8080"],
  ["an IPv6 address", "Host: [2001:db8::1]:80"],
  ["nothing", "Host:"],
])("a host may be %s", async (_, line) => {
  expect(await answerTo(GET, line)).toBe("200 done");
});

test.each([
  ["two Host headers", "Host: a\r\nhost: b"],
  ["the same Host header twice", "Host: a\r\nX: y\r\nHOST: a"],
  ["no Host header", "X: y"],
  ["an invalid host", "Host: a/b"],
  ["a host with a user", "Host: user@a"],
  ["hosts in a list", "Host: a b"],
  ["two tokens", "Host: a\r\nAuthorization: Bearer x\r\nAuthorization: Bearer y"],
  ["two keys", "Host: a\r\nIdempotency-Key: x\r\nIdempotency-Key: y"],
  ["two positions", "Host: a\r\nMin-Event-Position: x\r\nMin-Event-Position: y"],
  ["two content types", "Host: a\r\nContent-Type: text/csv\r\nContent-Type: application/json"],
])("a request with %s is refused", async (_, lines) => {
  expect(await answerTo(GET, lines)).toMatch(/^400 .*"code":"parameter-invalid"/s);
});

test("two lengths, or a length and chunks, are refused by the parser", async () => {
  const post = "POST /x HTTP/1.1\r\nHost: a";
  for (const lines of ["Content-Length: 0\r\nContent-Length: 0", "Content-Length: 0\r\nTransfer-Encoding: chunked"]) {
    expect(await answerTo(post, lines)).toMatch(/^400 /);
  }
});

test("HTTP/1.0 needs no Host header, may not have two, and has no chunks", async () => {
  expect(await answerTo("GET /x HTTP/1.0")).toBe("200 done");
  expect(await answerTo("GET /x HTTP/1.0", "Host: a", "Host: b")).toMatch(/^400 /);
  expect(await answerTo("GET /x HTTP/1.0", "Transfer-Encoding: chunked", "", "0")).toMatch(/^400 /);
});

test("headers that make a list may come on several lines", async () => {
  expect(await answerTo(GET, "Host: a", "Prefer: wait=1", "Prefer: return=minimal", "Accept: a/b", "Accept: c/d")).toBe(
    "200 done",
  );
});

test("the host of an absolute URL in the request line counts, whatever Host says", async () => {
  expect(await answerTo("GET http://other.example/x HTTP/1.1", "Host: a")).toBe("200 done");
});

test("more headers than Node reads are refused, so that none is lost", async () => {
  const others = (count: number) => Array.from({ length: count }, (_, index) => `h${index}: 1`);
  expect(await answerTo(GET, ...others(999), "Host: a")).toBe("200 done");
  expect(await answerTo(GET, "Host: a", ...others(1000))).toMatch(/^431 .*"code":"headers-too-large"/s);
});
