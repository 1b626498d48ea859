import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { ClusterDouble } from "../doubles/eventstoredb/cluster.ts";
import { Client, Promised } from "./client.ts";
import { inspect, Replay } from "./inspection.ts";
import { killCount, killRuns } from "./kills.ts";
import { System } from "./system.ts";

/**
 * `CRASHES=300 CRASH_SEED=7 npx vitest run --config vitest.engines.config.ts test/crash/cluster.test.ts` causes three
 * hundred losses, with the seeds 7, 8, 9 …
 */
const runs = killRuns(killCount(3), 20);

/** A majority is lost for longer than the client searches for a leader. */
const OUTAGE_MS = 4_000;

describe.each(runs)("a system on a cluster of EventStoreDB, seeds $first to $last", ({ first, seeds }) => {
  const promised = new Promised();
  let cluster: ClusterDouble;
  let system: System;
  let replay: Replay;
  let clients: readonly Client[];

  beforeAll(async () => {
    replay = await Replay.create();
    cluster = await ClusterDouble.start();
    system = await System.create(undefined, cluster.url);
    await system.start();
    clients = await Client.registerAll(system, promised, ["ada", "bo", "cy"], first);
  }, 90_000);

  afterAll(async () => {
    await replay.close();
    await system.remove();
    await cluster.close();
  }, 90_000);

  /** What happens to the cluster, under load. */
  const losses = {
    "its leader": async () => {
      cluster.killLeader();
      await sleep(1_500);
      cluster.elect();
      await sleep(500);
      await cluster.mend();
    },
    "its leader's majority": async (random: { between(from: number, to: number): number }) => {
      cluster.loseMajority(random.between(0, 2) === 0 ? "lost" : "stored");
      await sleep(300);
      cluster.elect();
      await sleep(OUTAGE_MS);
      await cluster.mend();
    },
    "its leader, which resigns and truncates": async () => {
      cluster.resign();
      await sleep(OUTAGE_MS);
      cluster.elect();
      await cluster.truncateLeader();
    },
    "its leader, which hangs": async () => {
      cluster.hangLeader();
      await sleep(1_500);
      cluster.replaceHungLeader();
      await sleep(OUTAGE_MS);
      await cluster.mend();
    },
  } as const;
  const names = [
    "its leader",
    "its leader's majority",
    "its leader, which resigns and truncates",
    "its leader, which hangs",
  ] as const;

  test.each(seeds)(
    "loses no acknowledged write and no process when the cluster loses a node or more (seed %i)",
    async (seed) => {
      const random = seeded(seed);
      for (const client of clients) client.begin();
      await sleep(random.between(100, 600));
      const lose = losses[names[seed % names.length] ?? "its leader"];
      await lose(random);
      await Promise.all(clients.map((client) => client.settle(60_000)));
      expect(system.running).toBe(true);
      await inspect(system, promised, replay);
    },
    180_000,
  );

  test("answers 503 with Retry-After while there is no leader for long, and recovers by itself", async () => {
    cluster.resign();
    const body = { identifier: "refused" };
    const answer = await system.send("/api/provider/facilities/add", { method: "POST", body });
    expect(answer.status).toBe(503);
    expect(answer.headers.has("Retry-After")).toBe(true);
    expect(await answer.json()).toMatchObject({ code: "engine-unavailable" });
    expect((await system.send("/api/facilities")).status).toBe(200);
    expect(system.running).toBe(true);
    cluster.elect();
    await vi.waitFor(
      async () => {
        const again = await system.send("/api/provider/facilities/add?dry_run=true", { method: "POST", body });
        expect(again.status).toBe(200);
      },
      { timeout: 30_000, interval: 200 },
    );
  }, 90_000);
});
