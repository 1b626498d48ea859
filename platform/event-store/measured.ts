import { Histogram, type Registry } from "prom-client";
import type { Watch } from "../engine-watch.ts";
import { tellsOfLoss } from "../errors.ts";
import { type AppendResult, type EventStore, EventStoreUnavailable, type StreamAppend } from "./port.ts";

export type AppendOutcome = AppendResult["outcome"] | "failed";

/** Called after every append, with its duration in seconds. */
export type OnAppend = (outcome: AppendOutcome, seconds: number) => void;

const APPEND_DURATION = "airlog_append_duration_seconds";

/** Registers the histogram of appends unless it exists; the returned function adds to it. */
export function appendDuration(registry: Registry): OnAppend {
  // Nobody else registers one of this name.
  const found = registry.getSingleMetric(APPEND_DURATION) as Histogram<"outcome"> | undefined;
  const duration =
    found ??
    new Histogram({
      name: APPEND_DURATION,
      help: "Time of an append to the event store, by outcome: appended, conflict, failed",
      labelNames: ["outcome"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
  return (outcome, seconds) => duration.observe({ outcome }, seconds);
}

/** Wraps a store to report its appends and failures. `watch`: set where an engine of its own holds the events. */
export function measuredEventStore(store: EventStore, onAppend: OnAppend, watch?: Watch): EventStore {
  const reported = <Reason>(error: Reason): Reason => {
    if (tellsOfLoss(error)) watch?.failed(error);
    else if (error instanceof EventStoreUnavailable) watch?.counted();
    return error;
  };
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      const result = await work;
      watch?.answered();
      return result;
    } catch (error) {
      throw reported(error);
    }
  };
  async function* watchedItems<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items;
    } catch (error) {
      throw reported(error);
    }
  }
  const append = async (streams: readonly StreamAppend[]): Promise<AppendResult> => {
    const begin = performance.now();
    let outcome: AppendOutcome = "failed";
    try {
      const result = await watched(store.append(streams));
      outcome = result.outcome;
      return result;
    } finally {
      onAppend(outcome, (performance.now() - begin) / 1_000);
    }
  };
  return {
    ...store,
    append,
    importEvents: (events) => watched(store.importEvents(events)),
    latest: (streams) => watched(store.latest(streams)),
    read: (...range) => watchedItems(store.read(...range)),
    findLast: (stream, isWanted) => watched(store.findLast(stream, isWanted)),
    follow: (position, options) => watchedItems(store.follow(position, options)),
    head: () => watched(store.head()),
    backlog: (position, types) => watched(store.backlog(position, types)),
  };
}
