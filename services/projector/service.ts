import type { ViewName } from "../../contracts/views.ts";
import { openFeed } from "../../platform/feed/open.ts";
import type { Platform, Service } from "../../platform/lifecycle/service.ts";
import { watchBuilds } from "../../platform/views/builds.ts";
import { endLeases } from "../../platform/views/lease.ts";
import { requireBuildsOfLog } from "../../platform/views/other-logs.ts";
import { prepareViews } from "../../platform/views/prepare.ts";
import { Builders } from "./builders.ts";
import { measureViewLag, projectorMetrics } from "./metrics.ts";
import { dropOldBuilds } from "./old-builds.ts";
import { skipsIn } from "./skips.ts";
import type { SqlView } from "./view.ts";
import { catalogueView } from "./views/catalogue/view.ts";
import { facilitiesView } from "./views/facilities/view.ts";
import { observationsView } from "./views/observations/view.ts";
import { stationsView } from "./views/stations/view.ts";
import { uvForecastView } from "./views/uv-forecast/view.ts";

/** Every view. `utcOffset`: the network's offset in minutes, by which days of observations begin. */
export function sqlViews(utcOffset: number): Readonly<Record<ViewName, SqlView>> {
  return {
    catalogue: catalogueView,
    facilities: facilitiesView,
    stations: stationsView,
    observations: observationsView(utcOffset),
    "uv-forecast": uvForecastView,
  };
}

/** Starts to keep every view at the head of the log. */
export async function openProjector(platform: Platform): Promise<Service> {
  const { config, database, eventStore, log, metrics, watchOf, tracing } = platform;
  await prepareViews(database, log);
  await requireBuildsOfLog(database, eventStore.logId);
  // The process has ensured that it is the only projector of the data folder.
  if (config.databaseUrl === undefined) await endLeases(database);
  const source = await openFeed({ kafka: config.kafka, database, eventStore, log, metrics, watchOf, tracing });
  const { feed } = source;
  const views = Object.values(sqlViews(config.utcOffset));
  measureViewLag(metrics, database, eventStore, views);
  const builds = await watchBuilds({ database, eventStore });
  const builders = new Builders({
    ...{ views, builds, database, feed, log, isSkipped: skipsIn(eventStore), tracing },
    metricsOf: projectorMetrics(metrics),
    followerOf: (build) => build.followedBy?.open(build, platform),
  });
  builders.start();
  const stopDropping = dropOldBuilds(views, platform);
  return {
    name: "projector",
    health: async () => ({ ...source.health(), ...builders.followerHealth() }),
    close: async () => {
      await stopDropping();
      await builds.close();
      await builders.close();
      await source.close();
    },
  };
}
