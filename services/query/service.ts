import { openApiDocument } from "../../contracts/openapi/document.ts";
import { VIEWS } from "../../contracts/views.ts";
import { Occasionally } from "../../platform/async/occasionally.ts";
import { withTimeout } from "../../platform/async/timeout.ts";
import { readBuildFacts } from "../../platform/build-facts.ts";
import { tellsOfLoss } from "../../platform/errors.ts";
import { BodyMemory } from "../../platform/http/body-memory.ts";
import type { OpenService, Service } from "../../platform/lifecycle/service.ts";
import { addressOf, identityOf, localLinksWarning } from "../../platform/settings/identity.ts";
import { watchBuilds } from "../../platform/views/builds.ts";
import { requireBuildsOfLog } from "../../platform/views/other-logs.ts";
import { openViewProgress } from "../../platform/views/progress.ts";
import { ReadPace } from "../../platform/views/read-pace.ts";
import { forgetReaders } from "../../platform/views/reader.ts";
import { assetRoutes } from "./assets/routes.ts";
import { ChangeFeed } from "./changes/change-feed.ts";
import { NewestRecords } from "./changes/newest-records.ts";
import { changeRoutes } from "./changes/routes.ts";
import { Tails } from "./changes/tails.ts";
import { documentationRoutes } from "./documentation/routes.ts";
import { serveFacilities } from "./facilities/facility-cache.ts";
import { facilityRoutes } from "./facilities/routes.ts";
import { readBinding } from "./http/read.ts";
import { measurementRoutes } from "./measurements/routes.ts";
import { ServedMeasurements } from "./measurements/served-measurements.ts";
import { readModelText } from "./portal/docs/model-text.ts";
import { failurePageSender } from "./portal/failure/send-failure.ts";
import { readPortalAssets } from "./portal/frame/assets.ts";
import { type PortalParts, portalRoutes } from "./portal/routes.ts";
import { PastRecords } from "./records/past-records.ts";
import { recordRoutes } from "./records/routes.ts";
import { ServedCatalogue } from "./search/served-catalogue.ts";
import { serveForecasts } from "./uv/forecast-cache.ts";
import { ForecastPool } from "./uv/pool.ts";
import { uvRoutes } from "./uv/routes.ts";
import { deletionTime } from "./views/deletion-time.ts";

/**
 * A start waits this long for the content in memory, so that a small catalogue answers its first request. A large one goes
 * on building, and `/health/ready` says when it is done.
 */
const MAX_STARTING_MS = 1_800;

/** The read side: every public read, from views. */
export const openQuery: OpenService = async (platform) => {
  const { config, log, database, eventStore, clock } = platform;
  const progress = await openViewProgress(database, log);
  // A data folder has one query service, as the process has ensured.
  if (config.databaseUrl === undefined) await forgetReaders(database);
  await requireBuildsOfLog(database, eventStore.logId);
  const builds = await watchBuilds({ database, eventStore });
  const parts = { ...platform, builds, progress };
  const facilities = serveFacilities(parts);
  const records = new ServedCatalogue(parts);
  const measurements = new ServedMeasurements(parts);
  const forecast = serveForecasts(parts);
  const pool = new ForecastPool(log);
  const pace = await ReadPace.open(database, builds);
  const build = await readBuildFacts();
  const model = await readModelText(log);
  const assets = await readPortalAssets();
  const { rateLimit, limits } = config;
  const document = openApiDocument({ ...config, version: build.version });
  const memory = new BodyMemory(limits.body);
  const read = readBinding({ rateLimit, maxBodyBytes: limits.body, memory, clock, eventStore, progress, builds, pace });
  // The port may be known only once the process listens.
  let identity = identityOf(config, addressOf(config.host, config.port));
  const warning = localLinksWarning(config, config.host);
  if (warning !== undefined) log.warn(warning);
  const feed = new ChangeFeed({ database, builds, progress });
  const changes = {
    feed,
    writing: { source: () => identity.publicUrl, utcOffset: config.utcOffset },
    contents: { database, valueWriter: (series: number) => measurements.valueWriter(series) },
  };
  const publisher = () => ({ publicUrl: identity.publicUrl, name: config.operator ?? identity.repositoryId });
  const newestRecords = new NewestRecords({ feed, contents: changes.contents, publisher });
  const warnings = new Occasionally();
  const tails = await Tails.open(database, {
    ...changes,
    failed: (err) => {
      if (!tellsOfLoss(err)) warnings.do(() => log.warn({ err }, "changes can't be read just now; trying again"));
    },
  });
  const facilityDeletedAt = (column: "identifier" | "slug") => async (name: string) => {
    const build = builds.newest(VIEWS.facilities);
    const tombstones = build && { view: build, table: build.tables.facilities, column };
    return tombstones && deletionTime(database, eventStore.logId, tombstones, name);
  };
  const stationDeletedAt = async (id: string) => {
    const build = builds.newest(VIEWS.stations);
    const tombstones = build && { view: build, table: build.tables.stations, column: "id" as const };
    return tombstones && deletionTime(database, eventStore.logId, tombstones, id);
  };
  const past = new PastRecords(eventStore);
  const uv = { forecast: () => forecast.current().current(), pool, clock };
  const useCatalogue: PortalParts["use"] = (response) => records.use(response).build;
  const host = { ...config, assets };
  const measured = measurements.parts(read);
  const routes = [
    ...facilityRoutes(() => facilities.current().current(), facilityDeletedAt("identifier"), read),
    ...records.routes(read),
    ...recordRoutes({ database, eventStore, past, progress, use: useCatalogue, read }),
    ...portalRoutes({
      ...{ database, eventStore, past, progress, use: useCatalogue, uv, read },
      feed,
      facilityDeletedAt: facilityDeletedAt("slug"),
      stationDeletedAt,
      stations: () => measurements.current().network().stations,
      identity: () => identity,
      host,
      engineFor: (client, response) => records.engineFor(client, response),
      facilities: () => facilities.current().current(),
      maxHits: limits.page,
      countRecords: (deadline) => records.count(deadline),
      ...{ contents: changes.contents, publisher },
      measurements: measured,
      ...{ document, rateLimit, model: model?.text },
    }),
    ...changeRoutes({
      ...changes,
      newestRecords,
      tails,
      database,
      eventStore,
      progress,
      read,
      metrics: platform.metrics,
    }),
    ...measurementRoutes(measured),
    ...uvRoutes({ ...uv, read }),
    ...documentationRoutes(build, document, read),
    ...assetRoutes([...assets.files, ...(model?.charts ?? [])], read),
  ];
  const served = [facilities, records, measurements, forecast];
  for (const each of served) each.start();
  const ready = Promise.all(served.map((each) => each.ready()));
  await withTimeout(Math.max(0, MAX_STARTING_MS - 1000 * process.uptime()), ready, () => undefined);
  return {
    name: "query",
    routes,
    sendFailurePage: failurePageSender(host, () => identity),
    listens: (url: string) => {
      identity = identityOf(config, url);
    },
    endStreams: () => tails.end(),
    health: async () => Object.assign({}, ...(await Promise.all(served.map((each) => each.health())))),
    close: async () => {
      await tails.close();
      await Promise.all(served.map((each) => each.close()));
      await pool.close();
      await pace.close();
      await builds.close();
      await progress.close();
    },
  } satisfies Service;
};
