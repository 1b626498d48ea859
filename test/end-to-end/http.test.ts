import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facility } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
  const large = facility("0lym", { description: "x".repeat(5000) });
  const { position } = await system.as("registrar").post("/api/provider/facilities/add", large);
  await system.reader.get("/api/facilities", { after: position });
});
afterAll(() => system.close());

describe("paths", () => {
  test.each([
    "//api//version",
    "/api/version/",
    "/api/version?x=1&x=2",
    "/api//facilities/0lym//",
    "/lookup/%61reas",
    "/api/%76ersion",
    "/%41PI/%56%65%72%73%69%6f%6E/",
    "/api/facilities/%30l%79m",
    "/obs/utd%2Ecsv",
    "/%64ocs",
    "/openapi%2ejson",
    "/health/%6Cive",
    "/%2Ewell%2Dknown/jwks.json",
  ])("GET %s answers 200", async (path) => {
    expect((await system.reader.get(path)).status).toBe(200);
  });

  test("a request line with an absolute URL answers 200", async () => {
    const { hostname, port } = new URL(system.urlOf("/api/version"));
    const path = "http://catalogue.example/api/version";
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode))
        .once("error", reject)
        .end();
    });
    expect(status).toBe(200);
  });

  test.each([
    "/",
    "/docs",
    "/docs/problems",
    "/openapi.json",
    "/health/live",
    "/health/ready",
    "/metrics",
    "/api/version",
  ])("GET and HEAD %s answer 200", async (path) => {
    expect((await system.reader.get(path)).status).toBe(200);
    expect((await system.reader.send("HEAD", path)).status).toBe(200);
  });

  test.each(["/api", "/api%2Fversion", "/api/%2576ersion", "/api/metadata", "/nothing", "/api/provider/metadata"])(
    "GET %s answers 404 route-unknown",
    async (path) => {
      expect((await system.reader.get(path)).json()).toMatchObject({
        status: 404,
        code: "route-unknown",
        instance: path,
      });
    },
  );

  test.each([
    ["/docs/nothing", "*/*"],
    ["/docs/nothing", "text/html,*/*;q=0.8"],
    ["/nothing", "text/html,*/*;q=0.8"],
  ])("%s for Accept: %s is a page, with the style that it names", async (path, accept) => {
    const answer = await fetch(system.urlOf(path) + path, { headers: { Accept: accept } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    const [style = ""] = /\/assets\/portal-\w+\.css/.exec(await answer.text()) ?? [];
    expect((await system.reader.get(style)).headers.get("Content-Type")).toBe("text/css; charset=utf-8");
  });

  test("a path that is not properly encoded is refused", async () => {
    expect((await system.reader.get("/api/facilities/%E0%A4%A")).json()).toMatchObject({
      status: 400,
      code: "parameter-invalid",
    });
  });

  test.each([
    ["PUT", "/api/facilities", "GET, HEAD"],
    ["GET", "/api/provider/metadata/add", "POST"],
    ["DELETE", "/api/metadata/search", "GET, HEAD, POST"],
    ["DELETE", "/api/provider/stations/add", "POST"],
    ["DELETE", "/api/provider/stations/Update/", "POST"],
    ["DELETE", "/api/provider/timeseries/add", "POST"],
    ["DELETE", "/api/provider/timeseries/%61dd", "POST"],
    ["PUT", "/api/f%61cilities", "GET, HEAD"],
    ["PUT", "/api/provider/stations/17", "DELETE"],
  ])("%s %s answers 405 with Allow", async (method, path, allow) => {
    const answer = await system.reader.send(method, path);
    expect(answer.json()).toMatchObject({ status: 405, code: "method-not-allowed" });
    expect(answer.headers.get("Allow")).toBe(allow);
  });

  test("where an id may be any text, the last part of another route is one", async () => {
    const path = "/api/provider/facilities/add";
    const { status } = await fetch(`${system.urlOf(path)}${path}`, { method: "DELETE" });
    expect(status).toBe(401);
  });

  test("OPTIONS lists the methods of a path in Allow", async () => {
    const answer = await system.reader.send("OPTIONS", "/api/metadata/search");
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD, POST");
    expect((await system.reader.send("OPTIONS", "/api/met%61data/search")).headers.get("Allow")).toBe(
      "GET, HEAD, POST",
    );
    expect((await system.reader.send("OPTIONS", "/api/nothing")).status).toBe(404);
  });
});

