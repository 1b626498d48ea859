import { Histogram, type Registry } from "prom-client";
import { type AppendResult, type EventStore, EventStoreUnavailable, type StreamAppend } from "./port.ts";

/** The same store, whose appends are timed and whose failures are told to `onUnavailable`. */
export function measuredEventStore(store: EventStore, registry: Registry, onUnavailable: () => void): EventStore {
  const duration = new Histogram({
    name: "airlog_append_duration_seconds",
    help: "Time of an append to the event store, by outcome: appended, conflict, failed",
    labelNames: ["outcome"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const told = <Reason>(error: Reason): Reason => {
    if (error instanceof EventStoreUnavailable) onUnavailable();
    return error;
  };
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw told(error);
    }
  };
  async function* watchedItems<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items;
    } catch (error) {
      throw told(error);
    }
  }
  const append = async (streams: readonly StreamAppend[]): Promise<AppendResult> => {
    const end = duration.startTimer({ outcome: "failed" });
    let outcome = "failed";
    try {
      const result = await watched(store.append(streams));
      outcome = result.outcome;
      return result;
    } finally {
      end({ outcome });
    }
  };
  return {
    atomicAcrossStreams: store.atomicAcrossStreams,
    logId: store.logId,
    start: store.start,
    append,
    latest: (streams) => watched(store.latest(streams)),
    read: (stream, from) => watchedItems(store.read(stream, from)),
    follow: (position, options) => watchedItems(store.follow(position, options)),
    head: () => watched(store.head()),
    backlog: (position, types) => watched(store.backlog(position, types)),
    parsePosition: (text) => store.parsePosition(text),
    close: () => store.close(),
  };
}
