import type { Router } from "express";
import { addMeanRoutes } from "./aggregation.ts";
import { takeSuffix } from "./format.ts";
import { addHistoryRoutes } from "./historical.ts";
import { addLookupRoutes } from "./lookup.ts";
import type { MeasurementParts } from "./parts.ts";
import { addUpToDateRoutes } from "./up-to-date.ts";

/** Every read of measurements. */
export function addMeasurementRoutes(router: Router, parts: MeasurementParts): void {
  router.use(takeSuffix);
  addUpToDateRoutes(router, parts);
  addHistoryRoutes(router, parts);
  addMeanRoutes(router, parts);
  addLookupRoutes(router, parts);
}
