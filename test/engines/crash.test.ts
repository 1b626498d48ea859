import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { indexAlias } from "../../platform/search/elasticsearch/catalogue-index.ts";
import { Client, Promised } from "../crash/client.ts";
import { DistributedSystem, type ProcessName } from "../crash/distributed-system.ts";
import { inspect, Replay } from "../crash/inspection.ts";
import { type FreshDatabase, freshDatabase } from "../postgres.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";
import { indexContent, rebuiltContent } from "./index-content.ts";
import { isOurs, killEngine, startByMaven } from "./maven.ts";

/** `CRASHES=200 CRASH_SEED=7` kills two hundred times, with the seeds 7, 8, 9 …, and has longer outages. */
const crashes = Number(process.env["CRASHES"] ?? 10);
const firstSeed = Number(process.env["CRASH_SEED"] ?? 1);
/** Milliseconds that Elasticsearch is away, besides those that it takes to start. */
const OUTAGE = crashes > 10 ? 60_000 : 2_000;

/** Milliseconds between two writes of a client while a test waits for something else. */
const CALM = 250;

/** So many kills does one system live through; its log grows with each. */
const lives = 50;
const systems = Array.from({ length: Math.ceil(crashes / lives) }, (_, index) => {
  const first = firstSeed + index * lives;
  const kills = Math.min(lives, crashes - index * lives);
  return { first, last: first + kills - 1, seeds: Array.from({ length: kills }, (_, kill) => first + kill) };
});

const victims: readonly (readonly ProcessName[])[] = [
  ["command"],
  ["first projector"],
  ["second projector"],
  ["first projector", "second projector"],
  ["query"],
  ["command", "first projector", "second projector", "query"],
];
const clientNames = ["ada", "bo"];

describeWithEngine("elasticsearch", "on PostgreSQL, Elasticsearch", (url) => {
  describeWithEngine("kafka", "and Kafka", (brokers) => {
    describe.each(systems)("processes that are killed as they work, seeds $first to $last", ({ first, seeds }) => {
      const promised = new Promised();
      let system: DistributedSystem;
      let fresh: FreshDatabase;
      let replay: Replay;
      let clients: readonly Client[];

      beforeAll(async () => {
        fresh = await freshDatabase();
        replay = await Replay.open(fresh);
        system = await DistributedSystem.start({ KAFKA_BROKERS: brokers, ELASTICSEARCH_URL: url });
        clients = clientNames.map(
          (name, index) => new Client(system, promised, seeded(first + index), name, clientNames),
        );
        for (const client of clients) await client.register();
      }, 120_000);

      afterAll(async () => {
        const logId = await logIdOf(system);
        await system.remove();
        await replay.close();
        await fresh.drop();
        await (await elasticsearchAt(url)()).close(logId);
      }, 120_000);

      // What one test left behind is not to spoil the next.
      afterEach(() => Promise.allSettled(clients.map((client) => client.stop())));

      test.each(seeds)(
        "have lost nothing that was acknowledged and doubled nothing (seed %i)",
        async (seed) => {
          const random = seeded(seed);
          for (const client of clients) client.begin();
          await sleep(random.between(100, 1_500));
          await system.kill(...random.pick(victims));
          // For a while the others work on alone.
          await sleep(random.between(0, 1_500));
          await Promise.all(clients.map((client) => client.stop()));
          // Now and then they come back under all that the clients can send.
          for (const client of clients) client.begin(seed % 5 === 0 ? 0 : CALM);
          await system.startMissing();
          await Promise.all(clients.map((client) => client.settle(60_000)));
          await inspect(system, promised, replay);
        },
        240_000,
      );

      test("take over from one another within seconds where one has sent the log to Kafka", async () => {
        const sending = async (): Promise<ProcessName> => {
          for (const name of ["first projector", "second projector"] as const) {
            const relay = await system.health(name, "kafka").catch(() => undefined);
            if (relay?.["relay"] === "sending") return name;
          }
          throw new Error("nobody sends");
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
        if (!(await isOurs("elasticsearch", url))) skip("this Elasticsearch is not ours to kill");
        const search = () => system.send("/api/metadata/search", { method: "POST", body: { search: { size: 0 } } });
        for (const client of clients) client.begin(CALM);
        await vi.waitFor(() => expect(promised.records.size).toBeGreaterThan(0), { timeout: 20_000 });
        await Promise.all(clients.map((client) => client.stop()));
        const before = clients.map(({ refused }) => refused);
        onTestFinished(async () => void (await startByMaven("elasticsearch")));
        await killEngine("elasticsearch");
        const standing = new Map(promised.records);
        const hasAdded = () => [...promised.records].some(([pid, record]) => standing.get(pid) !== record);
        const hasDeleted = () => [...standing.keys()].some((pid) => !promised.records.has(pid));
        const end = performance.now() + OUTAGE;
        while (performance.now() < end || !hasAdded() || !hasDeleted()) {
          for (const client of clients) client.begin(CALM);
          await sleep(1_000);
          await Promise.all(clients.map((client) => client.stop()));
          const answer = await search();
          expect(answer.status).toBe(503);
          expect(await answer.json()).toMatchObject({ code: "engine-unavailable" });
        }
        for (const client of clients) client.begin(CALM);
        await startByMaven("elasticsearch");
        await Promise.all(clients.map((client) => client.settle(60_000)));
        expect(clients.map(({ refused }) => refused)).toEqual(before);
        // The test that follows compares the index, document by document.
        await inspect(system, promised, replay);
      });

      test("leave the views and the index as a fresh replay of the whole log makes them", async () => {
        const again = await freshDatabase();
        const whole = await Replay.open(again);
        try {
          await inspect(system, promised, whole);
          const alias = indexAlias("catalogue_v1", await logIdOf(system));
          const rebuilt = await rebuiltContent(url, `${alias}_again`, whole.database);
          const content = await indexContent(url, alias);
          expect(content.size).toBe(promised.records.size);
          // Thousands of documents are compared quickly, and explained only where they differ.
          if (!isDeepStrictEqual(content, rebuilt)) expect(content).toEqual(rebuilt);
        } finally {
          await whole.close();
          await again.drop();
        }
      }, 240_000);
    });
  });
});

async function logIdOf(system: DistributedSystem): Promise<string> {
  const database = await system.database();
  try {
    const eventStore = await openPostgresEventStore(database);
    await eventStore.close();
    return eventStore.logId;
  } finally {
    await database.close();
  }
}
