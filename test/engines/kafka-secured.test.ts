import { pino } from "pino";
import { Registry } from "prom-client";
import { expect, test, vi } from "vitest";
import { EngineWatch } from "../../platform/engine-watch.ts";
import { openKafka } from "../../platform/kafka/client.ts";
import { SASL_MECHANISMS } from "../../platform/settings/kafka.ts";
import { StartFailure } from "../../platform/start-failure.ts";
import { silent } from "../postgres.ts";
import { notedWatch } from "../watch.ts";
import { describeWithEngine } from "./engine.ts";
import { KafkaLog } from "./kafka-log.ts";
import { securedSettings } from "./secured.ts";

describeWithEngine("kafka-secured", "a Kafka with TLS and SASL", (address) => {
  const configured = (changes?: Readonly<Record<string, string | undefined>>) => securedSettings(address, changes);

  test.each(SASL_MECHANISMS)("is read and written with %s", async (mechanism) => {
    const log = await KafkaLog.open(configured({ KAFKA_SASL_MECHANISM: mechanism }));
    try {
      await log.append("Noted", 20);
      await log.relay();
      const reader = await log.reader(log.notes);
      const readFromTopic = async () => {
        await reader.reached(await log.append("Noted", 1));
        // Null while the reader still reads from the event store.
        expect(reader.place.bookmark).not.toBeNull();
      };
      await vi.waitFor(readFromTopic, { timeout: 40_000, interval: 100 });
      expect(await log.messages(log.notes)).toBeGreaterThanOrEqual(20);
      expect(reader.seen).toEqual(await log.ids(log.notes));
    } finally {
      await log.close();
    }
  });

  test.each(SASL_MECHANISMS)("stops the start when it refuses the password by %s", async (mechanism) => {
    const wrong = configured({ KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_PASSWORD: "a-wrong-secret" });
    const start = openKafka(wrong, silent, notedWatch());
    await expect(start).rejects.toThrow(StartFailure);
    await expect(start).rejects.toThrow(/^KAFKA_BROKERS: Kafka at .* can't be used: it refuses our user or password/);
    await expect(start).rejects.not.toThrow(/a-wrong-secret/);
  });

  test.each([
    ["certificate is not trusted", { KAFKA_CA_FILE: undefined, KAFKA_SSL: "true" }, /self-signed certificate/],
    ["listener expects TLS", { KAFKA_CA_FILE: undefined }, /Closed connection/],
  ])("is waited for when its %s, and the reason is logged", async (_, changes, reason) => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    await openKafka(configured(changes), log, new EngineWatch("kafka", log, new Registry()));
    const said: { msg: string; reason: string } = JSON.parse(lines.at(-1) ?? "{}");
    expect(said.msg).toBe("Kafka is lost: what needs it waits or is refused");
    expect(said.reason).toMatch(reason);
  });
});
