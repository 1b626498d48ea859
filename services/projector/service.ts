import { randomUUID } from "node:crypto";
import { catalogue } from "../../contracts/views/catalogue.ts";
import type { ViewName } from "../../contracts/views.ts";
import type { Database } from "../../platform/database/port.ts";
import { comparePositions, type Position } from "../../platform/event-store/port.ts";
import { openFeed } from "../../platform/feed/open.ts";
import type { Feed } from "../../platform/feed/port.ts";
import type { ComponentHealth, Components } from "../../platform/http/health.ts";
import type { Platform, Service } from "../../platform/lifecycle/service.ts";
import { openCatalogueIndexFeed } from "../../platform/search/open.ts";
import { endLeases } from "../../platform/views/lease.ts";
import { prepareViews } from "../../platform/views/prepare.ts";
import { createView, type RegisteredView, registeredViews } from "../../platform/views/registry.ts";
import { measureViewLag, projectorMetrics } from "./metrics.ts";
import { runView } from "./runner.ts";
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
    uv_forecast: uvForecastView,
  };
}

/** Starts to keep every view at the head of the log. */
export async function openProjector(platform: Platform): Promise<Service> {
  const { config, database, eventStore, log, metrics } = platform;
  await prepareViews(database, log);
  // The process has ensured that it is the only projector of the data folder.
  if (config.databaseUrl === undefined) await endLeases(database);
  const source = await openFeed({ kafka: config.kafka, database, eventStore, log, metrics });
  const { feed } = source;
  const closing = new AbortController();
  const lease = { holder: randomUUID() };
  const metricsOf = projectorMetrics(metrics);
  const views = Object.values(sqlViews(config.utcOffset));
  measureViewLag(metrics, database, eventStore, views);
  const index = openCatalogueIndexFeed(platform);
  const running = views.map((view) =>
    runView(view, {
      database,
      feed,
      log,
      metrics: metricsOf(view),
      signal: closing.signal,
      lease,
      ...(index && view.name === catalogue.name && { follower: index.table }),
    }),
  );
  if (index) {
    await createView(database, catalogue, feed.start);
    await index.start();
  }
  return {
    name: "projector",
    health: async () => ({
      ...source.health(),
      ...(await viewsHealth(views, database, feed)),
      ...(index && { "index catalogue": index.health() }),
    }),
    close: async () => {
      closing.abort();
      await Promise.all([...running, index?.close()]);
      await source.close();
    },
  };
}

async function viewsHealth(views: readonly SqlView[], database: Database, feed: Feed): Promise<Components> {
  try {
    const [registered, head] = await Promise.all([registeredViews(database), feed.head()]);
    return Object.fromEntries(
      views.map((view) => {
        const found = registered.find(({ name, version }) => name === view.name && version === view.version);
        return [`view ${view.name}`, componentOf(view, found, head)] as const;
      }),
    );
  } catch (error) {
    const unknown = { state: "degraded", reason: `not known: ${(error as Error).name}` } as const;
    return Object.fromEntries(views.map(({ name }) => [`view ${name}`, unknown]));
  }
}

function componentOf({ version }: SqlView, view: RegisteredView | undefined, head: Position): ComponentHealth {
  if (!view) return { state: "degraded", version, view: "building" };
  const { position, state } = view;
  const lagSeconds = comparePositions(position, head) >= 0 ? 0 : Math.max(0, view.unmoved);
  const details = { version, view: state, position, lagSeconds };
  if (state === "stopped") return { state: "degraded", ...details, ...view.error };
  return { state: state === "live" ? "up" : "degraded", ...details };
}
