import { randomUUID } from "node:crypto";
import { Backoff } from "../../async/backoff.ts";
import { Occasionally } from "../../async/occasionally.ts";
import { migrate } from "../../database/migrations.ts";
import { tellsOfLoss } from "../../errors.ts";
import type { Position } from "../../event-store/port.ts";
import { onProgressOf } from "../../views/changes.ts";
import { withLease } from "../../views/lease.ts";
import { CheckpointMoved } from "../../views/registry.ts";
import { keyOf, VIEW_MIGRATIONS } from "../../views/schema.ts";
import { IndexLost } from "./bulk.ts";
import { INDEX_MIGRATIONS, readIndexCheckpoint } from "./checkpoint.ts";
import { type FollowerOptions, FollowerSession } from "./follower-session.ts";

/**
 * `waiting`: another process feeds the index, or this one is starting; `filling`: the new index is not complete yet;
 * `following`: the index is complete; `failing`: the last attempt failed with `reason` and is retried.
 */
export interface FollowerState {
  readonly state: "waiting" | "filling" | "following" | "failing";
  readonly reason?: string;
  /** Sequence of the last change that the index has. */
  readonly sequence?: number;
  /** Everything up to this position in the log is searchable. */
  readonly position?: string;
}

/** Lag of an index behind its table. */
export interface IndexLag {
  /** Changes that the index does not have yet. */
  readonly changes: number;
  /** Seconds since everything in the table was last searchable; 0 while it is. */
  readonly seconds: number;
}

/** Feeds an index from the documents of a view, one process at a time. */
export interface SearchFollower {
  state(): FollowerState;
  /** Undefined while another process feeds the index. @throws when the database can't be reached. */
  lag(): Promise<IndexLag | undefined>;
  /** Resolves when work in progress is finished or aborted. */
  close(): Promise<void>;
}

/** Delays between attempts while the engine or the database can't be reached. */
const RETRY_DELAYS = { firstMs: 250, maxMs: 10_000 };

/** Starts following. Failures are retried until it is closed. @throws when the database can't be migrated */
export async function openSearchFollower(options: FollowerOptions): Promise<SearchFollower> {
  await migrate(options.database, [...VIEW_MIGRATIONS, ...INDEX_MIGRATIONS]);
  return new ElasticsearchFollower(options);
}

class ElasticsearchFollower implements SearchFollower {
  readonly #options: FollowerOptions;
  readonly #closing = new AbortController();
  readonly #holder = randomUUID();
  readonly #running: Promise<void>;
  #session: FollowerSession | undefined;
  /** Reason why the last attempt of this process failed. */
  #failure: string | undefined;
  readonly #failures = new Occasionally();
  /** Whether another process holds the lease, as far as known. */
  #waiting = true;
  /** When everything in the table was last searchable, as far as this process knows. */
  #levelAt = performance.now();
  /** Position of the index when this process last stopped feeding it. */
  #leftAt: Position | null | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  state(): FollowerState {
    const { complete, checkpoint } = this.#session ?? {};
    const progress = checkpoint && {
      sequence: checkpoint.sequence,
      ...(checkpoint.position && { position: checkpoint.position }),
    };
    if (this.#waiting) return { state: "waiting" };
    if (this.#failure !== undefined) return { state: "failing", reason: this.#failure, ...progress };
    if (!checkpoint) return { state: "waiting" };
    return { state: complete ? "following" : "filling", ...progress };
  }

  async lag(): Promise<IndexLag | undefined> {
    if (this.#waiting) return undefined;
    const { database, source, view } = this.#options;
    const [head, index] = await Promise.all([source.head(), readIndexCheckpoint(database, view)]);
    const changes = Math.max(0, head.sequence - (index?.sequence ?? 0));
    const seconds = index?.position === head.position ? 0 : (performance.now() - this.#levelAt) / 1000;
    return { changes, seconds };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { database, view, log } = this.#options;
    const { signal } = this.#closing;
    const { name: key, version } = keyOf(view);
    const name = { name: `${key}-elasticsearch`, version };
    const onWaiting = () => {
      this.#waiting = true;
    };
    const lease = { holder: this.#holder, onWaiting };
    const backoff = new Backoff(RETRY_DELAYS);
    while (!signal.aborted) {
      try {
        await withLease(database, name, signal, (held) => this.#follow(held), lease);
        backoff.reset();
      } catch (error) {
        if (signal.aborted) return;
        if (this.#session?.complete) backoff.reset();
        this.#report(error);
        await backoff.wait(signal);
      } finally {
        this.#session = undefined;
      }
    }
    log.debug({ view: view.name }, "the index is no longer fed by this process");
  }

  async #follow(held: AbortSignal): Promise<void> {
    const { database, view } = this.#options;
    this.#waiting = false;
    const standing = (await readIndexCheckpoint(database, view))?.position;
    // Another process has fed the index in the meantime, and may not have lagged.
    if (standing !== this.#leftAt) this.#levelAt = performance.now();
    this.#leftAt = standing;
    const session = new FollowerSession(this.#options, held, () => {
      this.#levelAt = performance.now();
      const position = session.checkpoint?.position;
      if (position) this.#options.onLevel?.(position);
    });
    const stopListening = await onProgressOf(view.name, database, () => session.wake());
    try {
      await session.begin();
      this.#session = session;
      this.#failure = undefined;
      await session.run();
    } catch (error) {
      // The lease was lost or this process is closing: an aborted operation is not a failure.
      if (!held.aborted) throw error;
    } finally {
      if (session.checkpoint) this.#leftAt = session.checkpoint.position;
      await stopListening();
    }
  }

  #report(error: unknown): void {
    const { view, log } = this.#options;
    if (error instanceof CheckpointMoved) return;
    this.#waiting = false;
    const reason = error instanceof Error ? error.message : String(error);
    const isRepeated = this.#failure === reason;
    this.#failure = error instanceof IndexLost ? undefined : reason;
    if (error instanceof IndexLost)
      log.warn({ view: view.name, reason }, "the search index was lost; filling a new one");
    else if (!isRepeated && !tellsOfLoss(error)) {
      // A session that fails after it has begun fails so at each attempt.
      this.#failures.do(() =>
        log.error({ view: view.name, err: error }, "the search index can't be fed; trying again"),
      );
    }
  }
}