describe("requests that are no proper HTTP", () => {
  test.each([
    ["without Host", "GET /api/version HTTP/1.1\r\n\r\n", 400, "parameter-invalid"],
    ["with an unknown Expect", "GET /api/version HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", 417, "expectation-failed"],
    ["with another request line", "GARBAGE\r\n\r\n", 400, "parameter-invalid"],
    [
      "with two lengths",
      "POST /api/auth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "parameter-invalid",
    ],
    [
      "with headers beyond the limit",
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(200_000)}\r\n\r\n`,
      431,
      "headers-too-large",
    ],
    [
      "with a body for a search beyond the limit, which never comes",
      "POST /api/metadata/search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900000000\r\n\r\n",
      413,
      "body-too-large",
    ],
  ])("%s get a problem document", async (_what, bytes, status, code) => {
    const { hostname, port } = new URL(system.queryUrl);
    const socket = connect(Number(port), hostname);
    // The server may close before all of it was sent.
    socket.on("error", () => undefined).write(bytes);
    const answer = String((await once(socket, "data"))[0]);
    socket.destroy();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain("application/problem+json");
    expect(answer).toContain(`"code":"${code}"`);
  });
});

describe("answers", () => {
  test("every member of the version is a non-empty string", async () => {
    const version = (await system.reader.get("/api/version")).json();
    expect(version).toMatchObject({ name: "airlog", api: "v3" });
    expect(Object.keys(version).sort()).toEqual(["api", "built", "commit", "name", "version"]);
    for (const value of Object.values(version)) expect(value).toEqual(expect.stringMatching(/./));
  });

  test.each(["br", "gzip"])("are compressed with %s on request", async (encoding) => {
    for (const path of ["/api/facilities", "/api/facilities/0lym", "/docs"]) {
      const answer = await system.reader.get(path, { headers: { "Accept-Encoding": encoding } });
      expect(answer.headers.get("Content-Encoding")).toBe(encoding);
      expect(answer.headers.get("Vary")).toContain("Accept-Encoding");
    }
  });

  test("name neither the server nor its framework", async () => {
    const answer = await system.reader.get("/api/version");
    for (const name of ["X-Powered-By", "Server"]) expect(answer.headers.has(name)).toBe(false);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("carry the request's correlation id", async () => {
    const answer = await system.reader.get("/api/version", { headers: { "X-Correlation-ID": "abc-1" } });
    expect(answer.headers.get("X-Correlation-ID")).toBe("abc-1");
  });

  test("of /health/ready name the engines and views", async () => {
    const read = async () =>
      (await system.reader.get("/health/ready")).json<{
        status: string;
        components: Record<string, { state: string }>;
      }>();
    await expect.poll(read, { timeout: 10_000 }).toMatchObject({ status: "up" });
    const { components } = await read();
    expect(Object.keys(components)).toEqual(expect.arrayContaining(["database", "facilities", "search"]));
  });
});

describe("a client over the rate limit", () => {
  let limited: System;
  beforeAll(async () => {
    limited = await oneProcess.start({ AIRLOG_RATE_LIMIT: "5" });
  });
  afterAll(() => limited.close());

  test("gets 429 from every public read, and may still write", async () => {
    for (let left = 4; left >= 0; left--) {
      const answer = await limited.reader.get("/api/version");
      expect(answer.headers.get("RateLimit")).toContain(`r=${left}`);
    }
    const paths = [
      "/api/facilities",
      "/api/facilities/0lym",
      "/api/metadata/search?source={}",
      "/api/compat/metadata/search/ext",
      "/api/metadata/record?pid=x",
      "/api/metadata/history?pid=x",
      "/api/version",
    ];
    for (const path of paths) {
      const answer = await limited.reader.get(path);
      expect(answer.json(), path).toMatchObject({ status: 429, code: "too-many-requests" });
      expect(answer.headers.get("RateLimit-Policy")).toContain("q=5");
    }
    const added = await limited.as("registrar").post("/api/provider/facilities/add", facility("limited"));
    expect(added.status).toBe(200);
    expect((await limited.reader.get("/health/ready")).status).toBe(200);
  });
});

describe("CORS: browsers on other hosts", () => {
  const exposed = ["ETag", "Event-Position", "Preference-Applied", "Retry-After", "RateLimit"];

  test("may read, and see the exposed headers of failures too", async () => {
    for (const path of ["/api/facilities", "/api/facilities/unknown", "/nothing", "/api/provider/metadata/add"]) {
      const answer = await system.reader.get(path, { headers: { Origin: "https://portal.example" } });
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
      for (const name of exposed) expect(answer.headers.get("Access-Control-Expose-Headers")).toContain(name);
    }
  });

  test("may send preflight requests", async () => {
    const names = [
      ...["content-type", "min-event-position", "if-none-match", "last-event-id"],
      ...["authorization", "idempotency-key", "prefer"],
    ];
    for (const [method, path] of [
      ["POST", "/api/metadata/search"],
      ["POST", "/api/provider/metadata/add"],
      ["DELETE", "/api/provider/facilities/x"],
    ] as const) {
      const answer = await system.reader.send("OPTIONS", path, {
        headers: {
          Origin: "https://portal.example",
          "Access-Control-Request-Method": method,
          "Access-Control-Request-Headers": names.join(", "),
        },
      });
      expect(answer.status, path).toBe(204);
      expect(answer.headers.get("Access-Control-Allow-Methods")).toContain(method);
      const allowed = answer.headers.get("Access-Control-Allow-Headers")?.toLowerCase();
      for (const name of names) expect(allowed).toContain(name);
    }
  });
});
