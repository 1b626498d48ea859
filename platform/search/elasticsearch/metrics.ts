import { Gauge, type Registry } from "prom-client";
import type { BuildId } from "../../views/schema.ts";
import type { IndexLag, SearchFollower } from "./follower.ts";

type Lagging = Pick<SearchFollower, "lag">;

/** The followers whose lag a registry's gauges show. */
const followersOf = new WeakMap<Registry, Map<Lagging, BuildId>>();

/**
 * Adds the index over a build to the gauges of lag, until the returned function is called. It has no value in a process
 * that does not feed the index.
 */
export function followerMetrics(registry: Registry, build: BuildId, follower: Lagging): () => void {
  let followers = followersOf.get(registry);
  if (!followers) {
    followers = new Map();
    followersOf.set(registry, followers);
    registerGauges(registry, followers);
  }
  followers.set(follower, build);
  return () => followers.delete(follower);
}

function registerGauges(registry: Registry, followers: ReadonlyMap<Lagging, BuildId>): void {
  const gauge = (metric: string, help: string, value: (lag: IndexLag) => number) =>
    new Gauge({
      name: metric,
      help,
      labelNames: ["view", "version", "generation"],
      registers: [registry],
      async collect() {
        // Unknown while the database is unreachable.
        const lags = await Promise.all(
          Array.from(
            followers,
            async ([follower, build]) => [build, await follower.lag().catch(() => undefined)] as const,
          ),
        );
        this.reset();
        for (const [{ name: view, version, generation }, lag] of lags) {
          if (lag) this.set({ view, version: String(version), generation: String(generation) }, value(lag));
        }
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
