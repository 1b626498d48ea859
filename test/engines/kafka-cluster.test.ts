import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import type { Position } from "../../platform/event-store/port.ts";
import { Client, Promised } from "../crash/client.ts";
import { DistributedSystem } from "../crash/distributed-system.ts";
import { inspect, Replay } from "../crash/inspection.ts";
import { freshDatabase } from "../postgres.ts";
import { describeWithEngine } from "./engine.ts";
import { KafkaLog } from "./kafka-log.ts";

const run = promisify(execFile);
const home = process.env["ENGINES_HOME"] ?? join(tmpdir(), "airlog-engines");
const victim = "kafka-cluster-2";

describeWithEngine("kafka-cluster", "a log that goes through three brokers", (brokers) => {
  let log: KafkaLog;
  beforeEach(async () => {
    log = await KafkaLog.open(brokers);
  });
  afterEach(async () => {
    await run("test/engines/up", ["kafka-cluster"], { env: { ...process.env, ENGINES_HOME: home } });
    await log.close();
  });

  test("is read completely and once when one of them is killed under load", { timeout: 180_000 }, async ({ skip }) => {
    if (!existsSync(join(home, "pids", victim))) skip("these brokers were not started by test/engines/up");
    await log.relay(3_000);
    const readers = [await log.reader(log.notes), await log.reader(log.measurements)];
    let head = await log.append("Noted", 50);
    for (const reader of readers) await reader.reached(head);
    let killed: Promise<unknown> | undefined;
    for (let round = 0; round < 60; round++) {
      head = await append(round);
      if (round === 20)
        killed = run("test/engines/down", ["--kill", victim], { env: { ...process.env, ENGINES_HOME: home } });
      await sleep(50);
    }
    await killed;
    for (const reader of readers) await reader.reached(head);
    expect(readers.map(({ seen }) => seen)).toEqual([await log.ids(log.notes), await log.ids(log.measurements)]);
  });

  test("is read completely by the processes of a system when one of them is killed", { timeout: 240_000 }, async ({
    skip,
  }) => {
    if (!existsSync(join(home, "pids", victim))) skip("these brokers were not started by test/engines/up");
    const fresh = await freshDatabase();
    const replay = await Replay.open(fresh);
    const system = await DistributedSystem.start({ KAFKA_BROKERS: brokers });
    try {
      const promised = new Promised();
      const names = ["ada", "bo"];
      const clients = names.map((name, index) => new Client(system, promised, seeded(index), name, names));
      for (const client of clients) await client.register();
      for (const client of clients) client.begin();
      await sleep(2_000);
      await run("test/engines/down", ["--kill", victim], { env: { ...process.env, ENGINES_HOME: home } });
      await sleep(3_000);
      await Promise.all(clients.map((client) => client.settle(60_000)));
      expect(clients.map(({ refused }) => refused)).toEqual([0, 0]);
      await inspect(system, promised, replay);
    } finally {
      await system.remove();
      await replay.close();
      await fresh.drop();
    }
  });

  function append(round: number): Promise<Position> {
    return log.append(round % 2 === 0 ? "Noted" : "Measured", 25);
  }
});
