import type { BenchResult } from "./harness.ts";

/** The benchmarks by their names; each is loaded when it is run. */
export const benchmarks = new Map<string, () => Promise<{ run: () => Promise<BenchResult> }>>([
  ["append", () => import("./append.ts")],
  ["bulk", () => import("./bulk.ts")],
  ["eventstoredb", () => import("./eventstoredb.ts")],
  ["overload", () => import("./overload.ts")],
  ["search", () => import("./search.ts")],
  ["facilities", () => import("./facilities.ts")],
  ["facility-update", () => import("./facility-update.ts")],
  ["measurements", () => import("./measurements.ts")],
  ["measurements-large", () => import("./measurements-large.ts")],
  ["uploads", () => import("./uploads.ts")],
  ["changes", () => import("./changes.ts")],
  ["elasticsearch-bulk", () => import("./elasticsearch-bulk.ts")],
  ["elasticsearch-search", () => import("./elasticsearch-search.ts")],
  ["search-engines", () => import("./search-engines.ts")],
  ["search-scale", () => import("./search-scale.ts")],
  ["relay", () => import("./relay.ts")],
  ["transfer", () => import("./transfer.ts")],
  ["replay", () => import("./replay.ts")],
  ["uv", () => import("./uv/routes.ts")],
  ["pages", () => import("./pages.ts")],
  ["uv-model", () => import("./uv/model.ts")],
]);
