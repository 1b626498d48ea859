import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import kafkajs, { Kafka, type KafkaConfig, type SASLOptions } from "kafkajs";
import type { Logger } from "pino";
import { StartFailure, unusable } from "../lifecycle/start-failure.ts";
import { closed } from "./closing.ts";
import { logCreator } from "./log.ts";
import type { KafkaCredentials, KafkaSettings } from "./settings.ts";

// A CommonJS module, of which Node finds these names only so.
const { KafkaJSSASLAuthenticationError } = kafkajs;

/** Milliseconds that a start waits for an answer. */
const START_LIMIT = 5_000;

/**
 * A client, once it is known whether a broker answers. Brokers that can't be reached are warned of and waited for: they
 * may come, and only what goes through them has to wait.
 * @throws StartFailure when they refuse our user or password, or the file of certificates can't be read.
 */
export async function openKafka(settings: KafkaSettings, log: Logger): Promise<Kafka> {
  const config = { ...(await connectionConfig(settings)), logCreator: logCreator(log) };
  const where = settings.brokers.join(", ");
  try {
    await reach(config, settings.brokers.length);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof KafkaJSSASLAuthenticationError) {
      const words = `Kafka at ${where} can't be used: it refuses our user or password (${reason})`;
      throw unusable("KAFKA_BROKERS", new Error(words, { cause: error }));
    }
    log.warn({ reason }, `Kafka at ${where} can't be reached; what comes through it waits until it can`);
  }
  return new Kafka(config);
}

/** @throws what the last of the brokers that were asked says. */
async function reach(config: KafkaConfig, brokers: number): Promise<void> {
  const admin = new Kafka({ ...config, retry: { retries: brokers - 1, initialRetryTime: 50 } }).admin();
  const patience = new AbortController();
  const late = sleep(START_LIMIT, undefined, { signal: patience.signal }).then(() => {
    throw new Error("no answer in time");
  });
  try {
    await Promise.race([admin.connect(), late]);
  } finally {
    patience.abort();
    late.catch(() => undefined);
    void closed(admin.disconnect());
  }
}

/** The settings in the client's words. */
export async function connectionConfig({ brokers, tls, caFile, sasl }: KafkaSettings): Promise<KafkaConfig> {
  const ca = caFile === undefined ? undefined : await readCertificates(caFile);
  return {
    clientId: "airlog",
    brokers: [...brokers],
    ...(tls && { ssl: ca === undefined ? true : { ca } }),
    ...(sasl && { sasl: saslOptions(sasl) }),
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
  };
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new StartFailure(`KAFKA_CA_FILE can't be read: ${(cause as Error).message}`, { cause });
  }
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
