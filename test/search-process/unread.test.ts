import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { highestDuring } from "../highest.ts";
import { repeated } from "../hostile/hostile-search.ts";
import { crowdedMs, longestLiveMs } from "../live-probe.ts";
import { record } from "../records.ts";
import { type WholeSystem, wholeSystemUntil } from "./whole-system.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const RECORDS = 8_000;
const BATCH = 1_000;
const AT_ONCE = 200;
/**
 * The clients may have 64 answers open, of some 20 MB each: whole, these would take more than the memory that is allowed.
 */
const CLIENTS = 8;
const MEBIBYTE = 2 ** 20;
/** Allowed growth of all processes together. */
const MAX_GROWTH = 900 * MEBIBYTE;
/** Least number of answers that have begun: more than a thread holds of those with long names. */
const MIN_BEGUN = 32;
const BEGUN_WITHIN_MS = 40_000;
/** Time during which nobody reads. */
const UNREAD_MS = 3_000;
const SAMPLE_INTERVAL_MS = 100;

let system: WholeSystem;
let agent: Agent;
const open: (() => Promise<void>)[] = [];
beforeEach(() => {
  agent = new Agent({ keepAlive: false });
});
afterEach(() => agent.destroy());
afterAll(async () => {
  for (const end of open.reverse()) await end();
});
beforeAll(async () => {
  system = await wholeSystemUntil((end) => open.push(end), {
    AIRLOG_TRUSTED_PROXIES: "127.0.0.1,::1",
  });
  const provider = system.as("provider");
  for (let from = 0; from < RECORDS; from += BATCH) {
    const added = await provider.post(
      "/api/provider/metadata/add",
      repeated(BATCH, (n) => long(from + n)),
      { headers: { Prefer: "wait=60" } },
    );
    expect(added.status).toBe(200);
  }
});

const long = (n: number) =>
  record(`long-${n}`, {
    identification: {
      identifier: { pid: `long-${n}`, pid_type: "other PID" },
      title: `Ozone ${n} at a place`,
      abstract: `The quick brown fox ${n} jumps over the lazy dog. `.repeat(50),
    },
  });

/** The head of an answer whose rest is never read; undefined: the connection ended. */
function unread(search: object, n: number): Promise<IncomingMessage | undefined> {
  const body = Buffer.from(JSON.stringify({ search }));
  return new Promise((resolve) => {
    const headers = {
      ...{ "Content-Type": "application/json", "Content-Length": body.length },
      "X-Forwarded-For": `198.51.100.${n % CLIENTS}`,
    };
    request(new URL("/api/metadata/search", system.queryUrl), { agent, method: "POST", headers }, resolve)
      .once("error", () => resolve(undefined))
      .end(body);
  });
}

/** The search process reports its own each second. */
async function residentBytes(): Promise<number> {
  await sleep(SAMPLE_INTERVAL_MS);
  const bytes = await system.metric("process_resident_memory_bytes");
  return bytes + (await system.metric("airlog_search_process_resident_bytes"));
}

/** Some 20 MB of a whole answer: a bucket for each record, with names of many characters. */
const BUCKETS = {
  size: 0,
  aggs: {
    records: {
      terms: { field: "identification.identifier.pid.keyword", size: RECORDS },
      aggs: Object.fromEntries(
        repeated(3, (n) => [`${n}${"雲".repeat(250)}`, { value_count: { field: "no_such_field" } }]),
      ),
    },
  },
};

test.each([
  ["every record", { size: 10_000 }],
  ["buckets with long names", BUCKETS],
])(
  "hundreds of answers of %s that nobody reads hold little memory, and keep nobody else waiting",
  async (_, search) => {
    await system.reader.search({ size: 10_000 });
    const before = await residentBytes();
    let begun = 0;
    const answers = repeated(AT_ONCE, async (n) => {
      const answer = await unread(search, n);
      if (answer?.statusCode === 200) begun++;
    });
    const meanwhile = async () => {
      await vi.waitFor(() => expect(begun).toBeGreaterThanOrEqual(MIN_BEGUN), BEGUN_WITHIN_MS);
      await sleep(UNREAD_MS);
      const began = performance.now();
      await system.with({ "X-Forwarded-For": "203.0.113.9" }).search({ size: 1 });
      expect(performance.now() - began).toBeLessThan(crowdedMs(10_000));
    };
    const highest = await highestDuring(async () => {
      const longest = await longestLiveMs(system.urlOf("/health/live"), meanwhile);
      expect(longest).toBeLessThan(crowdedMs(1_000));
    }, residentBytes);
    agent.destroy();
    await Promise.all(answers);
    expect(highest - before).toBeLessThan(MAX_GROWTH);
  },
);
