import type { Logger } from "pino";
import type { UvForecast } from "../../../contracts/measurement-events.ts";
import { uvForecast } from "../../../contracts/views/uv-forecast.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { ComponentHealth } from "../../../platform/http/health.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { type CachedView, ViewCache, type ViewState } from "../views/view-cache.ts";
import type { UvGrid } from "./grid.ts";
import { loadGrid, servedForecast } from "./load-grid.ts";

/** The published forecast in memory. */
export interface ForecastCache {
  /**
   * The forecast that every reader sees now; undefined when none was ever published.
   * @throws HttpProblem `engine-unavailable` while that is not known.
   */
  current(): UvGrid | undefined;
  /** Resolves when it has been loaded for the first time. */
  ready(): Promise<void>;
  health(): ComponentHealth;
  close(): Promise<void>;
}

interface CacheParts {
  readonly database: Database;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
  readonly clock: () => Date;
}

const HOUR_MS = 3600_000;

export async function openForecastCache(parts: CacheParts): Promise<ForecastCache> {
  const content = new CachedForecast(parts.database, parts.log);
  const cache = new ViewCache(content, parts);
  await cache.start();
  return {
    current: () => {
      cache.check();
      return content.grid;
    },
    ready: () => cache.ready(),
    health: () => {
      const health = cache.health();
      return health.state === "up" ? { ...health, ...served(content.grid, parts.clock()) } : health;
    },
    close: () => cache.close(),
  };
}

class CachedForecast implements CachedView {
  readonly view = uvForecast.name;
  readonly title = "UV forecast";
  grid: UvGrid | undefined;
  readonly #database: Database;
  readonly #log: Logger;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  async load(): Promise<ViewState> {
    while (true) {
      const { document, number, content, ...state } = await servedForecast(this.#database);
      if (document === null || this.grid?.key === `${number} ${content}`) return state;
      const forecast: UvForecast = JSON.parse(document);
      const grid = await loadGrid(this.#database, forecast);
      // Deleted while it was read, since a newer one is there.
      if (grid === undefined) continue;
      this.grid = grid;
      this.#log.info({ issued: grid.issued, source: grid.source }, "a UV forecast is served");
      return state;
    }
  }
}

/** The state of the forecast for operators: its age in hours, and how far it reaches. */
function served(grid: UvGrid | undefined, now: Date) {
  if (grid === undefined) return { source: "climatology", issued: null };
  const { issued, source, steps } = grid;
  const ageHours = Math.round(((now.getTime() - Date.parse(issued)) / HOUR_MS) * 10) / 10;
  return { source, issued, ageHours, until: new Date(steps.at(-1) ?? 0).toISOString() };
}
