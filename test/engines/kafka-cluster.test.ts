import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Position } from "../../platform/event-store/port.ts";
import { Client, Promised } from "../crash/client.ts";
import { DistributedSystem } from "../crash/distributed-system.ts";
import { inspect, Replay } from "../crash/inspection.ts";
import { describeWithEngine } from "./engine.ts";
import { KafkaLog } from "./kafka-log.ts";
import { isRunning, killProcess, startByMaven } from "./maven.ts";

const victim = "kafka-cluster-2";

describeWithEngine("kafka-cluster", "a log that goes through three brokers", (brokers) => {
  let log: KafkaLog;
  beforeEach(async () => {
    log = await KafkaLog.open(brokers);
  });
  afterEach(async () => {
    await startByMaven("kafka-cluster");
    await log.close();
  });

  test("is read completely and once when a broker is killed under load", { timeout: 180_000 }, async ({ skip }) => {
    if (!isRunning(victim)) skip("these brokers were not started by test/engines/up");
    await log.relay(3_000);
    const readers = [await log.reader(log.notes), await log.reader(log.measurements)];
    let head = await log.append("Noted", 50);
    for (const reader of readers) await reader.reached(head);
    let killed: Promise<unknown> | undefined;
    for (let round = 0; round < 60; round++) {
      head = await append(round);
      if (round === 20) killed = killProcess(victim);
      await sleep(50);
    }
    await killed;
    for (const reader of readers) await reader.reached(head);
    expect(readers.map(({ seen }) => seen)).toEqual([await log.ids(log.notes), await log.ids(log.measurements)]);
  });

  test("is read completely by the processes of a system when a broker is killed", { timeout: 240_000 }, async ({
    skip,
  }) => {
    if (!isRunning(victim)) skip("these brokers were not started by test/engines/up");
    const replay = await Replay.create();
    const system = await DistributedSystem.start({ KAFKA_BROKERS: brokers });
    try {
      const promised = new Promised();
      const clients = await Client.registerAll(system, promised, ["ada", "bo"]);
      for (const client of clients) client.begin();
      await sleep(2_000);
      await killProcess(victim);
      await sleep(3_000);
      await Promise.all(clients.map((client) => client.settle(60_000)));
      expect(clients.map(({ refused }) => refused)).toEqual([0, 0]);
      await inspect(system, promised, replay);
    } finally {
      await system.remove();
      await replay.close();
    }
  });

  function append(round: number): Promise<Position> {
    return log.append(round % 2 === 0 ? "Noted" : "Measured", 25);
  }
});
