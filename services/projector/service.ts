import { randomUUID } from "node:crypto";
import type { VIEWS } from "../../contracts/views.ts";
import { migrate } from "../../platform/database/migrations.ts";
import type { Database } from "../../platform/database/port.ts";
import { comparePositions, type Position } from "../../platform/event-store/port.ts";
import { openEmbeddedFeed } from "../../platform/feed/embedded/feed.ts";
import type { Feed } from "../../platform/feed/port.ts";
import type { ComponentHealth, Components } from "../../platform/http/health.ts";
import type { Platform, Service } from "../../platform/service.ts";
import { endLeases } from "../../platform/views/lease.ts";
import { type RegisteredView, registeredViews } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { projectorMetrics } from "./metrics.ts";
import { runView } from "./runner.ts";
import type { SqlView } from "./view.ts";
import { catalogue } from "./views/catalogue.ts";
import { facilities } from "./views/facilities.ts";

const views: Readonly<Record<keyof typeof VIEWS, SqlView>> = { catalogue, facilities };

/** Starts to keep every view at the head of the log. */
export async function openProjector(platform: Platform): Promise<Service> {
  const { config, database, eventStore, log, metrics, clock } = platform;
  await migrate(database, VIEW_MIGRATIONS);
  // A data folder has one projector, which the process has made sure of.
  if (config.databaseUrl === undefined) await endLeases(database);
  const feed = openEmbeddedFeed(eventStore);
  const closing = new AbortController();
  const lease = { holder: randomUUID() };
  const metricsOf = projectorMetrics(metrics, clock);
  const running = Object.values(views).map((view) =>
    runView(view, { database, feed, log, metrics: metricsOf(view), signal: closing.signal, lease }),
  );
  return {
    name: "projector",
    health: () => viewsHealth(database, feed),
    close: async () => {
      closing.abort();
      await Promise.all(running);
    },
  };
}

async function viewsHealth(database: Database, feed: Feed): Promise<Components> {
  try {
    const [registered, head] = await Promise.all([registeredViews(database), feed.head()]);
    return Object.fromEntries(
      Object.values(views).map((view) => {
        const found = registered.find(({ name, version }) => name === view.name && version === view.version);
        return [`view ${view.name}`, componentOf(view, found, head)] as const;
      }),
    );
  } catch (error) {
    const unknown = { state: "degraded", reason: `not known: ${(error as Error).name}` } as const;
    return Object.fromEntries(Object.values(views).map(({ name }) => [`view ${name}`, unknown]));
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
