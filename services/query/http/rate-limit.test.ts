import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../../platform/config.ts";
import { routeAt, serveRoutes } from "../../../test/serve-routes.ts";
import { ClientCounts, countRead, ReadLimit } from "./rate-limit.ts";

test("a client over its share is told when to try again, and its share is renewed after a minute", async () => {
  let now = Date.parse("2024-05-01T12:00:00Z");
  const limit = countRead(new ReadLimit(2, () => new Date(now)));
  const base = await serveRoutes(onTestFinished, [
    routeAt("/x", limit, (_request, response) => void response.json({})),
  ]);
  const read = () => fetch(`${base}/x`);

  const first = await read();
  expect(first.status).toBe(200);
  expect(first.headers.get("RateLimit")).toMatch(/r=1/);
  expect(first.headers.get("RateLimit-Policy")).toMatch(/q=2; w=60/);
  expect((await read()).status).toBe(200);

  const refused = await read();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
  expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(await refused.json()).toMatchObject({ code: "too-many-requests", status: 429 });

  now += 60_001;
  expect((await read()).status).toBe(200);
});

test("a minute that began before the clock was set back has ended", () => {
  let now = 86_400_000;
  const counts = new ClientCounts(() => new Date(now), 3);
  counts.increment("a");
  expect(counts.increment("a").hits).toBe(2);
  now = 0;
  expect(counts.increment("a")).toMatchObject({ hits: 1, resetTime: 60_000 });
});

test("a proxy that writes the port of each connection names one client", async () => {
  const config = readConfig({ AIRLOG_TRUSTED_PROXIES: "127.0.0.1" });
  const limit = countRead(new ReadLimit(2, () => new Date()));
  const routes = [routeAt("/x", limit, (_request, response) => void response.json({}))];
  const base = await serveRoutes(onTestFinished, routes, config);
  const read = async (client: string) => (await fetch(`${base}/x`, { headers: { "X-Forwarded-For": client } })).status;
  expect([await read("203.0.113.8:1001"), await read("203.0.113.8:1002"), await read("203.0.113.8")]).toEqual([
    200, 200, 429,
  ]);
  expect(await read("203.0.113.9:1001")).toBe(200);
});

test("the client's key in the headers is the same within a process, and reveals the client to no other process or reader", async () => {
  const keysOf = async () => {
    const limit = countRead(new ReadLimit(10, () => new Date()));
    const base = await serveRoutes(onTestFinished, [routeAt("/x", limit, (_request, response) => void response.end())]);
    const policies = [await fetch(`${base}/x`), await fetch(`${base}/x`)].map(({ headers }) =>
      headers.get("RateLimit-Policy"),
    );
    return policies.map((policy) => /pk=:(.+):/.exec(policy ?? "")?.[1] ?? expect.unreachable());
  };
  const [first, second] = [await keysOf(), await keysOf()];
  expect(first[0]).toBe(first[1]);
  expect(first[0]).not.toBe(second[0]);
  const unsalted = createHash("sha256").update("127.0.0.1").digest("hex").slice(0, 12);
  expect([first[0], second[0]]).not.toContain(Buffer.from(unsalted).toString("base64"));
});

test("clients are counted apart and in bounded number", () => {
  const counts = new ClientCounts(() => new Date(0), 3);
  for (const client of ["a", "b", "b", "c"]) counts.increment(client);
  expect(counts.increment("b").hits).toBe(3);
  counts.increment("d");
  expect(counts.size).toBe(3);
  expect(counts.increment("b").hits).toBe(4);
  expect(counts.increment("a").hits).toBe(1);
});
