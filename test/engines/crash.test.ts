import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { indexAlias } from "../../platform/search/elasticsearch/catalogue-index.ts";
import { Client, Promised } from "../crash/client.ts";
import { DistributedSystem, type ProcessName } from "../crash/distributed-system.ts";
import { inspect, Replay } from "../crash/inspection.ts";
import { killCount, killRuns } from "../crash/kills.ts";
import { readLogId } from "../end-to-end/system.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";
import { indexContent, rebuiltContent } from "./index-content.ts";
import { isOurs, killEngine, startByMaven } from "./maven.ts";

/** `CRASHES=200 CRASH_SEED=7` kills two hundred times, with the seeds 7, 8, 9 …, and with a longer outage. */
const kills = killCount(6);
const runs = killRuns(kills, 50);
/** Time between the kill and the start of Elasticsearch. */
const OUTAGE_MS = kills > 10 ? 60_000 : 2_000;

/** Time between two writes of a client while a test waits for something else. */
const WRITE_INTERVAL_MS = 250;

const victims: readonly (readonly ProcessName[])[] = [
  ["command"],
  ["first projector"],
  ["second projector"],
  ["first projector", "second projector"],
  ["query"],
  ["command", "first projector", "second projector", "query"],
];

describeWithEngine("elasticsearch", "on PostgreSQL, Elasticsearch", (url) => {
  describeWithEngine("kafka", "and Kafka", (brokers) => {
    describe.each(runs)("processes that are killed as they work, seeds $first to $last", ({ first, seeds }) => {
      const promised = new Promised();
      let system: DistributedSystem;
      let replay: Replay;
      let clients: readonly Client[];

      beforeAll(async () => {
        replay = await Replay.create();
        system = await DistributedSystem.start({ KAFKA_BROKERS: brokers, ELASTICSEARCH_URL: url });
        clients = await Client.registerAll(system, promised, ["ada", "bo"], first);
      }, 120_000);

      afterAll(async () => {
        const logId = await logIdOf(system);
        await system.remove();
        await replay.close();
        await (await elasticsearchAt(url)()).close(logId);
      }, 120_000);

      // A failed test must not leave clients that write during the next.
      afterEach(() => Promise.allSettled(clients.map((client) => client.stop())));

      test.each(seeds)(
        "lose no acknowledged write and store none twice (seed %i)",
        async (seed) => {
          const random = seeded(seed);
          for (const client of clients) client.begin();
          await sleep(random.between(100, 1_500));
          await system.kill(...random.pick(victims));
          // The other processes go on alone for a while.
          await sleep(random.between(0, 1_500));
          await Promise.all(clients.map((client) => client.stop()));
          // Every fifth time they are restarted under full load.
          for (const client of clients) client.begin(seed % 5 === 0 ? 0 : WRITE_INTERVAL_MS);
          await system.startMissing();
          await Promise.all(clients.map((client) => client.settle(60_000)));
          await inspect(system, promised, replay);
        },
        240_000,
      );

      test("take over the relay to Kafka within seconds when its projector is killed", async () => {
        const sending = async (): Promise<ProcessName> => {
          for (const name of ["first projector", "second projector"] as const) {
            const relay = await system.health(name, "kafka").catch(() => undefined);
            if (relay?.["relay"] === "sending") return name;
          }
          throw new Error("no projector is relaying");
        };
        const active = await vi.waitFor(sending, { timeout: 20_000, interval: 50 });
        await system.kill(active);
        expect(await vi.waitFor(sending, { timeout: 30_000, interval: 50 })).not.toBe(active);
        for (const client of clients) client.begin();
        await sleep(500);
        await Promise.all(clients.map((client) => client.settle(60_000)));
        await inspect(system, promised, replay);
        await system.startMissing();
      }, 120_000);

      const outage = "take writes while Elasticsearch is killed and started again, refuse searches, and catch up alone";
      test(outage, { timeout: 300_000 }, async ({ skip }) => {
        if (!(await isOurs("elasticsearch", url))) skip("this Elasticsearch was not started by test/engines/up");
        const search = () => system.send("/api/metadata/search", { method: "POST", body: { search: { size: 0 } } });
        for (const client of clients) client.begin(WRITE_INTERVAL_MS);
        await vi.waitFor(() => expect(promised.records.size).toBeGreaterThan(0), { timeout: 20_000 });
        await Promise.all(clients.map((client) => client.stop()));
        const before = clients.map(({ refused }) => refused);
        onTestFinished(async () => void (await startByMaven("elasticsearch")));
        await killEngine("elasticsearch");
        const standing = new Map(promised.records);
        const hasAdded = () => [...promised.records].some(([pid, record]) => standing.get(pid) !== record);
        const hasDeleted = () => [...standing.keys()].some((pid) => !promised.records.has(pid));
        const end = performance.now() + OUTAGE_MS;
        while (performance.now() < end || !hasAdded() || !hasDeleted()) {
          for (const client of clients) client.begin(WRITE_INTERVAL_MS);
          await sleep(1_000);
          await Promise.all(clients.map((client) => client.stop()));
          const answer = await search();
          expect(answer.status).toBe(503);
          expect(await answer.json()).toMatchObject({ code: "engine-unavailable" });
        }
        for (const client of clients) client.begin(WRITE_INTERVAL_MS);
        await startByMaven("elasticsearch");
        await Promise.all(clients.map((client) => client.settle(60_000)));
        expect(clients.map(({ refused }) => refused)).toEqual(before);
        // The next test compares the index, document by document.
        await inspect(system, promised, replay);
      });

      test("have the same views and index as a replay of the whole log", async () => {
        const whole = await Replay.create();
        try {
          await inspect(system, promised, whole);
          const alias = indexAlias(catalogue, await logIdOf(system));
          const rebuilt = await rebuiltContent(url, `${alias}_rebuilt`, whole.database);
          const content = await indexContent(url, alias);
          expect(content.size).toBe(promised.records.size);
          // Computes the difference of thousands of documents only when there is one.
          if (!isDeepStrictEqual(content, rebuilt)) expect(content).toEqual(rebuilt);
        } finally {
          await whole.close();
        }
      }, 240_000);
    });
  });
});

async function logIdOf(system: DistributedSystem): Promise<string> {
  const database = await system.database();
  try {
    return await readLogId(database);
  } finally {
    await database.close();
  }
}
