import { catalogue } from "../../contracts/views/catalogue.ts";
import { withTimeout } from "../../platform/async/timeout.ts";
import type { OpenService, Service } from "../../platform/lifecycle/service.ts";
import { ADMISSION_LIMITS, Admission } from "../../platform/search/admission.ts";
import { TableSource } from "../../platform/search/documents/table-source.ts";
import { openCatalogueIndex } from "../../platform/search/open.ts";
import { openViewProgress } from "../../platform/views/progress.ts";
import { forgetReaders } from "../../platform/views/reader.ts";
import { readBuildFacts } from "./documentation/build-facts.ts";
import { readModelPage } from "./documentation/model-page.ts";
import { documentationRoutes } from "./documentation/routes.ts";
import { openFacilityCache } from "./facilities/facility-cache.ts";
import { facilityRoutes } from "./facilities/routes.ts";
import { readBinding } from "./http/read.ts";
import { openMeasurements } from "./measurements/open.ts";
import { recordRoutes } from "./records/routes.ts";
import { compatibilityRoute } from "./search/compatibility.ts";
import { measureSearches } from "./search/metrics.ts";
import { searchRoutes } from "./search/routes.ts";
import { openForecastCache } from "./uv/forecast-cache.ts";
import { ForecastPool } from "./uv/pool.ts";
import { uvRoutes } from "./uv/routes.ts";

/**
 * A start waits this long for what is held in memory, so that a small catalogue answers its first request. A large one
 * goes on building, and `/health/ready` says when it is done.
 */
const START_TIMEOUT_MS = 1_500;

/** The read side: every public read, from views. */
export const openQuery: OpenService = async (platform) => {
  const { config, log, database, eventStore, clock } = platform;
  const progress = await openViewProgress(database, log);
  // A data folder has one query service, which the process has made sure of.
  if (config.databaseUrl === undefined) await forgetReaders(database);
  const facilities = await openFacilityCache({ database, progress, log });
  const index = await openCatalogueIndex(platform, progress);
  const searches = new Admission(index, { ...ADMISSION_LIMITS, running: index.concurrency });
  const engineFor = (client: string) => searches.engineFor(client);
  measureSearches(platform.metrics, () => searches.counts);
  const measurements = await openMeasurements(platform, progress);
  const forecast = await openForecastCache({ database, progress, log, clock });
  const pool = new ForecastPool(log);
  const build = await readBuildFacts();
  const { rateLimit, limits } = config;
  const read = readBinding({ rateLimit, maxBodyBytes: limits.body, clock, eventStore, progress });
  const documents = new TableSource(database, catalogue);
  const routes = [
    ...facilityRoutes(() => facilities.current(), read),
    ...searchRoutes({ engineFor, read, page: limits.page }),
    compatibilityRoute({ engineFor, documents, read, indexState: () => index.state() }),
    ...recordRoutes({ database, eventStore, read }),
    ...measurements.routes(read),
    ...uvRoutes({ forecast: () => forecast.current(), pool, clock, read }),
    ...documentationRoutes(config, build, read, await readModelPage(log)),
  ];

  const ready = Promise.all([facilities.ready(), index.ready(), measurements.ready(), forecast.ready()]);
  await withTimeout(START_TIMEOUT_MS, ready, () => undefined);
  return {
    name: "query",
    routes,
    health: async () => ({
      facilities: facilities.health(),
      search: { ...(await index.health()), searches: searches.counts },
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
