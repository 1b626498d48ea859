import { Gauge, type Registry } from "prom-client";
import { readInTime } from "../../metrics.ts";
import type { BuildId } from "../../views/schema.ts";
import type { IndexLag, SearchFollower } from "./follower.ts";

interface Measured {
  readonly build: BuildId;
  readonly lag: () => Promise<IndexLag | undefined>;
}

/** The followers whose lag a registry's gauges show. */
const followersOf = new WeakMap<Registry, Set<Measured>>();

/**
 * Adds the index over a build to the gauges of lag, until the returned function is called. There is no value in a
 * process that does not feed the index.
 */
export function followerMetrics(registry: Registry, build: BuildId, follower: Pick<SearchFollower, "lag">): () => void {
  let followers = followersOf.get(registry);
  if (!followers) {
    followers = new Set();
    followersOf.set(registry, followers);
    registerGauges(registry, followers);
  }
  const measured = { build, lag: readInTime(() => follower.lag()) };
  followers.add(measured);
  return () => followers.delete(measured);
}

function registerGauges(registry: Registry, followers: ReadonlySet<Measured>): void {
  const gauge = (metric: string, help: string, value: (lag: IndexLag) => number) =>
    new Gauge({
      name: metric,
      help,
      labelNames: ["view", "version", "generation"],
      registers: [registry],
      async collect() {
        // Unknown while the database does not answer.
        const lags = await Promise.all(Array.from(followers, async ({ build, lag }) => [build, await lag()] as const));
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
