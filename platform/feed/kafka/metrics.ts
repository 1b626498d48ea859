import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../database/port.ts";
import type { EventStore } from "../../event-store/port.ts";
import { measureLag } from "../../metrics.ts";
import { readRelayed } from "./checkpoint.ts";
import { ROUTES } from "./routes.ts";

/** Registers the number of each topic's events that are not in Kafka yet, whichever process relays them. */
export function measureRelayLag(registry: Registry, database: Database, eventStore: EventStore): void {
  measureLag(registry, "relay", ["topic"], async () => {
    const relayed = await readRelayed(database);
    const position = relayed === undefined ? eventStore.start : eventStore.parsePosition(relayed);
    return Promise.all(
      ROUTES.map(async ({ name, types }) => ({
        labels: { topic: name },
        lag: await eventStore.backlog(position, types),
      })),
    );
  });
}

/** Registers the number of this process's views that stand still because their topic is ahead of the log. */
export function measureTopicAhead(registry: Registry, views: () => number): void {
  new Gauge({
    name: "airlog_topic_ahead_views",
    help: "Views that stand still, since their topic in Kafka has events that the restored log lacks",
    registers: [registry],
    collect() {
      this.set(views());
    },
  });
}
