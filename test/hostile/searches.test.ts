import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_NEWLY_WAITING_PER_RUNNING } from "../../contracts/search-limits.ts";
import type { Answer } from "../end-to-end/client.ts";
import { type System, threeProcesses } from "../end-to-end/system.ts";
import { HOSTILE_SEARCHES } from "./bodies.ts";
import { type HostileSearch, repeated } from "./hostile-search.ts";
import { attackerOf, expectServedMeanwhile, neighbourOf, SEVERAL_CLIENTS, timed } from "./neighbour.ts";
import { addManySided } from "./records.ts";

const RECORDS = 1_500;
/** Ten times the duration of the slowest search on two idle cores, and less than the time limit of a search. */
const TIMEOUT_MS = 25_000;
/** On a slow machine a search is cut after this time, because the neighbour waits for its place. */
const CUT_AFTER_MS = 5_000;

/** Refusals of an expensive search. Its type depends on the last allocation, which varies with the records' segments. */
const TOO_MUCH: readonly string[] = ["circuit_breaking_exception", "too_many_buckets_exception"];

const refusals = (expected: string): string => (TOO_MUCH.includes(expected) ? TOO_MUCH.join("|") : expected);

/** Searches that are refused when they have taken much memory: for each way of taking it, one that gets there soon. */
const LARGE: readonly string[] = [
  "terms of few values, thirty deep",
  "250 cardinalities below terms",
  "250 times 100 top_hits below terms",
  "the sources of 100 top_hits in each of many buckets",
  "samples of all records below samples, thirty deep, of terms of many values",
  "fragments of 60 wildcards of 1,000 characters",
  "values of 256 patterns of many stars at every path of every record",
];

let system: System;

beforeAll(async () => {
  system = await threeProcesses.start(SEVERAL_CLIENTS);
  await addManySided(system, RECORDS);
}, 120_000);
afterAll(() => system?.close());

const attacker = () => attackerOf(system);
const liveMeanwhile = (searches: Promise<unknown>) => expectServedMeanwhile(system, searches);

const residentBytes = async (): Promise<number> => {
  const { text } = await neighbourOf(system).get("/metrics");
  return Number(/^airlog_search_process_resident_bytes (\S+)$/m.exec(text)?.[1]);
};

describe("hostile searches", () => {
  let end: () => void = () => {};
  let others: Promise<void>;

  beforeAll(() => {
    others = liveMeanwhile(
      new Promise<void>((resolve) => {
        end = resolve;
      }),
    );
    others.catch(() => undefined);
  });

  test.concurrent.each(HOSTILE_SEARCHES)(
    "$name: it ends by its own counting",
    async (search) => {
      const answer = attacker().post("/api/metadata/search", { search: search.body });
      const { value, ms } = await timed(answer.catch((error: Error) => error));
      if (value instanceof Error) expectCut(search, value, ms);
      else expectEnd(search, value, ms);
    },
    60_000,
  );

  test("let the searches, logins and health of others be answered meanwhile", async () => {
    end();
    await others;
  });
});

/** An answer that has begun is cut with its connection. */
function expectCut({ name, expected }: HostileSearch, { message }: Error, ms: number): void {
  expect(message, name).toBe("aborted");
  expect(expected, name).toBe(200);
  expect(ms, name).toBeGreaterThan(CUT_AFTER_MS);
  expect(ms, name).toBeLessThan(TIMEOUT_MS);
}

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

/**
 * A worker's heap and its arrays stay as large as its searches have needed them: only additional memory of another round is
 * a leak.
 */
test("another round of refused searches does not increase memory", async () => {
  const large = HOSTILE_SEARCHES.filter(({ name }) => LARGE.includes(name));
  expect(large).toHaveLength(LARGE.length);
  const refused = async ({ name, body, expected }: HostileSearch) => {
    const { text } = await attacker().post("/api/metadata/search", { search: body });
    expect(text, name).toMatch(new RegExp(refusals(String(expected))));
  };
  const round = () => Promise.all(large.map(refused));
  await round();
  const before = await residentBytes();
  await round();
  await expect.poll(residentBytes, { timeout: 20_000, interval: 500 }).toBeLessThan(before + 100 * 2 ** 20);
}, 90_000);

test("hundreds of concurrent searches end, and only the client that sends them waits", async () => {
  const page = { size: 50, query: { match_all: {} } };
  const searches = Promise.all(
    Array.from({ length: 600 }, () => attacker().post("/api/metadata/search", { search: page })),
  );
  await liveMeanwhile(searches);
  const statuses = (await searches).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(MAX_NEWLY_WAITING_PER_RUNNING);
  // The same client is served again at once.
  expect((await attacker().post("/api/metadata/search", { search: page })).status).toBe(200);
}, 90_000);

test("hundreds of concurrent large bodies let others through", async () => {
  const body = { search: { query: { terms: { "facility.identifier": repeated(20_000, (n) => `facility ${n}`) } } } };
  const searches = Promise.all(repeated(200, () => attacker().post("/api/metadata/search", body)));
  await liveMeanwhile(searches);
  for (const { status } of await searches) expect([200, 429, 503]).toContain(status);
}, 90_000);
