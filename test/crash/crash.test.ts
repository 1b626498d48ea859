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

/** So many kills does one system live through; its log grows with each. */
const lives = 20;
const systems = Array.from({ length: Math.ceil(crashes / lives) }, (_, index) => {
  const first = firstSeed + index * lives;
  const kills = Math.min(lives, crashes - index * lives);
  return { first, last: first + kills - 1, seeds: Array.from({ length: kills }, (_, kill) => first + kill) };
});

const victims: readonly Victim[] = ["node", "postmaster", "both"];
const clientNames = ["ada", "bo", "cy"];

describe.each(systems)("a system killed while it writes and projects, seeds $first to $last", ({ first, seeds }) => {
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
    clients = clientNames.map((name, index) => new Client(system, promised, seeded(first + index), name, clientNames));
    for (const client of clients) await client.register();
  }, 90_000);

  afterAll(async () => {
    await replay.close();
    await fresh.drop();
    await system.remove();
  }, 90_000);

  test.each(seeds)(
    "has lost nothing that it acknowledged and doubled nothing (seed %i)",
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

  test("has the views that a fresh replay of its whole log gives", async () => {
    const again = await freshDatabase();
    const whole = await Replay.open(again);
    await inspect(system, promised, whole);
    await whole.close();
    await again.drop();
  }, 180_000);
});
