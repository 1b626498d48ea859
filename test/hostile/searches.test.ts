import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_NEWLY_WAITING_PER_CLIENT } from "../../contracts/search-limits.ts";
import { item } from "../../platform/search/embedded/index/arrays.ts";
import type { Answer } from "../end-to-end/client.ts";
import { PASSWORD, type System, threeProcesses } from "../end-to-end/system.ts";
import { crowdedMs, longestLiveMs } from "../live-probe.ts";
import { record } from "../records.ts";
import { HOSTILE_SEARCHES } from "./bodies.ts";
import { type HostileSearch, repeated } from "./hostile-search.ts";

/** Records of 16 variables each, with an area, a period and a long text: what makes searches expensive. */
const RECORDS = 1_500;
/** Hostile searches that one client has under way at once, more than there are workers. */
const AT_ONCE = 4;
/** Ten times what the slowest takes on two idle cores, and less than the time limit of a search. */
const TIMEOUT_MS = 25_000;
/** On a slow machine one is cut after so long, since the neighbour waits for its place. */
const CUT_AFTER_MS = 5_000;
const LIVE_TIMEOUT_MS = 1_000;

/** Refusals of a search that takes too much: by what takes the last of it, which differs with how records lie in segments. */
const TOO_MUCH: readonly string[] = ["circuit_breaking_exception", "too_many_buckets_exception"];

const refusals = (expected: string): string => (TOO_MUCH.includes(expected) ? TOO_MUCH.join("|") : expected);

/** Searches that are refused when much memory has been taken: for each way of taking it one that is soon there. */
const LARGE: readonly string[] = [
  "terms of few values, thirty deep",
  "250 cardinalities below terms",
  "250 times 100 top_hits below terms",
  "the sources of 100 top_hits in each of many buckets",
  "samples of all records below samples, thirty deep, of terms of many values",
  "fragments of 60 wildcards of 1,000 characters",
  "values of 256 patterns of many stars at every path of every record",
  "a line around the world 5,000 times",
];

let system: System;

beforeAll(async () => {
  system = await threeProcesses.start({ AIRLOG_TRUSTED_PROXIES: "127.0.0.1,::1" });
  const provider = system.as("provider");
  for (let from = 0; from < RECORDS; from += 500) {
    const records = Array.from({ length: 500 }, (_, n) => manySided(from + n));
    const answer = await provider.post("/api/provider/metadata/add", records, { headers: { Prefer: "wait=60" } });
    expect(answer.status).toBe(200);
  }
}, 120_000);
afterAll(() => system?.close());

function manySided(n: number) {
  const [west, south] = [(n % 300) - 160, (n % 120) - 60];
  const variables = Array.from({ length: 16 }, (_, v) => ({
    variable_name: `variable ${(n * 7 + v * 13) % 400}`,
    variable_matrix: v % 2 === 0 ? "gas phase" : "aerosol",
  }));
  const position = (x: number, y: number) => [west + x, south + y];
  return record(`hostile-${n}`, {
    identification: {
      identifier: { pid: `hostile-${n}`, pid_type: "other PID" },
      title: `Ozone ${n} at a place`,
      abstract: `The quick brown fox ${n} jumps over the lazy dog. `.repeat(40),
    },
    variables,
    facility: {
      identifier: `hostile ${n}`,
      location: { type: "Point", coordinates: [(n % 359) - 179, (n % 179) - 89] },
    },
    spatial_extent: {
      type: "Polygon",
      coordinates: [[position(0, 0), position(5, 0), position(5, 5), position(0, 5), position(0, 0)]],
    },
    temporal_extent: {
      time_period_begin: `${1950 + (n % 70)}-01-01T00:00:00Z`,
      time_period_end: `${1951 + (n % 70)}-01-01T00:00:00Z`,
    },
  });
}

const attacker = () => system.with({ "X-Forwarded-For": "198.51.100.7" });
const neighbour = () => system.with({ "X-Forwarded-For": "203.0.113.9" });

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const started = performance.now();
  const value = await work;
  return { value, ms: performance.now() - started };
}

