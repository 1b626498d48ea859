import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { VIEWS, type ViewName } from "../../contracts/views.ts";
import type { Database } from "../../platform/database/port.ts";
import type { Position } from "../../platform/event-store/port.ts";
import type { ComponentHealth } from "../../platform/http/health.ts";
import { problem } from "../../platform/http/problem.ts";
import type { ViewProgress } from "../../platform/views/progress.ts";
import type { ViewReader } from "../../platform/views/reader.ts";
import { VIEWS_CHANNEL } from "../../platform/views/schema.ts";

/** Where a view was when its rows were read. */
export interface ViewPlace {
  readonly position: Position;
  /** Number of the last change of a row. */
  readonly sequence: number;
}

/** A view that is held in memory. */
export interface HeldView {
  readonly view: ViewName;
  /** As clients are told of it: `registry of facilities`. */
  readonly title: string;
  /**
   * Brings what is held to what the view is now; `since` is the sequence of what is held, undefined at first. Rows and
   * place are read in one statement, so that they belong together.
   */
  load(since: number | undefined): Promise<ViewPlace>;
}

interface FollowParts {
  readonly database: Pick<Database, "query" | "listen">;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
}

/** Milliseconds between two looks, should a notice get lost. */
const POLL = 1_000;

/** Keeps what is held of a view up to date, and lets those who wait for a position wait for it. */
export class ViewFollower {
  readonly #held: HeldView;
  readonly #parts: FollowParts;
  #sequence: number | undefined;
  #reader: ViewReader | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #poll: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  #closed = false;

  constructor(held: HeldView, parts: FollowParts) {
    this.#held = held;
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.database.listen(VIEWS_CHANNEL, () => this.#refresh());
    this.#poll = setInterval(() => this.#refresh(), POLL);
    this.#refresh();
  }

  /** Resolves when the view is at hand for the first time. */
  async ready(): Promise<void> {
    while (!this.#reader?.current && !this.#closed) await sleep(10);
  }

  /** @throws HttpProblem `engine-unavailable` while what is held may be older than what others were told to be seen. */
  check(): void {
    if (!this.#reader?.current) {
      throw problem("engine-unavailable", `The ${this.#held.title} is not at hand just now; try again.`);
    }
  }

  health(): ComponentHealth {
    if (this.#reader === undefined) return { state: "down", reason: `the ${this.#held.title} has not been read yet` };
    if (!this.#reader.current) return { state: "down", reason: "the database does not hear from this process" };
    return { state: "up", position: this.#reader.position };
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
        // The next notice or poll tries again; meanwhile the reader's heartbeats tell whether what is held may be served.
        this.#parts.log.debug({ err: error }, `the ${this.#held.title} could not be read`);
      }
    }
  }

  async #look(): Promise<void> {
    const place = await this.#place();
    if (place === undefined) return;
    if (place.sequence === this.#sequence) {
      this.#reader?.report(place.position);
      return;
    }
    const { position, sequence } = await this.#held.load(this.#sequence);
    this.#sequence = sequence;
    if (this.#reader) this.#reader.report(position);
    else this.#reader = this.#parts.progress.join(this.#held.view, position);
  }

  /** Undefined until a projector has made the view. */
  async #place(): Promise<ViewPlace | undefined> {
    const { view } = this.#held;
    const [place] = await this.#parts.database.query<ViewPlace>({
      name: "view-place",
      text: "select position, sequence::float8 as sequence from views where name = $1 and version = $2",
      values: [view, VIEWS[view].version],
    });
    return place;
  }
}
