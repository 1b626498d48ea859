import { Gauge, type Registry } from "prom-client";
import type { SearchCounts } from "../../../platform/search/admission.ts";

/** Registers how many searches there are now, by their state. */
export function measureSearches(registry: Registry, counts: () => SearchCounts): void {
  new Gauge({
    name: "airlog_searches",
    help: "Searches now: waiting for their turn, running, and open, which run or whose answer is being read",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(counts())) this.set({ state }, count);
    },
  });
}
