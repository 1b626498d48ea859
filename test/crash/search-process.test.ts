import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { type System, threeProcesses } from "../end-to-end/system.ts";
import { readHealth } from "../health.ts";
import { killCount, killRuns } from "./kills.ts";
import { WaitingClient } from "./waiting-client.ts";

/** `CRASHES=300 CRASH_SEED=7 npx vitest run --config vitest.engines.config.ts test/crash/search-process.test.ts` kills three hundred times. */
const runs = killRuns(killCount(6), 20);

const PAGE = 1_000;

describe.each(runs)(
  "a search engine whose process is killed while it indexes, seeds $first to $last",
  ({ first, seeds }) => {
    let system: System;
    let clients: readonly WaitingClient[];
    beforeAll(async () => {
      system = await threeProcesses.start();
      clients = ["ada", "bo", "cy"].map((name, n) => new WaitingClient(system, name, first + n));
    }, 120_000);
    afterAll(() => system?.close());
    // A failed test must not leave clients that write during the next.
    afterEach(() => Promise.allSettled(clients.map((client) => client.stop())));

    const searchHealth = async () =>
      (await readHealth(system.urlOf("/api/metadata/search"))).components["search"] ?? {};

    let killed: unknown;
    async function killSearch(): Promise<void> {
      // A process that was killed just now is still named for a moment.
      const pid = await vi.waitUntil(
        async () => {
          const found = (await searchHealth())["pid"];
          return found !== killed && found;
        },
        { timeout: 20_000, interval: 5 },
      );
      process.kill(Number(pid), "SIGKILL");
      killed = pid;
    }

    /** The PIDs of all records that a search finds, with repetitions. */
    async function findAll(): Promise<readonly string[]> {
      const found: string[] = [];
      for (let after: readonly string[] = []; ; ) {
        const sort = ["identification.identifier.pid.keyword"];
        const search = { size: PAGE, _source: false, sort, ...(after.length > 0 && { search_after: after }) };
        const { pids } = await system.reader.search(search);
        found.push(...pids);
        if (pids.length < PAGE) return found;
        after = pids.slice(-1);
      }
    }

    test.each(seeds)(
      "shows every record that was waited for, once (seed %i)",
      async (seed) => {
        const random = seeded(seed);
        const restarts = Number((await searchHealth())["restarts"]);
        const kills = random.between(1, 3);
        for (const client of clients) client.begin();
        for (let kill = 0; kill < kills; kill++) {
          await sleep(random.between(50, 1_500));
          await killSearch();
        }
        await sleep(random.between(0, 500));
        await Promise.all(clients.map((client) => client.stop()));
        const standing = clients.flatMap((client) => [...client.standing.keys()]);
        expect(await findAll()).toEqual(standing.sort());
        expect(await searchHealth()).toMatchObject({ state: "up", restarts: restarts + kills, changesBehind: 0 });
      },
      120_000,
    );
  },
);
