import { causesOf, type Tracing, traced } from "../tracing/port.ts";
import type { EventStore } from "./port.ts";

/** The same store; each append is a span of the request that its events come from. */
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
