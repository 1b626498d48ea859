import { readFile } from "node:fs/promises";
import kafkajs, { Kafka as Client, type KafkaConfig, type SASLOptions } from "kafkajs";
import type { Logger } from "pino";
import { withTimeout } from "../async/timeout.ts";
import type { Watch } from "../engine-watch.ts";
import { messageOf } from "../errors.ts";
import type { KafkaCredentials, KafkaSettings } from "../settings/kafka.ts";
import { StartFailure, unusable } from "../start-failure.ts";
import { disconnected } from "./closing.ts";
import { startConsumer } from "./consumer.ts";
import { translating } from "./errors.ts";
import { logCreator } from "./log.ts";
import type { Kafka } from "./port.ts";
import { connectProducer } from "./producer.ts";
import { createTopics } from "./topics.ts";

// A CommonJS module, whose named exports Node does not detect.
const { KafkaJSSASLAuthenticationError } = kafkajs;

/** Maximum time that a start waits for an answer. */
const START_TIMEOUT_MS = 5_000;

/**
 * Opens a client, and tests whether a broker answers. Unreachable brokers are reported to `watch` as a loss, since they
 * may come later.
 * @throws StartFailure when they refuse the user or password, or the file of certificates can't be read
 */
export async function openKafka(settings: KafkaSettings, log: Logger, watch: Watch): Promise<Kafka> {
  const config = { ...(await connectionConfig(settings)), logCreator: logCreator(log) };
  const where = settings.brokers.join(", ");
  try {
    await reach(config, settings.brokers.length);
  } catch (error) {
    const reason = messageOf(error);
    if (error instanceof KafkaJSSASLAuthenticationError) {
      const words = `Kafka at ${where} can't be used: it refuses our user or password (${reason})`;
      throw unusable("KAFKA_BROKERS", new Error(words, { cause: error }));
    }
    const user = Symbol("start");
    watch.retried(new Error(`Kafka at ${where} can't be reached: ${reason}`, { cause: error }), user);
    // The client's users retry themselves.
    watch.forget(user);
  }
  return kafkaOver(new Client(config));
}

/** The port, implemented with a client of kafkajs. */
export function kafkaOver(client: Client): Kafka {
  return {
    createTopics: (topics) => translating(createTopics(client, topics)),
    consume: (options) => translating(startConsumer(client, options)),
    connectProducer: (options) => translating(connectProducer(client, options)),
  };
}

/** Tries one broker after another. @throws the last one's error */
async function reach(config: KafkaConfig, brokers: number): Promise<void> {
  const admin = new Client({ ...config, retry: { retries: brokers - 1, initialRetryTime: 50 } }).admin();
  try {
    await withTimeout(START_TIMEOUT_MS, admin.connect(), () => {
      throw new Error("no answer in time");
    });
  } finally {
    void disconnected(admin.disconnect());
  }
}

/** The settings as the client expects them. */
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
    throw new StartFailure(`KAFKA_CA_FILE can't be read: ${messageOf(cause)}`, { cause });
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
