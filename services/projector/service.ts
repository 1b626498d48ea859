import { randomUUID } from "node:crypto";
import type { VIEWS } from "../../contracts/views.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { openEmbeddedFeed } from "../../platform/feed/embedded/feed.ts";
import type { ComponentHealth, Components } from "../../platform/http/health.ts";
import type { Platform, Service } from "../../platform/service.ts";
import { type RegisteredView, registeredViews } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { projectorMetrics } from "./metrics.ts";
import { runView } from "./runner.ts";
import type { SqlView } from "./view.ts";
import { catalogue } from "./views/catalogue.ts";
import { facilities } from "./views/facilities.ts";

const views: Readonly<Record<keyof typeof VIEWS, SqlView>> = { catalogue, facilities };

/** Starts to keep every view at the head of the log. */
export async function openProjector({ database, eventStore, log, metrics, clock }: Platform): Promise<Service> {
  await migrate(database, VIEW_MIGRATIONS);
  const feed = openEmbeddedFeed(eventStore);
  const closing = new AbortController();
  const lease = { holder: randomUUID() };
  const metricsOf = projectorMetrics(metrics, clock);
  const running = Object.values(views).map((view) =>
    runView(view, { database, feed, log, metrics: metricsOf(view), signal: closing.signal, lease }),
  );
  return {
    name: "projector",
    health: async () => healthOf(await registeredViews(database)),
    close: async () => {
      closing.abort();
      await Promise.all(running);
    },
  };
}

function healthOf(registered: readonly RegisteredView[]): Components {
  const declared = Object.values(views).map((view) => {
    const found = registered.find(({ name, version }) => name === view.name && version === view.version);
    return [`view ${view.name}`, componentOf(view, found)] as const;
  });
  return Object.fromEntries(declared);
}

function componentOf({ version }: SqlView, view: RegisteredView | undefined): ComponentHealth {
  if (!view) return { state: "degraded", version, view: "building" };
  const details = { version, view: view.state, position: view.position };
  if (view.state === "stopped") return { state: "degraded", ...details, ...view.error };
  return { state: view.state === "live" ? "up" : "degraded", ...details };
}
