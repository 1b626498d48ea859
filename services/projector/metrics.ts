import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { ViewState } from "../../platform/views/registry.ts";
import type { ViewVersion } from "../../platform/views/schema.ts";

/** What one view tells `/metrics`. */
export interface ViewMetrics {
  /** Events received and not applied yet, the oldest decided at this time (milliseconds). */
  received(oldest: number): void;
  applied(events: number, seconds: number): void;
  state(state: ViewState | "waiting"): void;
}

const STATES = ["waiting", "building", "live", "stopped"] as const;

/** Registers the projector's metrics; what it returns makes one view's part of them. */
export function projectorMetrics(registry: Registry, clock: () => Date): (view: ViewVersion) => ViewMetrics {
  const labelNames = ["view", "version"] as const;
  const registers = [registry];
  const behind = new Map<
    string,
    { readonly labels: Record<(typeof labelNames)[number], string>; oldest: number | undefined }
  >();
  new Gauge({
    name: "airlog_view_lag_seconds",
    help: "Age of the oldest event that this projector has received for the view and not applied yet",
    labelNames,
    registers,
    collect() {
      for (const { labels, oldest } of behind.values()) {
        this.set(labels, oldest === undefined ? 0 : Math.max(0, (clock().getTime() - oldest) / 1000));
      }
    },
  });
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
  return ({ name, version }) => {
    const labels = { view: name, version: String(version) };
    const entry: { readonly labels: typeof labels; oldest: number | undefined } = { labels, oldest: undefined };
    behind.set(`${name} ${version}`, entry);
    return {
      received: (oldest) => {
        entry.oldest ??= oldest;
      },
      applied: (count, seconds) => {
        entry.oldest = undefined;
        events.inc(labels, count);
        duration.observe(labels, seconds);
      },
      state: (now) => {
        for (const state of STATES) states.set({ ...labels, state }, state === now ? 1 : 0);
      },
    };
  };
}
