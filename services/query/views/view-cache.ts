import type { Logger } from "pino";
import type { View } from "../../../contracts/views/declaration.ts";
import type { ViewName } from "../../../contracts/views.ts";
import { Coalesced } from "../../../platform/async/coalesced.ts";
import { delay } from "../../../platform/async/delay.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import type { ComponentHealth } from "../../../platform/health.ts";
import { problem } from "../../../platform/http/problem.ts";
import { onProgressOf } from "../../../platform/views/changes.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import type { ViewReader } from "../../../platform/views/reader.ts";

/** How far a view was when its rows were read. */
export interface ViewPosition {
  readonly position: Position;
  /** Number of the last change of a row. */
  readonly sequence: number;
}

/** The content of a view's build in memory, and how it is loaded. */
export interface CachedView<Content> {
  readonly build: View<ViewName>;
  /** Its name for clients: `registry of facilities`. */
  readonly title: string;
  /** The content as it was last loaded. */
  content(): Content;
  /**
   * Loads what has changed since `since`, the sequence of the last load, or everything if that is undefined. Rows and
   * position are read in one statement, so that they belong together.
   */
  load(since: number | undefined): Promise<ViewPosition>;
  /** Further facts about the content for operators. */
  details?(): Readonly<Record<string, unknown>>;
}

export interface ViewCacheParts {
  readonly database: Pick<Database, "query" | "listen">;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
}

/** Milliseconds between two checks, in case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

/** Milliseconds between two checks whether the view has been loaded. */
const READY_INTERVAL_MS = 10;

/** Keeps a view in memory up to date, and reports its position to requests that wait for one. */
export class ViewCache<Content> {
  readonly #cached: CachedView<Content>;
  readonly #parts: ViewCacheParts;
  readonly #refresh = new Coalesced(() => this.#refreshOnce());
  #sequence: number | undefined;
  #reader: ViewReader | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #poll: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(cached: CachedView<Content>, parts: ViewCacheParts) {
    this.#cached = cached;
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await onProgressOf(this.#cached.build.name, this.#parts.database, () =>
      this.#refresh.request(),
    );
    this.#poll = setInterval(() => this.#refresh.request(), POLL_INTERVAL_MS);
    this.#refresh.request();
  }

  /** Resolves when the view has been loaded for the first time. */
  async ready(): Promise<void> {
    while (!this.#reader?.current && !this.#closed) await delay(READY_INTERVAL_MS);
  }

  /**
   * The content as every reader sees it now.
   * @throws HttpProblem `engine-unavailable` while it may lack changes that other readers were told are visible.
   */
  current(): Content {
    if (!this.#reader?.current) {
      throw problem("engine-unavailable", `The ${this.#cached.title} cannot be read at the moment; try again.`);
    }
    return this.#cached.content();
  }

  shows(): readonly (Position | undefined)[] {
    return [this.#reader?.position];
  }

  health(): ComponentHealth {
    const { title } = this.#cached;
    if (this.#reader === undefined) return { state: "down", reason: `the ${title} has not been read yet` };
    if (!this.#reader.current) return { state: "down", reason: "the database does not hear from this process" };
    return { state: "up", position: this.#reader.position, ...this.#cached.details?.() };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#poll);
    await this.#stopListening?.();
    await this.#refresh.idle();
    await this.#reader?.leave();
  }

  async #refreshOnce(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#load();
    } catch (error) {
      // The next notification or poll tries again; meanwhile the reader's heartbeats tell whether the content may be served.
      this.#parts.log.debug({ err: error }, `the ${this.#cached.title} could not be read`);
    }
  }

  async #load(): Promise<void> {
    const now = await this.#position();
    if (now === undefined) return;
    if (now.sequence === this.#sequence) {
      this.#reader?.report(now.position);
      return;
    }
    const { position, sequence } = await this.#cached.load(this.#sequence);
    this.#sequence = sequence;
    if (this.#reader) this.#reader.report(position);
    else this.#reader = this.#parts.progress.join(this.#cached.build, position);
  }

  /** Undefined when the build has gone. */
  async #position(): Promise<ViewPosition | undefined> {
    const { name, version, generation } = this.#cached.build;
    const [found] = await this.#parts.database.query<ViewPosition>({
      name: "view-place",
      text: `select position, sequence::float8 as sequence from view_builds
        where name = $1 and version = $2 and generation = $3`,
      values: [name, version, generation],
    });
    return found;
  }
}

/** Begins to keep the view in memory. */
export async function openViewCache<Content>(
  cached: CachedView<Content>,
  parts: ViewCacheParts,
): Promise<ViewCache<Content>> {
  const cache = new ViewCache(cached, parts);
  await cache.start();
  return cache;
}
