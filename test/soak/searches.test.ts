import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fill } from "../../bench/catalogue.ts";
import { SEARCHES } from "../../bench/searches.ts";
import { MeasuredSystem } from "../../bench/system.ts";
import { HOSTILE_SEARCHES } from "../hostile/bodies.ts";
import { random } from "../search/corpus.ts";
import { randomBody } from "../search/random-searches.ts";
import { mutated } from "./mutations.ts";

const RECORDS = 10_000;
const BODIES = 50_000;
const AT_ONCE = 8;
const SEED = Number(process.env["SEARCH_SEED"] ?? 1);
/** How long others may wait for `/health/live`, with room for this process, which shares the processors. */
const LIVE_TIMEOUT_MS = 5_000;
const SEARCH_TIMEOUT_MS = 30_000;
const MEBIBYTE = 2 ** 20;

let system: MeasuredSystem;
beforeAll(async () => {
  system = await MeasuredSystem.start();
  await fill(system, RECORDS);
});
afterAll(() => system?.close());

/** What portals ask, what chance makes, and what does harm, most of it with a few parts changed. */
function bodyOf(n: number): string {
  const chance = random(SEED * 1_000_003 + n);
  const usual = () => SEARCHES[n % SEARCHES.length]?.body(n) ?? {};
  const hostile = () => HOSTILE_SEARCHES[n % HOSTILE_SEARCHES.length]?.body ?? {};
  // The harmful ones are large, and there are few.
  const kind = chance.next();
  const body = kind < 0.45 ? usual() : kind < 0.98 ? randomBody(chance) : hostile();
  return JSON.stringify({ search: chance.chance(0.9) ? mutated(body, chance) : body });
}

async function metric(name: string): Promise<number> {
  const { body } = await system.send("GET", "/metrics");
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(body.toString())?.[1]);
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
        const answer = await system.send("POST", "/api/metadata/search", body, { "Content-Type": "application/json" });
        const took = performance.now() - began;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (![200, 400, 413, 503].includes(answer.status) || took > SEARCH_TIMEOUT_MS) {
          unexpected.push(`${answer.status} after ${Math.round(took)} ms: ${body.slice(0, 2_000)}`);
        }
      }
    };
    const clients = Promise.all(Array.from({ length: AT_ONCE }, client));
    let isOver = false;
    const over = clients.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    let longest = 0;
    while (!isOver) {
      const began = performance.now();
      expect((await system.send("GET", "/health/live")).status).toBe(200);
      longest = Math.max(longest, performance.now() - began);
      await sleep(100);
    }
    await over;
    process.stdout.write(`statuses ${JSON.stringify([...statuses])}, /health/live within ${Math.round(longest)} ms\n`);
    expect(unexpected).toEqual([]);
    expect(longest).toBeLessThan(LIVE_TIMEOUT_MS);
    expect(await metric("airlog_search_process_restarts")).toBe(0);
    await expect.poll(() => system.resident(), { timeout: 30_000 }).toBeLessThan(before + 400 * MEBIBYTE);
  },
  60 * 60_000,
);
