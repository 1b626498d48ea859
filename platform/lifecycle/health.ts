import { VIEWS } from "../../contracts/views.ts";
import { withTimeout } from "../async/timeout.ts";
import type { ComponentHealth, Components, State } from "../health.ts";
import { viewsHealth } from "../views/health.ts";
import type { Platform, Service } from "./service.ts";

const ENGINE_TIMEOUT_MS = 1_000;

/** Health of the engines that every process has: the database, and the event store if it is another engine. */
export async function engineHealth(
  { config, database, eventStore }: Platform,
  services: readonly Service[],
): Promise<Components> {
  if (config.eventStoreUrl === undefined)
    return { database: await answering(() => database.query("select 1"), "down") };
  // Only writes and the history of a record need the event store; everything else is read from the database.
  const without = services.some(({ name }) => name === "command") ? "down" : "degraded";
  const [ofDatabase, ofEventStore] = await Promise.all([
    answering(() => database.query("select 1"), "down"),
    answering(() => eventStore.head(), without),
  ]);
  return { database: ofDatabase, "event store": ofEventStore };
}

/** Health of the views, in a process that builds or reads them. */
export function healthOfViews(
  { database, eventStore }: Pick<Platform, "database" | "eventStore">,
  services: readonly Pick<Service, "name">[],
): () => Promise<Components> {
  if (!services.some(({ name }) => name === "projector" || name === "query")) return async () => ({});
  return viewsHealth(Object.values(VIEWS), database, eventStore);
}

async function answering(ask: () => Promise<unknown>, otherwise: State): Promise<ComponentHealth> {
  try {
    await withTimeout(ENGINE_TIMEOUT_MS, ask(), () => {
      throw new Error("no answer in time");
    });
    return { state: "up" };
  } catch {
    return { state: otherwise, reason: "it can't be reached" };
  }
}
