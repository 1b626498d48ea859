import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { type FreshDatabase, freshDatabase } from "../postgres.ts";
import { Client, Promised } from "./client.ts";
import { inspect, Replay } from "./inspection.ts";
import { System, type Victim } from "./system.ts";

/** `CRASHES=300 CRASH_SEED=7 npx vitest run test/crash` kills three hundred times, with the seeds 7, 8, 9 … */
const crashes = Number(process.env["CRASHES"] ?? 20);
const firstSeed = Number(process.env["CRASH_SEED"] ?? 1);

/** Kills of one system, whose log grows with each. */
const KILLS_OF_SYSTEM = 20;
const systems = Array.from({ length: Math.ceil(crashes / KILLS_OF_SYSTEM) }, (_, index) => {
  const first = firstSeed + index * KILLS_OF_SYSTEM;
  const kills = Math.min(KILLS_OF_SYSTEM, crashes - index * KILLS_OF_SYSTEM);
  return { first, last: first + kills - 1, seeds: Array.from({ length: kills }, (_, kill) => first + kill) };
});

const victims: readonly Victim[] = ["node", "postmaster", "both"];
const clientNames = ["ada", "bo", "cy"];

describe.each(systems)(
  "a system that is killed while it writes and projects, seeds $first to $last",
  ({ first, seeds }) => {
    const promised = new Promised();
    let system: System;
    let fresh: FreshDatabase;
    let replay: Replay;
    let clients: readonly Client[];

    beforeAll(async () => {
      fresh = await freshDatabase();
      replay = await Replay.open(fresh);
      system = await System.create();
      await system.start();
      clients = clientNames.map(
        (name, index) => new Client(system, promised, seeded(first + index), name, clientNames),
      );
      for (const client of clients) await client.register();
    }, 90_000);

    afterAll(async () => {
      await replay.close();
      await fresh.drop();
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
      const other = await freshDatabase();
      const whole = await Replay.open(other);
      await inspect(system, promised, whole);
      await whole.close();
      await other.drop();
    }, 180_000);
  },
);
