import type { ComponentHealth, Components, State } from "../http/health.ts";
import type { Platform, Service } from "./service.ts";

/** Milliseconds that an engine has to answer. */
const PATIENCE = 1_000;

/** The engines that every process has: the database, and the event store where it is another. */
export async function engineHealth(
  { config, database, eventStore }: Platform,
  services: readonly Service[],
): Promise<Components> {
  if (config.eventStoreUrl === undefined)
    return { database: await answering(() => database.query("select 1"), "down") };
  // Without the event store nothing can be written; what is read lies elsewhere, but for the history of a record.
  const without = services.some(({ name }) => name === "command") ? "down" : "degraded";
  const [ofDatabase, ofEventStore] = await Promise.all([
    answering(() => database.query("select 1"), "down"),
    answering(() => eventStore.head(), without),
  ]);
  return { database: ofDatabase, "event store": ofEventStore };
}

async function answering(ask: () => Promise<unknown>, otherwise: State): Promise<ComponentHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE);
  });
  try {
    await Promise.race([ask(), late]);
    return { state: "up" };
  } catch {
    return { state: otherwise, reason: "it can't be reached" };
  } finally {
    clearTimeout(timer);
  }
}
