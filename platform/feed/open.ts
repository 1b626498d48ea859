import type { Logger } from "pino";
import type { Database } from "../database/port.ts";
import type { EventStore } from "../event-store/port.ts";
import type { Components } from "../http/health.ts";
import { openKafka } from "../kafka/client.ts";
import type { KafkaSettings } from "../kafka/settings.ts";
import { unusable } from "../start-failure.ts";
import { openEmbeddedFeed } from "./embedded/feed.ts";
import { openKafkaFeed } from "./kafka/feed.ts";
import { openRelay } from "./kafka/relay.ts";
import { ROUTES } from "./kafka/routes.ts";
import type { Feed } from "./port.ts";

export interface FeedOptions {
  /** Without them views follow the event store. */
  readonly kafka: KafkaSettings | undefined;
  /** These two stay the caller's to close. */
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Logger;
}

export interface OpenedFeed {
  readonly feed: Feed;
  health(): Components;
  /** To be called when all subscriptions have ended. */
  close(): Promise<void>;
}

/**
 * Opens the feed that the configuration names; with Kafka this process takes part in filling it.
 * @throws StartFailure when Kafka refuses us.
 */
export async function openFeed({ kafka: settings, database, eventStore, log }: FeedOptions): Promise<OpenedFeed> {
  if (!settings) return { feed: openEmbeddedFeed(eventStore), health: () => ({}), close: async () => {} };
  const kafka = await openKafka(settings, log).catch((error) => {
    throw unusable("KAFKA_BROKERS", error);
  });
  const options = { kafka, database, eventStore, routes: ROUTES, log };
  const relay = await openRelay(options);
  const feed = await openKafkaFeed(options);
  return {
    feed,
    health: () => {
      const { state, reason } = relay.state();
      const failures = Object.fromEntries(feed.failures());
      const failing = reason !== undefined || feed.failures().size > 0;
      return { kafka: { state: failing ? "degraded" : "up", relay: state, ...(failing && { reason, failures }) } };
    },
    close: () => relay.close(),
  };
}
