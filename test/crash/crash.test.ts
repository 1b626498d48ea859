import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { freshDatabase } from "../postgres.ts";
import { Client, Promised } from "./client.ts";
import { inspect, Replay } from "./inspection.ts";
import { System, type Victim } from "./system.ts";

/** `CRASHES=300 CRASH_SEED=7 npx vitest run test/crash` kills three hundred times, with the seeds 7, 8, 9 … */
const crashes = Number(process.env.CRASHES ?? 20);
const firstSeed = Number(process.env.CRASH_SEED ?? 1);
const seeds = Array.from({ length: crashes }, (_, index) => firstSeed + index);
const victims: readonly Victim[] = ["node", "postmaster", "both"];

const promised = new Promised();
const fresh = await freshDatabase();
const clientNames = ["ada", "bo", "cy"];

let system: System;
let replay: Replay;
let clients: Client[];

beforeAll(async () => {
  [system, replay] = await Promise.all([System.create(), Replay.open(fresh)]);
  await system.start();
  clients = clientNames.map(
    (name, index) => new Client(system, promised, seeded(firstSeed + index), name, clientNames),
  );
  for (const client of clients) await client.register();
}, 60_000);

afterAll(async () => {
  await replay.close();
  await fresh.drop();
  await system.remove();
}, 60_000);

describe.sequential("killed in the middle of writing and projecting", () => {
  test.each(seeds)(
    "nothing acknowledged is lost or doubled (seed %i)",
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
      await Promise.all(clients.map((client) => client.settle(30_000)));
      await inspect(system, promised, replay);
    },
    90_000,
  );

  test("the views are what a fresh replay of the whole log gives", async () => {
    const again = await freshDatabase();
    const whole = await Replay.open(again);
    await inspect(system, promised, whole);
    await whole.close();
    await again.drop();
  }, 600_000);
});
