import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import type { Answer } from "../end-to-end/client.ts";
import { facility, records } from "../end-to-end/samples.ts";
import { PASSWORD } from "../end-to-end/system.ts";
import { repeated } from "../hostile/hostile-search.ts";
import { crowdedMs } from "../live-probe.ts";
import { childProcessesOf } from "./child-processes.ts";
import { slowSearch } from "./slow-search.ts";
import { type WholeSystem, wholeSystemUntil } from "./whole-system.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const RECORDS = 500;
/** The contract's second, and another one for the clients, which share this thread. */
const LIVE_TIMEOUT_MS = 2_000;

let system: WholeSystem;
beforeAll(async () => {
  system = await wholeSystemUntil(afterAll, { AIRLOG_LOG_LEVEL: "info" });
  await system
    .as("provider")
    .post("/api/provider/metadata/add", records("kept", RECORDS), { headers: { Prefer: "wait=60" } });
});

const search = (body: object) => system.reader.post("/api/metadata/search", { search: body });

/** Repeats `act` until `stop`, which returns the number of rounds. */
function again(act: (round: number) => Promise<void>): { readonly stop: () => Promise<number> } {
  let isOver = false;
  const running = (async () => {
    let round = 0;
    for (; !isOver; round++) {
      await act(round);
      await sleep(10);
    }
    return round;
  })();
  // `stop` rethrows it.
  running.catch(() => undefined);
  return {
    stop: () => {
      isOver = true;
      return running;
    },
  };
}

function expectRefused(answer: Answer): void {
  expect(answer.json()).toMatchObject({ status: 503, code: "engine-unavailable" });
  expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
}

/** Requests that go on, whatever happens to the search engine's process. */
const everythingElse = () => [
  again(async () => {
    const began = performance.now();
    expect((await system.reader.get("/health/live")).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(crowdedMs(LIVE_TIMEOUT_MS));
  }),
  again(async () => {
    const login = await system.reader.post("/api/auth/token", { username: "provider", password: PASSWORD });
    expect(login.status).toBe(200);
  }),
  again(async (round) => {
    const added = await system.as("registrar").post("/api/provider/facilities/add", facility(`${Date.now()}-${round}`));
    expect(added.status).toBe(200);
  }),
  again(async () => {
    expect((await system.reader.get("/api/metadata/record?pid=kept-00007")).status).toBe(200);
  }),
];

test("the search engine's process is the only one that the system starts", async () => {
  expect(await childProcessesOf(system.pid)).toEqual([(await system.searchHealth())["pid"]]);
});

test.each(["SIGKILL", "SIGABRT"] as const)(
  "%s for its process costs the searches under way and those until the next has its index, and nothing else",
  async (signal) => {
    const before = await system.searchHealth();
    const others = everythingElse();
    const slow = Promise.all(repeated(4, (n) => search(slowSearch(`slow ${n}`))));
    await expect.poll(() => system.metric('airlog_searches\\{state="running"\\}'), { interval: 5 }).toBeGreaterThan(0);
    await system.signalSearch(signal);
    for (const answer of await slow) expectRefused(answer);

    const ended = () => system.logged("the search process has ended and is started again");
    await expect.poll(ended, { interval: 5 }).toMatchObject({
      ...{ exitCode: null, signal, pid: before["pid"], restarts: before["restarts"] },
      ...{ uptimeMs: expect.any(Number), residentBytes: expect.any(Number) },
      searches: { running: expect.any(Number), waiting: expect.any(Number) },
    });

    const refused: Answer[] = [];
    let answer = await search({ size: 0 });
    for (; answer.status !== 200; answer = await search({ size: 0 })) refused.push(answer);
    expect(answer.json()).toMatchObject({ response: { hits: { total: { value: RECORDS } } } });
    expect(refused.length).toBeGreaterThan(0);
    for (const each of refused) expectRefused(each);

    for (const { stop } of others) expect(await stop()).toBeGreaterThan(1);
    const restarts = Number(before["restarts"]) + 1;
    expect(await system.metric("airlog_search_process_restarts")).toBe(restarts);
    await expect.poll(() => system.searchHealth()).toMatchObject({ state: "up", restarts, workers: before["workers"] });
    expect((await system.searchHealth())["pid"]).not.toBe(before["pid"]);
  },
);

test("while there is no index, /health/ready answers 503, and afterwards it names the restart", async () => {
  const { restarts } = await system.searchHealth();
  await system.signalSearch("SIGKILL");
  await expect.poll(() => system.reader.get("/health/ready"), { interval: 5 }).toMatchObject({ status: 503 });
  await expect.poll(() => system.searchHealth()).toMatchObject({ state: "up", restarts: Number(restarts) + 1 });
});

test("of two ends of the process within a minute one at most is a warning", async () => {
  const levels: unknown[] = [];
  for (let end = 0; end < 2; end++) {
    const { pid } = await system.searchHealth();
    await system.signalSearch("SIGKILL");
    const ended = () => system.logged("the search process has ended and is started again");
    await expect.poll(ended).toMatchObject({ pid });
    levels.push(ended()?.["level"]);
    await expect.poll(async () => (await search({ size: 0 })).status).toBe(200);
    await expect.poll(() => system.searchHealth()).toMatchObject({ state: "up" });
  }
  expect(levels).toContain(30);
});

test("the reason why a restarted index can't follow is logged", async () => {
  const told = () => system.logged("the search index can't follow the catalogue just now");
  expect(told()).toBeUndefined();
  await system.signalSearch("SIGKILL");
  await system.inDatabase(`alter table ${catalogue.tables.records} rename to hidden`);
  await expect.poll(told).toMatchObject({ reason: expect.stringContaining("does not exist") });
  await system.inDatabase(`alter table ${catalogue.schema}.hidden rename to records`);
  await expect.poll(() => system.searchHealth()).toMatchObject({ state: "up" });
});
