import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { Client, Promised } from "./client.ts";
import { inspect, Replay } from "./inspection.ts";
import { killCount, killRuns } from "./kills.ts";
import { System, type Victim } from "./system.ts";

/** `CRASHES=300 CRASH_SEED=7 npx vitest run --config vitest.engines.config.ts test/crash` kills three hundred times, with the seeds 7, 8, 9 … */
const runs = killRuns(killCount(6), 20);

const victims: readonly Victim[] = ["node", "postmaster", "both"];
const clientNames = ["ada", "bo", "cy"];

describe.each(runs)(
  "a system that is killed while it writes and projects, seeds $first to $last",
  ({ first, seeds }) => {
    const promised = new Promised();
    let system: System;
    let replay: Replay;
    let clients: readonly Client[];

    beforeAll(async () => {
      replay = await Replay.create();
      system = await System.create();
      await system.start();
      clients = await Client.registerAll(system, promised, clientNames, first);
    }, 90_000);

    afterAll(async () => {
      await replay.close();
      await system.remove();
    }, 90_000);

    test.each(seeds)(
      "loses no acknowledged write and stores none twice (seed %i)",
      async (seed) => {
        const random = seeded(seed);
        for (const client of clients) client.begin();
        await sleep(random.between(20, 600));
        const victim = random.pick(victims);
        await system.kill(victim);
        if (victim === "postmaster") {
          expect(system.running).toBe(true);
        } else {
          await Promise.all(clients.map((client) => client.stop()));
          await system.start();
        }
        await Promise.all(clients.map((client) => client.settle(60_000)));
        await inspect(system, promised, replay);
      },
      180_000,
    );

    test("has the same views as a replay of its whole log", async () => {
      const whole = await Replay.create();
      await inspect(system, promised, whole);
      await whole.close();
    }, 180_000);
  },
);
