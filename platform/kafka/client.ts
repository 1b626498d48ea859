import { readFile } from "node:fs/promises";
import { Kafka, type KafkaConfig, type SASLOptions } from "kafkajs";
import type { Logger } from "pino";
import { logCreator } from "./log.ts";
import type { KafkaCredentials, KafkaSettings } from "./settings.ts";

/** A client; nothing is connected yet. @throws when the file of certificates can't be read. */
export async function openKafka(settings: KafkaSettings, log: Logger): Promise<Kafka> {
  return new Kafka({ ...(await connectionConfig(settings)), logCreator: logCreator(log) });
}

/** The settings in the client's words. */
export async function connectionConfig({ brokers, tls, caFile, sasl }: KafkaSettings): Promise<KafkaConfig> {
  const ca = caFile === undefined ? undefined : await readFile(caFile, "utf8");
  return {
    clientId: "airlog",
    brokers: [...brokers],
    ...(tls && { ssl: ca === undefined ? true : { ca } }),
    ...(sasl && { sasl: saslOptions(sasl) }),
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
  };
}

function saslOptions({ mechanism, username, password }: KafkaCredentials): SASLOptions {
  switch (mechanism) {
    case "plain":
      return { mechanism, username, password };
    case "scram-sha-256":
      return { mechanism, username, password };
    case "scram-sha-512":
      return { mechanism, username, password };
  }
}
