import { Backoff } from "../../async/backoff.ts";
import { migrate } from "../../database/migrations.ts";
import { tellsOfLoss } from "../../errors.ts";
import { KAFKA_RETRY_DELAYS, KafkaError } from "../../kafka/port.ts";
import { requireWithinLog } from "../log-end.ts";
import type { Feed, FeedBatch, FeedCheckpoint, Subscription } from "../port.ts";
import { RELAY_MIGRATIONS } from "./checkpoint.ts";
import { TopicAhead } from "./provenance.ts";
import { routeOf } from "./routes.ts";
import { followTopic, type KafkaFeedOptions, TopicStalled } from "./session.ts";

export interface KafkaFeed extends Feed {
  /** Reasons why views get no events at present, by the view's name. */
  failures(): ReadonlyMap<string, string>;
  /** The views whose topic has events that the log lacks. */
  ahead(): ReadonlySet<string>;
}

/**
 * The feed of a system with Kafka: the relay's messages on a topic, in the order of the log. A view reads the event
 * store itself when it has no bookmark, and for events that are missing on the topic.
 * @throws DatabaseUnavailable
 */
export async function openKafkaFeed(options: KafkaFeedOptions): Promise<KafkaFeed> {
  await migrate(options.database, RELAY_MIGRATIONS);
  const { eventStore } = options;
  const failures = new Map<string, string>();
  const ahead = new Set<string>();
  return {
    start: eventStore.start,
    head: () => eventStore.head(),
    failures: () => failures,
    ahead: () => ahead,
    subscribe: (subscription, from) => follow(options, { failures, ahead }, subscription, from),
  };
}

async function* follow(
  options: KafkaFeedOptions,
  { failures, ahead }: { readonly failures: Map<string, string>; readonly ahead: Set<string> },
  subscription: Subscription,
  from: FeedCheckpoint,
): AsyncGenerator<FeedBatch> {
  const { view, signal } = subscription;
  const { eventStore, confirmMs } = options;
  const route = routeOf(options.routes, subscription.types);
  await requireWithinLog(eventStore, from.position, { signal, confirmMs });
  let checkpoint = from;
  const backoff = new Backoff(KAFKA_RETRY_DELAYS);
  try {
    while (!signal.aborted) {
      try {
        await options.kafka.createTopics([route]);
        const onFetch = () => {
          options.watch?.answered(subscription);
          // A topic that is ahead of the log answers as well.
          if (!ahead.has(view)) failures.delete(view);
        };
        for await (const batch of followTopic(options, route, subscription, checkpoint, onFetch)) {
          checkpoint = { position: batch.position, bookmark: batch.bookmark ?? checkpoint.bookmark };
          backoff.reset();
          ahead.delete(view);
          yield batch;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isOfTopic(error)) throw error;
        if (tellsOfLoss(error)) options.watch?.failed(error, subscription);
        // Kafka itself works then.
        else if (error instanceof TopicAhead) ahead.add(view);
        else options.watch?.counted();
        if (error instanceof TopicStalled) checkpoint = { ...checkpoint, bookmark: null };
        if (!tellsOfLoss(error) && failures.get(view) !== error.message) {
          options.log.warn({ view, reason: error.message }, "the topic can't be read just now; trying again");
        }
        failures.set(view, error.message);
        await backoff.wait(signal);
      }
    }
  } finally {
    failures.delete(view);
    ahead.delete(view);
    options.watch?.forget(subscription);
  }
}

/** Failures of the topic. Another consumer may succeed; after TopicAhead only once an operator has acted. */
function isOfTopic(error: unknown): error is KafkaError | TopicStalled | TopicAhead {
  return error instanceof KafkaError || error instanceof TopicStalled || error instanceof TopicAhead;
}
