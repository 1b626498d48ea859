import { setTimeout as sleep } from "node:timers/promises";
import kafkajs from "kafkajs";
import { migrate } from "../../database/migrations.ts";
import { ConsumerSilent } from "../../kafka/consumer.ts";
import { createTopics } from "../../kafka/topics.ts";
import type { Feed, FeedBatch, FeedPlace, Subscription } from "../port.ts";
import { RELAY_MIGRATIONS } from "./checkpoint.ts";
import { routeOf } from "./routes.ts";
import { followTopic, type KafkaFeedOptions, TopicStalled } from "./session.ts";

// A CommonJS module, of which Node finds these names only so.
const { KafkaJSAggregateError, KafkaJSError } = kafkajs;

export interface KafkaFeed extends Feed {
  /** Why a view gets no events just now, by the view's name; empty when all is well. */
  failures(): ReadonlyMap<string, string>;
}

/** Milliseconds between two attempts while Kafka can't be reached. */
const RETRIES = { least: 250, most: 5_000 };

/**
 * The feed of a system with Kafka: what the relay has put on a topic, in the order of the log. A view reads the event
 * store itself where the topic can't serve it: when it has no bookmark, and for what the topic shows to be missing.
 * @throws DatabaseUnavailable
 */
export async function openKafkaFeed(options: KafkaFeedOptions): Promise<KafkaFeed> {
  await migrate(options.database, RELAY_MIGRATIONS);
  const { eventStore } = options;
  const failures = new Map<string, string>();
  return {
    start: eventStore.start,
    head: () => eventStore.head(),
    failures: () => failures,
    subscribe: (subscription, from) => follow(options, failures, subscription, from),
  };
}

async function* follow(
  options: KafkaFeedOptions,
  failures: Map<string, string>,
  subscription: Subscription,
  from: FeedPlace,
): AsyncGenerator<FeedBatch> {
  const { view, signal } = subscription;
  const route = routeOf(options.routes, subscription.types);
  options.eventStore.parsePosition(from.position);
  let place = from;
  let pause = RETRIES.least;
  try {
    while (!signal.aborted) {
      try {
        await createTopics(options.kafka, [route]);
        const onFetch = () => failures.delete(view);
        for await (const batch of followTopic(options, route, subscription, place, onFetch)) {
          place = { position: batch.position, bookmark: batch.bookmark ?? place.bookmark };
          pause = RETRIES.least;
          yield batch;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isKafkas(error)) throw error;
        options.onFailure?.();
        if (error instanceof TopicStalled) place = { ...place, bookmark: null };
        if (failures.get(view) !== error.message) {
          options.log.warn({ view, reason: error.message }, "the topic can't be read just now; trying again");
        }
        failures.set(view, error.message);
        await sleep(pause, undefined, { signal }).catch(() => undefined);
        pause = Math.min(pause * 2, RETRIES.most);
      }
    }
  } finally {
    failures.delete(view);
  }
}

/** What another consumer may get past. */
function isKafkas(error: unknown): error is Error {
  return (
    error instanceof KafkaJSError ||
    error instanceof KafkaJSAggregateError ||
    error instanceof ConsumerSilent ||
    error instanceof TopicStalled
  );
}
