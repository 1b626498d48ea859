import type { Database } from "../../platform/database/port.ts";
import { comparePositions, type Position } from "../../platform/event-store/port.ts";
import type { Feed } from "../../platform/feed/port.ts";
import { completeBuild, touchBuild } from "../../platform/views/registry.ts";
import type { Follower } from "./follower.ts";
import type { SqlView } from "./view.ts";

/** Milliseconds for which a head of the log, once read, is the target of a build. */
const MAX_HEAD_AGE_MS = 2_000;
/** Milliseconds between two notes that a build is being made, while its tables wait for their follower. */
const TOUCH_INTERVAL_MS = 2_000;

export interface CompletionParts {
  readonly database: Database;
  readonly feed: Feed;
  readonly follower?: Follower | undefined;
}

/**
 * Makes a build complete: it and its follower have reached the head of the log, its tables are analysed, and no reader of
 * another build would go back in time.
 */
export class Completion {
  readonly #view: SqlView;
  readonly #parts: CompletionParts;
  /** Where the build stood at the beginning. */
  readonly #begin: Position;
  #target: { readonly head: Position; readonly readAt: number } | undefined;
  #isAnalysed = false;
  #touched = performance.now();

  constructor(view: SqlView, begin: Position, parts: CompletionParts) {
    this.#view = view;
    this.#begin = begin;
    this.#parts = parts;
  }

  /**
   * Takes the steps that are possible while the build is at this position.
   * @returns whether the build is complete
   * @throws BuildGone
   */
  async advance(position: Position): Promise<boolean> {
    const { database, follower } = this.#parts;
    await this.#readHead(position);
    const { head } = this.#target ?? {};
    if (head !== undefined && comparePositions(position, head) >= 0) {
      if (!this.#isAnalysed) await this.#analyse();
      else if (((await follower?.hasReached(head)) ?? true) && (await completeBuild(database, this.#view))) return true;
    }
    if (this.#isAnalysed) await this.#touch();
    return false;
  }

  /** A head that was read long ago says nothing about later writes. */
  async #readHead(position: Position): Promise<void> {
    const known = this.#target;
    const isOld = known === undefined || performance.now() - known.readAt > MAX_HEAD_AGE_MS;
    const isReached = known === undefined || comparePositions(position, known.head) >= 0;
    if (!isOld || !isReached) return;
    const head = await this.#parts.feed.head();
    // A log that ends before the applied events may be an earlier one: the feed finds out.
    this.#target = comparePositions(head, this.#begin) < 0 ? undefined : { head, readAt: performance.now() };
  }

  async #analyse(): Promise<void> {
    for (const table of Object.values(this.#view.tables)) await this.#parts.database.query(`analyze ${table}`);
    this.#isAnalysed = true;
  }

  async #touch(): Promise<void> {
    if (performance.now() - this.#touched <= TOUCH_INTERVAL_MS) return;
    await touchBuild(this.#parts.database, this.#view);
    this.#touched = performance.now();
  }
}
