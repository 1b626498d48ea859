import { Gauge, type Registry } from "prom-client";
import type { SearchProcessStats } from "./host.ts";

/** Registers gauges of the embedded engine's process, and replaces those of another one. Unknown values are NaN. */
export function measureProcess(registry: Registry, stats: () => SearchProcessStats): void {
  const gauge = (name: string, help: string, value: (stats: SearchProcessStats) => number | undefined): void => {
    registry.removeSingleMetric(`airlog_search_${name}`);
    new Gauge({
      name: `airlog_search_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value(stats()) ?? Number.NaN);
      },
    });
  };
  gauge("process_resident_bytes", "Memory of the search process", ({ residentBytes }) => residentBytes);
  gauge("process_restarts", "Times that the search process was started again", ({ restarts }) => restarts);
  gauge("workers", "Threads that answer searches", ({ workers }) => workers);
  gauge("segments", "Segments of the search index", ({ segments }) => segments);
  gauge("documents", "Documents in the search index", ({ documents }) => documents);
}
