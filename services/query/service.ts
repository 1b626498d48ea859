import { setTimeout as sleep } from "node:timers/promises";
import { Router } from "express";
import { catalogue } from "../../contracts/views/catalogue.ts";
import type { OpenService, Service } from "../../platform/lifecycle/service.ts";
import { TableSource } from "../../platform/search/documents/table-source.ts";
import { openCatalogueIndex } from "../../platform/search/open.ts";
import { openViewProgress } from "../../platform/views/progress.ts";
import { forgetReaders } from "../../platform/views/reader.ts";
import { readBuildFacts } from "./documentation/build-facts.ts";
import { readModelPage } from "./documentation/model-page.ts";
import { addDocumentationRoutes } from "./documentation/routes.ts";
import { addVersionRoute } from "./documentation/version.ts";
import { followFacilities } from "./facilities/followed-facilities.ts";
import { addFacilityRoutes } from "./facilities/routes.ts";
import { publicReads } from "./http/public-reads.ts";
import { openMeasurements } from "./measurements/open.ts";
import { addRecordRoutes } from "./records/routes.ts";
import { addCompatibilityRoute } from "./search/compatibility.ts";
import { addSearchRoutes } from "./search/routes.ts";
import { followForecast } from "./uv/followed-forecast.ts";
import { ForecastPool } from "./uv/pool.ts";
import { addUvRoutes } from "./uv/routes.ts";

/**
 * Milliseconds that a start waits for what is held in memory, so that a small catalogue answers its first request. A
 * large one goes on building, and `/health/ready` says when it is done.
 */
const PATIENCE = 5_000;

/** The read side: every public read, from views. */
export const openQuery: OpenService = async (platform) => {
  const { config, log, database, eventStore, clock } = platform;
  const progress = await openViewProgress(database);
  // A data folder has one query service, which the process has made sure of.
  if (config.databaseUrl === undefined) await forgetReaders(database);
  const facilities = await followFacilities({ database, progress, log });
  const index = await openCatalogueIndex(platform, progress);
  const measurements = await openMeasurements(platform, progress);
  const forecast = await followForecast({ database, progress, log, clock });
  const pool = new ForecastPool(log);
  const build = await readBuildFacts();
  const reads = publicReads({ rateLimit: config.rateLimit, clock, eventStore, progress });

  const router = Router();
  addFacilityRoutes(router, () => facilities.current(), reads);
  addSearchRoutes(router, { engine: index, reads, page: config.limits.page });
  addCompatibilityRoute(router, {
    engine: index,
    documents: new TableSource(database, catalogue),
    reads,
    indexState: () => index.state(),
  });
  addRecordRoutes(router, { database, eventStore, reads });
  measurements.addRoutes(router, reads);
  addUvRoutes(router, { forecast: () => forecast.current(), pool, clock, reads });
  addVersionRoute(router, build, reads);
  addDocumentationRoutes(router, config, build, await readModelPage(log));

  const ready = Promise.all([facilities.ready(), index.ready(), measurements.ready(), forecast.ready()]);
  await Promise.race([ready, sleep(PATIENCE, undefined, { ref: false })]);
  return {
    name: "query",
    router,
    health: async () => ({
      facilities: facilities.health(),
      search: await index.health(),
      ...measurements.health(),
      "uv forecast": forecast.health(),
    }),
    close: async () => {
      await measurements.close();
      await index.close();
      await forecast.close();
      await pool.close();
      await facilities.close();
      await progress.close();
    },
  } satisfies Service;
};
