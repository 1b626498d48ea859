import type { Logger } from "pino";
import { Backoff } from "../../platform/async/backoff.ts";
import type { Database } from "../../platform/database/port.ts";
import { comparePositions, type Position } from "../../platform/event-store/port.ts";
import type { Feed, FeedBatch } from "../../platform/feed/port.ts";
import type { TableListener } from "../../platform/search/documents/written-source.ts";
import { type LeaseOptions, withLease } from "../../platform/views/lease.ts";
import {
  createView,
  markLive,
  markStopped,
  readCheckpoint,
  resumeView,
  type ViewState,
} from "../../platform/views/registry.ts";
import { isTransient, messageOf, stopReason } from "./failures.ts";
import type { ViewMetrics } from "./metrics.ts";
import type { SqlView } from "./view.ts";
import { ViewWriter } from "./writer.ts";

/** Limits of a batch. A transaction applies one batch at most, and must stay well under a second. */
const MAX_BATCH_EVENTS = 1_000;
const MAX_BATCH_BYTES = 6 * 1024 ** 2;

export interface RunnerOptions {
  readonly database: Database;
  readonly feed: Feed;
  readonly log: Logger;
  readonly metrics: ViewMetrics;
  readonly signal: AbortSignal;
  readonly lease: LeaseOptions;
  /** Follows the view's table in this process. */
  readonly follower?: TableListener;
}

/**
 * Keeps a view at the head of the log until the signal aborts. Transient failures are retried for ever; any other
 * failure stops the view, visibly, until the next start.
 */
export async function runView(view: SqlView, options: RunnerOptions): Promise<void> {
  const runner = new ViewRunner(view, options);
  await runner.run();
}

class ViewRunner {
  readonly #view: SqlView;
  readonly #options: RunnerOptions;
  readonly #log: Logger;
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 1_000 });

  constructor(view: SqlView, options: RunnerOptions) {
    this.#view = view;
    this.#options = options;
    this.#log = options.log.child({ view: view.name, version: view.version });
  }

  async run(): Promise<void> {
    const { database, feed, signal, lease, metrics } = this.#options;
    while (!signal.aborted) {
      metrics.state("waiting");
      try {
        await createView(database, this.#view, feed.start);
        await withLease(database, this.#view, signal, (held) => this.#follow(held), lease);
      } catch (error) {
        if (signal.aborted) return;
        if (!isTransient(error) && (await this.#stop(error))) return;
        this.#log.warn({ reason: messageOf(error) }, "applying events failed; trying again");
        await this.#backoff.wait(signal);
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { database, feed, follower } = this.#options;
    const { name, handles } = this.#view;
    let state = await resumeView(database, this.#view);
    follower?.forget();
    const checkpoint = await readCheckpoint(database, this.#view);
    const writer = new ViewWriter(database, this.#view, checkpoint, (...change) => follower?.written(...change));
    const target = state === "building" ? await feed.head() : undefined;
    state = await this.#liveAt(target, writer.checkpoint.position, state);
    this.#log.info({ state, position: writer.checkpoint.position }, "the view is followed");
    const subscription = {
      view: name,
      types: handles,
      signal,
      batchSize: MAX_BATCH_EVENTS,
      batchBytes: MAX_BATCH_BYTES,
    };
    for await (const batch of feed.subscribe(subscription, writer.checkpoint)) {
      await this.#apply(batch, writer, signal);
      state = await this.#liveAt(target, writer.checkpoint.position, state);
      if (signal.aborted) return;
    }
  }

  async #apply(batch: FeedBatch, writer: ViewWriter, signal: AbortSignal): Promise<void> {
    const { metrics } = this.#options;
    const started = performance.now();
    const applied = await writer.apply(batch, signal);
    metrics.applied(applied, (performance.now() - started) / 1000);
    this.#backoff.reset();
  }

  /** Marks the view live when it has reached the position at which the log ended when its building began. */
  async #liveAt(target: Position | undefined, position: Position, state: ViewState): Promise<ViewState> {
    if (state === "building" && target !== undefined && comparePositions(position, target) >= 0) {
      await markLive(this.#options.database, this.#view);
      this.#log.info({ position }, "the view is built");
      state = "live";
    }
    this.#options.metrics.state(state);
    return state;
  }

  /** Returns false when the state could not be written either. */
  async #stop(error: unknown): Promise<boolean> {
    const stopped = stopReason(error);
    this.#log.error({ ...stopped, err: error }, "the view is stopped: it can't apply an event");
    try {
      await markStopped(this.#options.database, this.#view, stopped);
    } catch {
      return false;
    }
    this.#options.metrics.state("stopped");
    return true;
  }
}
