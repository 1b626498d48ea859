import { Gauge, Histogram, type Registry } from "prom-client";

/** Answers that are held open until a change comes. */
export type Waiting = "stream" | "page";

/** Seconds: from readers that wait for changes to those that begin. */
const AGES = [1, 2, 5, 10, 30, 60, 300, 3_600, 86_400, 604_800, 2_592_000];

/**
 * Registers how many streams and waiting pages are open, and how far readers are behind. The returned function takes the time
 * of an answer, and the publication time of the first change in it.
 */
export function measureChanges(registry: Registry, open: () => Iterable<Waiting>): (now: Date, since: Date) => void {
  new Gauge({
    name: "airlog_changes_open",
    help: "Streams of changes, and pages that wait for a change, that are open now",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      const counts: Record<Waiting, number> = { stream: 0, page: 0 };
      for (const kind of open()) counts[kind] += 1;
      for (const [kind, count] of Object.entries(counts)) this.set({ kind }, count);
    },
  });
  const ages = new Histogram({
    name: "airlog_changes_lag_seconds",
    help: "Time from the publication of the first change that a reader has missed, by page or by stream, to its answer",
    registers: [registry],
    buckets: AGES,
  });
  return (now, since) => ages.observe(Math.max(0, now.getTime() - since.getTime()) / 1_000);
}
