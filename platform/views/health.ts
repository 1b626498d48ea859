import type { View } from "../../contracts/views/declaration.ts";
import { shared } from "../async/shared.ts";
import { withTimeout } from "../async/timeout.ts";
import type { Database } from "../database/port.ts";
import { comparePositions, type EventStore, type Position } from "../event-store/port.ts";
import { shareOf } from "../event-store/positions.ts";
import type { ComponentHealth, Components } from "../health.ts";
import { type RegisteredBuild, registeredBuilds } from "./registry.ts";

type HealthView = Pick<View, "name" | "version" | "handles">;

/** A view is behind when the oldest event that it has yet to apply was recorded longer ago. */
const MAX_LAG_SECONDS = 60;
/** Well before the answer of `/health/ready`, of which this is a part, is late. */
const TIMEOUT_MS = 1_500;
/** Anybody may ask, and the lags cost thousands of rows for each view that is behind. */
const KEPT_MS = 1_000;

/** Tells how each view is: the build that is served, else the one that is made. Lags are those of the metrics. */
export function viewsHealth(
  views: readonly HealthView[],
  database: Database,
  eventStore: EventStore,
): () => Promise<Components> {
  const unknown = (reason: string): Components =>
    Object.fromEntries(
      views.map(({ name }) => [`view ${name}`, { state: "degraded", reason: `not known: ${reason}` }]),
    );
  const known = shared(() => readHealth(views, database, eventStore), KEPT_MS);
  return () =>
    withTimeout(TIMEOUT_MS, known(), () => unknown("no answer in time")).catch((error: Error) => unknown(error.name));
}

async function readHealth(
  views: readonly HealthView[],
  database: Database,
  eventStore: EventStore,
): Promise<Components> {
  const [registered, head] = await Promise.all([registeredBuilds(database), eventStore.head()]);
  const components = views.map(async (view) => {
    const found = registered.filter(({ name, version }) => name === view.name && version === view.version);
    const build = found.findLast(({ complete }) => complete) ?? found.at(-1);
    const next = build && found.findLast(({ generation }) => generation > build.generation);
    const component = await componentOf(view, build, eventStore, head);
    return [`view ${view.name}`, next ? rebuilding(component, next, head) : component] as const;
  });
  return Object.fromEntries(await Promise.all(components));
}

async function componentOf(
  { version, handles }: HealthView,
  build: RegisteredBuild | undefined,
  eventStore: EventStore,
  head: Position,
): Promise<ComponentHealth> {
  if (!build) return { state: "degraded", version, view: "building" };
  const { generation, position, state } = build;
  const isAtHead = comparePositions(position, head) >= 0;
  const lagSeconds = isAtHead ? 0 : (await eventStore.backlog(position, handles)).seconds;
  const details = { version, generation, view: state, position, done: shareOf(position, head), lagSeconds };
  if (state === "stopped") return { state: "degraded", ...details, ...build.error };
  return { state: state === "live" && lagSeconds <= MAX_LAG_SECONDS ? "up" : "degraded", ...details };
}

/** While another build of the same version is made beside the one that is served. */
function rebuilding(
  served: ComponentHealth,
  { generation, state, position }: RegisteredBuild,
  head: Position,
): ComponentHealth {
  return { ...served, state: "degraded", rebuilding: { generation, view: state, done: shareOf(position, head) } };
}
