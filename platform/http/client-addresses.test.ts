import { Agent, request as send } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { routeAt, serveRoutes } from "../../test/serve-routes.ts";
import { readConfig } from "../config.ts";

/** Serves the client address of a request, with these proxies trusted. */
const trusting = (proxies: string) =>
  serveRoutes(
    afterAll,
    [routeAt("/client", (request, response) => void response.send(request.ip))],
    readConfig({ AIRLOG_TRUSTED_PROXIES: proxies }),
  );
const [behindProxies, direct] = [await trusting("127.0.0.1,10.0.0.0/8,2001:db8:ffff::/48"), await trusting("")];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

/** The client address of a request with these lines of X-Forwarded-For. All requests share a connection. */
const clientOf = (base: string, ...forwardedFor: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    send(`${base}/client`, { agent, headers: { "X-Forwarded-For": [...forwardedFor] } }, (answer) =>
      resolve(text(answer)),
    )
      .on("error", reject)
      .end();
  });

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:50123", "203.0.113.7"],
  ["[2001:db8:1::5]:4711", "2001:db8:1::5"],
  ["2001:DB8:1:0::5", "2001:db8:1::5"],
  ["fe80::1%eth0", "fe80::1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["192.0.2.1, 203.0.113.7", "203.0.113.7"],
  ["unknown, 203.0.113.7", "203.0.113.7"],
  ["192.0.2.1,203.0.113.7:80 , 10.0.0.9:443,::ffff:10.1.2.3", "203.0.113.7"],
  ["203.0.113.7, [2001:db8:ffff::1]:80", "203.0.113.7"],
  ["10.0.0.8, 10.0.0.9", "10.0.0.8"],
])("a trusted proxy that writes '%s' names %s", async (forwardedFor, client) => {
  expect(await clientOf(behindProxies, forwardedFor)).toBe(client);
});

test.each([
  "unknown",
  "256.1.1.1",
  "203.0.113.7, unknown",
  "203.0.113.7,",
  ",",
  "_hidden",
  '"203.0.113.7"',
  "unix:",
  "-",
])("a trusted proxy that writes '%s' is itself the client", async (forwardedFor) => {
  expect(await clientOf(behindProxies, forwardedFor)).toBe("127.0.0.1");
});

test("the last proxy named by its address is the client if it names none", async () => {
  expect(await clientOf(behindProxies, "203.0.113.7, unknown, 10.0.0.9:80")).toBe("10.0.0.9");
});

test("lines of the header count in their order", async () => {
  expect(await clientOf(behindProxies, "192.0.2.1", "203.0.113.7", "10.0.0.9")).toBe("203.0.113.7");
});

test("reading a list stops at the maximum number of trusted proxies", async () => {
  const proxies = Array.from({ length: 40 }, (_, index) => `10.0.0.${index}`);
  expect(await clientOf(behindProxies, ["203.0.113.7", ...proxies].join())).toBe("10.0.0.8");
});

test("an untrusted peer can't name a client", async () => {
  expect(await clientOf(direct, "203.0.113.7")).toBe("127.0.0.1");
});
