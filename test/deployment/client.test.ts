import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Client } from "./client.ts";

let client: Client;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => Response.json({ code: "engine-unavailable" }, { status: 503 }));
  client = new Client("http://service.test", "");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("an outage lasts from the first request that is refused in a restart to the last one", async () => {
  for (const outageMs of [3_000, 1_000]) {
    client.mayRefuse = true;
    await client.read("/aq/utd", {});
    vi.advanceTimersByTime(outageMs);
    await client.read("/aq/utd", {});
    client.mayRefuse = false;
    vi.advanceTimersByTime(60_000);
  }
  expect(client.report).toMatchObject({ longestOutageMs: 3_000, refused: new Map([["engine-unavailable", 4]]) });
  expect(client.report.failures.size).toBe(0);
});

test("any other refusal is a failure", async () => {
  await client.read("/aq/utd", {});
  expect([...client.report.failures.keys()]).toEqual([expect.stringContaining("/aq/utd answered 503")]);
});
