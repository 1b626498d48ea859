import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { UvForecast } from "../../../contracts/measurement-events.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { ComponentHealth } from "../../../platform/http/health.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import type { ViewReader } from "../../../platform/views/reader.ts";
import { VIEWS_CHANNEL } from "../../../platform/views/schema.ts";
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

/** Milliseconds between two looks, should a notice get lost. */
const POLL = 1_000;
const HOUR = 3600_000;

export async function followForecast(parts: FollowParts): Promise<FollowedForecast> {
  const follower = new Follower(parts);
  await follower.start();
  return follower;
}

class Follower implements FollowedForecast {
  readonly #parts: FollowParts;
  #grid: UvGrid | undefined;
  #reader: ViewReader | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #poll: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  #closed = false;

  constructor(parts: FollowParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.database.listen(VIEWS_CHANNEL, () => this.#refresh());
    this.#poll = setInterval(() => this.#refresh(), POLL);
    this.#refresh();
  }

  async ready(): Promise<void> {
    while (!this.#reader?.current && !this.#closed) await sleep(10);
  }

  current(): UvGrid | undefined {
    if (!this.#reader?.current) {
      throw problem("engine-unavailable", "The forecast is not at hand just now; try again.");
    }
    return this.#grid;
  }

  health(): ComponentHealth {
    if (this.#reader === undefined) return { state: "down", reason: "the forecast has not been read yet" };
    if (!this.#reader.current) return { state: "down", reason: "the database does not hear from this process" };
    const { position } = this.#reader;
    if (this.#grid === undefined) return { state: "up", position, source: "climatology", issued: null };
    const { issued, source, steps } = this.#grid;
    const ageHours = Math.round(((this.#parts.clock().getTime() - Date.parse(issued)) / HOUR) * 10) / 10;
    return { state: "up", position, source, issued, ageHours, until: new Date(steps.at(-1) ?? 0).toISOString() };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#poll);
    await this.#stopListening?.();
    await this.#refreshing;
    await this.#reader?.leave();
  }

  /** One look at a time; a wish for one meanwhile makes another follow. */
  #refresh(): void {
    this.#refreshAgain = true;
    this.#refreshing ??= this.#keepRefreshing().finally(() => {
      this.#refreshing = undefined;
    });
  }

  async #keepRefreshing(): Promise<void> {
    while (this.#refreshAgain && !this.#closed) {
      this.#refreshAgain = false;
      try {
        await this.#look();
      } catch (error) {
        // The next notice or poll tries again; meanwhile the reader's heartbeats tell whether the forecast may be served.
        this.#parts.log.debug({ err: error }, "the UV forecast could not be read");
      }
    }
  }

  async #look(): Promise<void> {
    const { database, progress, log } = this.#parts;
    const served = await servedForecast(database);
    if (served === undefined) return;
    const { position, number, content, document } = served;
    if (document !== null && this.#grid?.key !== `${number} ${content}`) {
      const grid = await loadGrid(database, JSON.parse(document) as UvForecast);
      if (grid === undefined) {
        this.#refreshAgain = true;
        return;
      }
      this.#grid = grid;
      log.info({ issued: grid.issued, source: grid.source }, "a UV forecast is served");
    }
    if (this.#reader) this.#reader.report(position);
    else this.#reader = progress.join("uv_forecast", position);
  }
}
