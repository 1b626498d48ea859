import { statfs } from "node:fs/promises";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** Gauges with names of counters, which `promtool check metrics` refuses. They can be computed from others with `sum`. */
const MISNAMED = ["nodejs_active_resources_total", "nodejs_active_handles_total", "nodejs_active_requests_total"];

/** A registry with Node's own metrics, and those of the data folder's disk. */
export function processMetrics({ dataFolder }: { readonly dataFolder: string }): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  measureDisk(registry, dataFolder);
  return registry;
}

function measureDisk(registry: Registry, folder: string): void {
  const gauge = (name: string, help: string, blocks: "bavail" | "blocks"): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const bytes = await statfs(folder).then(
          (found) => found[blocks] * found.bsize,
          () => Number.NaN,
        );
        this.set(bytes);
      },
    });
  };
  gauge("airlog_disk_free_bytes", "Space left to airlog in the file system of the data folder", "bavail");
  gauge("airlog_disk_size_bytes", "Size of the file system of the data folder", "blocks");
}
