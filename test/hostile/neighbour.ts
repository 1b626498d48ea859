import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { Client } from "../end-to-end/client.ts";
import { PASSWORD, type System } from "../end-to-end/system.ts";
import { crowdedMs, longestLiveMs } from "../live-probe.ts";

/** Makes a system take the addresses of `attackerOf` and `neighbourOf` for its clients'. */
export const SEVERAL_CLIENTS = { AIRLOG_TRUSTED_PROXIES: "127.0.0.1,::1" } as const;

const LIVE_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 10_000;
const REST_MS = 400;

export const attackerOf = (system: System): Client => system.with({ "X-Forwarded-For": "198.51.100.7" });
export const neighbourOf = (system: System): Client => system.with({ "X-Forwarded-For": "203.0.113.9" });

export async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const started = performance.now();
  const value = await work;
  return { value, ms: performance.now() - started };
}

/** Expects that a second client is served, by records of `addManySided`, until the searches of others are done. */
export async function expectServedMeanwhile(system: System, searches: Promise<unknown>): Promise<void> {
  const longest = await longestLiveMs(system.urlOf("/health/live"), () => servedMeanwhile(system, searches));
  expect(longest).toBeLessThan(crowdedMs(LIVE_TIMEOUT_MS));
}

/** The neighbour pauses between requests: each login takes a processor for as long as some of the searches. */
async function servedMeanwhile(system: System, searches: Promise<unknown>): Promise<void> {
  const neighbour = neighbourOf(system);
  let isOver = false;
  const over = searches.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  do {
    const found = await timed(
      neighbour.search({ query: { term: { "identification.identifier.pid.keyword": "hostile-7" } } }),
    );
    expect(found.value.pids).toEqual(["hostile-7"]);
    expect(found.ms).toBeLessThan(ANSWER_TIMEOUT_MS);
    const login = await timed(neighbour.post("/api/auth/token", { username: "provider", password: PASSWORD }));
    expect(login.value.status).toBe(200);
    expect(login.ms).toBeLessThan(ANSWER_TIMEOUT_MS);
    await Promise.race([over, setTimeout(REST_MS)]);
  } while (!isOver);
  await over;
}
