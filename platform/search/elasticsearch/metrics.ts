import { Gauge, type Registry } from "prom-client";
import type { ViewVersion } from "../../views/schema.ts";
import type { IndexLag, SearchFollower } from "./follower.ts";

/** Registers gauges of the index's lag. They have no value in a process that does not feed the index. */
export function followerMetrics(registry: Registry, { name, version }: ViewVersion, follower: Lagging): void {
  const labels = { view: name, version: String(version) };
  const gauge = (metric: string, help: string, value: (lag: IndexLag) => number) =>
    new Gauge({
      name: metric,
      help,
      labelNames: ["view", "version"],
      registers: [registry],
      async collect() {
        // Unknown while the database is unreachable.
        const lag = await follower.lag().catch(() => undefined);
        if (lag) this.set(labels, value(lag));
        else this.remove(labels);
      },
    });
  gauge(
    "airlog_index_lag_changes",
    "Changes of the view's table that the search index does not have yet",
    ({ changes }) => changes,
  );
  gauge(
    "airlog_index_lag_seconds",
    "Time since everything in the view's table could be found in the search index; 0 while it can",
    ({ seconds }) => seconds,
  );
}

type Lagging = Pick<SearchFollower, "lag">;
