import type { Logger } from "pino";
import type { UvForecast } from "../../../contracts/measurement-events.ts";
import { uvForecast } from "../../../contracts/views/uv-forecast.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { ComponentHealth } from "../../../platform/http/health.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { type HeldView, ViewFollower, type ViewPlace } from "../view-follower.ts";
import type { UvGrid } from "./grid.ts";
import { loadGrid, servedForecast } from "./load-grid.ts";

/** The published forecast in memory, following its view. */
export interface FollowedForecast {
  /**
   * The forecast that every reader sees now; undefined when none was ever published.
   * @throws HttpProblem `engine-unavailable` while that is not known.
   */
  current(): UvGrid | undefined;
  /** Resolves when it is at hand for the first time. */
  ready(): Promise<void>;
  health(): ComponentHealth;
  close(): Promise<void>;
}

interface FollowParts {
  readonly database: Database;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
  readonly clock: () => Date;
}

const HOUR = 3600_000;

export async function followForecast(parts: FollowParts): Promise<FollowedForecast> {
  const held = new HeldForecast(parts.database, parts.log);
  const follower = new ViewFollower(held, parts);
  await follower.start();
  return {
    current: () => {
      follower.check();
      return held.grid;
    },
    ready: () => follower.ready(),
    health: () => {
      const health = follower.health();
      return health.state === "up" ? { ...health, ...served(held.grid, parts.clock()) } : health;
    },
    close: () => follower.close(),
  };
}

class HeldForecast implements HeldView {
  readonly view = uvForecast.name;
  readonly title = "UV forecast";
  grid: UvGrid | undefined;
  readonly #database: Database;
  readonly #log: Logger;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  async load(): Promise<ViewPlace> {
    while (true) {
      const { document, number, content, ...place } = await servedForecast(this.#database);
      if (document === null || this.grid?.key === `${number} ${content}`) return place;
      const grid = await loadGrid(this.#database, JSON.parse(document) as UvForecast);
      // Forgotten while it was read: a newer one is there.
      if (grid === undefined) continue;
      this.grid = grid;
      this.#log.info({ issued: grid.issued, source: grid.source }, "a UV forecast is served");
      return place;
    }
  }
}

/** What operators are told of the forecast: its age in hours, and how far it reaches. */
function served(grid: UvGrid | undefined, now: Date) {
  if (grid === undefined) return { source: "climatology", issued: null };
  const { issued, source, steps } = grid;
  const ageHours = Math.round(((now.getTime() - Date.parse(issued)) / HOUR) * 10) / 10;
  return { source, issued, ageHours, until: new Date(steps.at(-1) ?? 0).toISOString() };
}
