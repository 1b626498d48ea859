import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Database } from "../../platform/database/port.ts";
import type { EventStore } from "../../platform/event-store/port.ts";
import { measureLag } from "../../platform/metrics.ts";
import { type BuildState, registeredBuilds } from "../../platform/views/registry.ts";
import type { BuildId } from "../../platform/views/schema.ts";
import type { SqlView } from "./view.ts";

/** The metrics of one build. */
export interface ViewMetrics {
  applied(events: number, seconds: number): void;
  state(state: BuildState | "waiting"): void;
  /** This process does not feed the build any more. */
  left(): void;
}

const STATES = ["waiting", "building", "live", "stopped"] as const;

const LABELS = ["view", "version", "generation"] as const;

const labelsOf = ({ name, version, generation }: BuildId) => ({
  view: name,
  version: String(version),
  generation: String(generation),
});

/** Registers how far the builds of the views are behind the log, whichever process writes them. */
export function measureViewLag(
  registry: Registry,
  database: Database,
  eventStore: EventStore,
  views: readonly SqlView[],
): void {
  measureLag(registry, "view", LABELS, async () => {
    const registered = await registeredBuilds(database);
    return Promise.all(
      views.flatMap(({ name, version, handles }) => {
        const builds = registered.filter((each) => each.name === name && each.version === version);
        return builds.map(async (build) => ({
          labels: labelsOf(build),
          lag: await eventStore.backlog(build.position, handles),
        }));
      }),
    );
  });
}

/** Registers the projector's metrics. Returns a factory for the metrics of one build. */
export function projectorMetrics(registry: Registry): (build: BuildId) => ViewMetrics {
  const labelNames = LABELS;
  const registers = [registry];
  const events = new Counter({
    name: "airlog_view_events_total",
    help: "Events applied to the view",
    labelNames,
    registers,
  });
  const duration = new Histogram({
    name: "airlog_view_batch_seconds",
    help: "Time to apply a batch of events to the view",
    labelNames,
    registers,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  });
  const states = new Gauge({
    name: "airlog_view_state",
    help: "1 for the state that the view is in; waiting: another projector writes it",
    labelNames: [...labelNames, "state"],
    registers,
  });
  return (build) => {
    const labels = labelsOf(build);
    return {
      applied: (count, seconds) => {
        events.inc(labels, count);
        duration.observe(labels, seconds);
      },
      state: (now) => {
        for (const state of STATES) states.set({ ...labels, state }, state === now ? 1 : 0);
      },
      left: () => {
        for (const state of STATES) states.remove({ ...labels, state });
      },
    };
  };
}
