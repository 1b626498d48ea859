import { readConfig } from "../../platform/config.ts";
import { migrate } from "../../platform/database/migrations.ts";
import type { Database } from "../../platform/database/port.ts";
import { BodyMemory } from "../../platform/http/body-memory.ts";
import type { ServedRoute } from "../../platform/http/route.ts";
import { watchBuilds } from "../../platform/views/builds.ts";
import { openViewProgress } from "../../platform/views/progress.ts";
import { completeBuild, createBuild, readCheckpoint } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { observationsView } from "../../services/projector/views/observations/view.ts";
import { stationsView } from "../../services/projector/views/stations/view.ts";
import { ViewWriter } from "../../services/projector/writer.ts";
import { readBinding } from "../../services/query/http/read.ts";
import type { MeasurementParts } from "../../services/query/measurements/parts.ts";
import { measurementRoutes } from "../../services/query/measurements/routes.ts";
import { ServedMeasurements } from "../../services/query/measurements/served-measurements.ts";
import { exchange, type RawAnswer } from "../exchange.ts";
import { positionOf } from "../position.ts";
import { databaseUntil, silent } from "../postgres.ts";
import { type ScriptedEvent, ScriptedLog } from "../scripted-log.ts";
import { serveRoutes } from "../serve-routes.ts";

export interface Answer extends RawAnswer {
  readonly text: string;
  json<Value = Record<string, unknown>[]>(): Value;
}

/** The measurement routes on a real port, over views in a real database, with a clock that the test sets. */
export interface ServedNetwork {
  readonly url: string;
  readonly routes: readonly ServedRoute[];
  readonly database: Database;
  /** Number of SQL statements sent so far. */
  readonly statements: () => number;
  /** Sets the routes' clock, ISO 8601. */
  setTime(time: string): void;
  /** Applies the events to the views; resolves when readers see them. */
  project(...events: readonly ScriptedEvent[]): Promise<void>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  request(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** Runs until the hook: `serveNetwork(afterAll)`, or `onTestFinished`. `pages`: routes besides. */
export async function serveNetwork(
  hook: (end: () => Promise<void>) => void,
  environment: Readonly<Record<string, string>> = {},
  pages: (measurements: MeasurementParts) => readonly ServedRoute[] = () => [],
): Promise<ServedNetwork> {
  const config = readConfig({ AIRLOG_RATE_LIMIT: "off", ...environment });
  const database = await databaseUntil(hook);
  await migrate(database, VIEW_MIGRATIONS);
  const scripted = new ScriptedLog();
  const views = [stationsView, observationsView(config.utcOffset)];
  for (const view of views) await createBuild(database, view, scripted.start);

  let now = new Date("2022-03-09T14:00:00+01:00");
  let statements = 0;
  const counting: Database = {
    ...database,
    query: (statement) => {
      statements++;
      return database.query(statement);
    },
  };
  const progress = await openViewProgress(database, silent);
  hook(() => progress.close());
  const eventStore = { logId: "test", parsePosition: positionOf, head: async () => scripted.head() };
  const clock = () => now;
  for (const view of views) await completeBuild(database, view);
  const builds = await watchBuilds({ database, eventStore });
  hook(() => builds.close());
  const parts = { config, log: silent, database: counting, eventStore, clock, progress, builds };
  const measurements = new ServedMeasurements(parts);
  measurements.start();
  hook(() => measurements.close());
  await measurements.ready();
  const { rateLimit, limits } = config;
  const pace = { observe: () => undefined };
  const read = readBinding({
    rateLimit,
    memory: new BodyMemory(1024 ** 2),
    maxBodyBytes: limits.body,
    clock,
    eventStore,
    progress,
    builds,
    pace,
  });
  const shared = measurements.parts(read);
  const routes = [...measurementRoutes(shared), ...pages(shared)];
  const url = await serveRoutes(hook, routes, config);

  const project = async (...events: readonly ScriptedEvent[]) => {
    const before = scripted.events.length;
    const position = scripted.append(...events);
    for (const view of views) {
      const writer = new ViewWriter(database, view, await readCheckpoint(database, view));
      const batch = scripted.events.slice(before).filter(({ type }) => view.handles.includes(type));
      await writer.apply({ events: batch, position }, new AbortController().signal);
    }
    database.notify("views");
    const shown = await progress.waitFor(["stations", "observations"], position, { by: "a test", timeoutMs: 20_000 });
    if (!shown) throw new Error("readers did not see the events in time");
  };

  const request = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const raw = await exchange(url, method, path, { headers });
    const text = raw.bytes.toString();
    return { ...raw, text, json: () => JSON.parse(text) };
  };
  return {
    url,
    routes,
    database,
    statements: () => statements,
    setTime: (time) => {
      now = new Date(time);
    },
    project,
    request,
    get: (path, headers) => request("GET", path, headers),
  };
}
