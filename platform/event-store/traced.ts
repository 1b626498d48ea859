import { causesOf, type Tracing, traced } from "../tracing/port.ts";
import type { EventStore } from "./port.ts";

/** Wraps a store so that each append is a span of the request that caused its events. */
export function tracedEventStore(store: EventStore, tracing: Tracing, system: string): EventStore {
  return {
    ...store,
    append: (streams) =>
      traced(
        tracing,
        "append events",
        () => {
          const events = streams.flatMap((stream) => stream.events);
          const attributes = {
            "db.system.name": system,
            "airlog.streams": streams.length,
            "airlog.events": events.length,
          };
          return { kind: "internal", causes: causesOf(events), attributes };
        },
        () => store.append(streams),
      ),
  };
}
