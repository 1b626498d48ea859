import { Counter, Gauge, type Registry } from "prom-client";
import { shared } from "./async/shared.ts";
import { withTimeout } from "./async/timeout.ts";

export type EngineName = "postgresql" | "eventstoredb" | "kafka" | "elasticsearch";

const ENGINE_ERRORS = "airlog_engine_errors_total";

/** Registers the engine's counter of failures, at 0; the returned function increments it. */
export function engineErrors(registry: Registry, engine: EngineName): () => void {
  // Nobody else registers one of this name.
  const found = registry.getSingleMetric(ENGINE_ERRORS) as Counter<"engine"> | undefined;
  const counter =
    found ??
    new Counter({
      name: ENGINE_ERRORS,
      help: "Requests that an engine did not answer, or refused because it can't work just now",
      labelNames: ["engine"],
      registers: [registry],
    });
  counter.inc({ engine }, 0);
  return () => counter.inc({ engine });
}

/** Well below Prometheus's default timeout of ten seconds, after which a scrape fails and the process counts as down. */
const READ_TIMEOUT_MS = 5_000;

/**
 * The result of `read`, shared by all gauges of a scrape; undefined where it fails or takes longer than a scrape may
 * wait. A late read is not begun again while it lasts. The next scrape gets its result if its own read is late too.
 */
export function readInTime<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  const now = shared(read);
  let late: Value | undefined;
  return shared(async () => {
    const earlier = late;
    late = undefined;
    const reading = now();
    const keepLate = (): Value | undefined => {
      void reading.then(
        (value) => {
          late = value;
        },
        () => undefined,
      );
      return earlier;
    };
    return withTimeout(READ_TIMEOUT_MS, reading, keepLate).catch(() => undefined);
  });
}

type LagUnit = "events" | "seconds";

export interface MeasuredLag<Label extends string> {
  readonly labels: Record<Label, string>;
  readonly lag: Readonly<Record<LagUnit, number>>;
}

/**
 * Registers `airlog_<what>_lag_events` and `airlog_<what>_lag_seconds`, which are read at each scrape. When `read` fails or is
 * late they have no values.
 */
export function measureLag<Label extends string>(
  registry: Registry,
  what: string,
  labelNames: readonly Label[],
  read: () => Promise<readonly MeasuredLag<Label>[]>,
): void {
  const now = readInTime(read);
  const gauge = (unit: LagUnit, help: string): void => {
    new Gauge({
      name: `airlog_${what}_lag_${unit}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const measured = (await now()) ?? [];
        this.reset();
        for (const { labels, lag } of measured) this.set(labels, lag[unit]);
      },
    });
  };
  gauge(
    "events",
    `Events in the log that the ${what} has not reached yet, counted among the next thousands of any type`,
  );
  gauge("seconds", `Age of the oldest event in the log that the ${what} has not reached yet`);
}