/** What a second client sees while others search; repeated until they are done. */
async function liveMeanwhile(searches: Promise<unknown>): Promise<void> {
  const longest = await longestLiveMs(system.urlOf("/health/live"), () => servedMeanwhile(searches));
  expect(longest).toBeLessThan(crowdedMs(LIVE_TIMEOUT_MS));
}

async function servedMeanwhile(searches: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = searches.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  do {
    const found = await timed(
      neighbour().search({ query: { term: { "identification.identifier.pid.keyword": "hostile-7" } } }),
    );
    expect(found.value.pids).toEqual(["hostile-7"]);
    expect(found.ms).toBeLessThan(10_000);
    const login = await timed(neighbour().post("/api/auth/token", { username: "provider", password: PASSWORD }));
    expect(login.value.status).toBe(200);
    expect(login.ms).toBeLessThan(10_000);
  } while (!isOver);
  await over;
}

const residentBytes = async (): Promise<number> => {
  const { text } = await neighbour().get("/metrics");
  return Number(/^airlog_search_process_resident_bytes (\S+)$/m.exec(text)?.[1]);
};

const groups = HOSTILE_SEARCHES.flatMap((_, n) =>
  n % AT_ONCE === 0 ? [HOSTILE_SEARCHES.slice(n, n + AT_ONCE)] : [],
).map((searches) => ({ searches, names: searches.map(({ name }) => name).join("; ") }));

test.each(groups)(
  "$names: they end by their own counting, and others are served",
  async ({ searches }) => {
    const answers = Promise.all(
      searches.map(({ body }) => timed(attacker().post("/api/metadata/search", { search: body }))),
    );
    await liveMeanwhile(answers);
    for (const [place, { value, ms }] of (await answers).entries()) expectEnd(item(searches, place), value, ms);
  },
  60_000,
);

function expectEnd({ name, expected }: HostileSearch, answer: Answer, ms: number): void {
  if (answer.status === 503 && ms > CUT_AFTER_MS) expect(answer.json(), name).toMatchObject({ code: "busy" });
  else if (expected === 200) expect(answer.status, `${name}: ${answer.text.slice(0, 500)}`).toBe(200);
  else {
    expect(answer.status, name).toBe(400);
    expect(answer.json(), name).toMatchObject({ code: "search-rejected" });
    expect(answer.text, name).toMatch(new RegExp(refusals(expected)));
  }
  expect(ms, name).toBeLessThan(TIMEOUT_MS);
}

/** A worker's heap and its arrays stay as large as its searches have needed them: only what another round adds is kept. */
test("memory does not grow by another round of searches that are refused", async () => {
  const large = HOSTILE_SEARCHES.filter(({ name }) => LARGE.includes(name));
  expect(large).toHaveLength(LARGE.length);
  const round = async () => {
    for (const { name, body, expected } of large) {
      const { text } = await attacker().post("/api/metadata/search", { search: body });
      expect(text, name).toMatch(new RegExp(refusals(String(expected))));
    }
  };
  await round();
  const before = await residentBytes();
  await round();
  await expect.poll(residentBytes, { timeout: 20_000, interval: 500 }).toBeLessThan(before + 100 * 2 ** 20);
}, 90_000);

test("hundreds of searches at once end, and a client that sends them waits by itself", async () => {
  const page = { size: 50, query: { match_all: {} } };
  const searches = Promise.all(
    Array.from({ length: 600 }, () => attacker().post("/api/metadata/search", { search: page })),
  );
  await liveMeanwhile(searches);
  const statuses = (await searches).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(MAX_NEWLY_WAITING_PER_CLIENT);
}, 90_000);

test("hundreds of large bodies at once let others through", async () => {
  const body = { search: { query: { terms: { "facility.identifier": repeated(20_000, (n) => `facility ${n}`) } } } };
  const searches = Promise.all(repeated(200, () => attacker().post("/api/metadata/search", body)));
  await liveMeanwhile(searches);
  for (const { status } of await searches) expect([200, 429, 503]).toContain(status);
}, 90_000);
