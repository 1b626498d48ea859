import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fill } from "../../bench/catalogue.ts";
import { SEARCHES } from "../../bench/searches.ts";
import { type Answer, CREDENTIALS, MeasuredSystem } from "../../bench/system.ts";
import { HOSTILE_SEARCHES } from "../hostile/bodies.ts";
import { crowdedMs, longestLiveMs } from "../live-probe.ts";
import { random } from "../search/corpus.ts";
import { randomBody } from "../search/random-searches.ts";
import { mutated } from "./mutations.ts";

const RECORDS = 10_000;
const BODIES = Number(process.env["MUTATED"] ?? 50_000);
const AT_ONCE = 8;
const SEED = Number(process.env["SEARCH_SEED"] ?? 1);
/** How long others may wait while a processor is free for them: for `/health/live`, and for a search or a login. */
const LIVE_TIMEOUT_MS = 1_000;
const OTHERS_TIMEOUT_MS = 10_000;
const SEARCH_TIMEOUT_MS = 30_000;
/** Addresses of the clients: those that send harmful searches, one that searches, one that logs in. */
const HOSTILE = "198.51.100.7";
const READER = "203.0.113.9";
const PROVIDER = "192.0.2.4";
const MEBIBYTE = 2 ** 20;

let system: MeasuredSystem;
beforeAll(async () => {
  system = await MeasuredSystem.start({ AIRLOG_TRUSTED_PROXIES: "127.0.0.1,::1" });
  await fill(system, RECORDS);
});
afterAll(() => system?.close());

/** Searches of portals, random searches and harmful searches, most of them with a few parts changed. */
function bodyOf(n: number): string {
  const chance = random(SEED * 1_000_003 + n);
  const usual = () => SEARCHES[n % SEARCHES.length]?.body(n) ?? {};
  const hostile = () => HOSTILE_SEARCHES[n % HOSTILE_SEARCHES.length]?.body ?? {};
  // Harmful bodies are large, and there are few.
  const kind = chance.next();
  const body = kind < 0.45 ? usual() : kind < 0.98 ? randomBody(chance) : hostile();
  return JSON.stringify({ search: chance.chance(0.9) ? mutated(body, chance) : body });
}

async function metric(name: string): Promise<number> {
  const { body } = await system.send("GET", "/metrics");
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(body.toString())?.[1]);
}

/** What the reader sends: a search for two words, newest first. */
const SEARCH = JSON.stringify({
  search: {
    query: { match: { "identification.title": { query: "ozone jülich", operator: "or" } } },
    sort: [{ "temporal_extent.time_period_begin": "desc" }],
  },
});

const post = (path: string, body: string, client: string) =>
  system.send("POST", path, body, { "Content-Type": "application/json", "X-Forwarded-For": client });

/** Replaces the status of an answer that had begun and was cut, since its search took long while others waited. */
const CUT = 0;
function cutStatus(error: NodeJS.ErrnoException): number {
  if (error.code === "ECONNRESET") return CUT;
  throw error;
}

/** Repeats a request until all is over; each answer must be 200. Returns the longest duration. */
async function longestMs(ask: () => Promise<Answer>, isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const began = performance.now();
    const answer = await ask();
    longest = Math.max(longest, performance.now() - began);
    expect(answer.status, answer.body.toString().slice(0, 500)).toBe(200);
    await sleep(100);
  }
  return longest;
}

test(
  `${BODIES} searches, most of them mutated, are answered or refused, and disturb nobody (seed ${SEED})`,
  async () => {
    const before = await system.resident();
    const statuses = new Map<number, number>();
    const unexpected: string[] = [];
    let next = 0;
    const client = async () => {
      while (next < BODIES) {
        const body = bodyOf(next++);
        const began = performance.now();
        const status = await post("/api/metadata/search", body, HOSTILE).then((answer) => answer.status, cutStatus);
        const took = performance.now() - began;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (![200, 400, 413, 503, CUT].includes(status) || took > crowdedMs(SEARCH_TIMEOUT_MS)) {
          unexpected.push(`${status} after ${Math.round(took)} ms: ${body.slice(0, 2_000)}`);
        }
      }
    };
    let isOver = false;
    const clients = () =>
      Promise.all(Array.from({ length: AT_ONCE }, client)).finally(() => {
        isOver = true;
      });
    const [live, search, login] = await Promise.all([
      longestLiveMs(system.url.origin, clients),
      longestMs(
        () => post("/api/metadata/search", SEARCH, READER),
        () => isOver,
      ),
      longestMs(
        () => post("/api/auth/token", JSON.stringify(CREDENTIALS), PROVIDER),
        () => isOver,
      ),
    ]);
    const longest = { live, search, login };
    process.stdout.write(`statuses ${JSON.stringify([...statuses])}, longest in ms ${JSON.stringify(longest)}\n`);
    expect(unexpected).toEqual([]);
    expect(live).toBeLessThan(crowdedMs(LIVE_TIMEOUT_MS));
    expect(Math.max(search, login)).toBeLessThan(crowdedMs(OTHERS_TIMEOUT_MS));
    expect(await metric("airlog_search_process_restarts")).toBe(0);
    await expect.poll(() => system.resident(), { timeout: 30_000 }).toBeLessThan(before + 400 * MEBIBYTE);
  },
  60 * 60_000,
);
