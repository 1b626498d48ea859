import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Database } from "../database/port.ts";
import type { WatchOf } from "../engine-watch.ts";
import type { EventStore } from "../event-store/port.ts";
import type { Components } from "../health.ts";
import { openKafka } from "../kafka/client.ts";
import type { KafkaSettings } from "../settings/kafka.ts";
import type { Tracing } from "../tracing/port.ts";
import { openEmbeddedFeed } from "./embedded/feed.ts";
import { openKafkaFeed } from "./kafka/feed.ts";
import { measureRelayLag, measureTopicAhead } from "./kafka/metrics.ts";
import { openRelay } from "./kafka/relay.ts";
import { ROUTES } from "./kafka/routes.ts";
import type { Feed } from "./port.ts";

export interface FeedOptions {
  /** Undefined: views follow the event store. */
  readonly kafka: KafkaSettings | undefined;
  /** The caller closes this and the event store. */
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly watchOf: WatchOf;
  readonly tracing?: Tracing | undefined;
}

export interface OpenedFeed {
  readonly feed: Feed;
  health(): Components;
  /** Call when all subscriptions have ended. */
  close(): Promise<void>;
}

/** The feed of a command: the event store itself, also in a system with Kafka. */
export function directFeed(eventStore: EventStore): Feed {
  return openEmbeddedFeed(eventStore);
}

/**
 * Opens the configured feed. With Kafka this process also takes part in filling it.
 * @throws StartFailure when Kafka refuses us.
 */
export async function openFeed({
  kafka: settings,
  database,
  eventStore,
  log,
  metrics,
  watchOf,
  tracing,
}: FeedOptions): Promise<OpenedFeed> {
  if (!settings) return { feed: openEmbeddedFeed(eventStore), health: () => ({}), close: async () => {} };
  const watch = watchOf("kafka");
  const kafka = await openKafka(settings, log, watch);
  const options = { kafka, database, eventStore, routes: ROUTES, log, watch, tracing };
  const relay = await openRelay(options);
  const feed = await openKafkaFeed(options);
  measureRelayLag(metrics, database, eventStore);
  measureTopicAhead(metrics, () => feed.ahead().size);
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
