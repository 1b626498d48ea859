import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
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
import { isPassing, stopReason } from "./failures.ts";
import type { ViewMetrics } from "./metrics.ts";
import type { SqlView } from "./view.ts";
import { ViewWriter } from "./writer.ts";

/** A transaction of the view takes a batch at most, and must stay well under a second. */
const BATCH_EVENTS = 1_000;
const BATCH_BYTES = 6 * 1024 ** 2;

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

export interface RunnerOptions {
  readonly database: Database;
  readonly feed: Feed;
  readonly log: Logger;
  readonly metrics: ViewMetrics;
  readonly signal: AbortSignal;
  readonly lease: LeaseOptions;
  /** For whoever follows the view's table in this process. */
  readonly follower?: TableListener;
}

/**
 * Keeps a view at the head of the log until the signal aborts: what passes is tried again for ever, what does not
 * stops the view, visibly, until the next start.
 */
export async function runView(view: SqlView, options: RunnerOptions): Promise<void> {
  const runner = new ViewRunner(view, options);
  await runner.run();
}

class ViewRunner {
  readonly #view: SqlView;
  readonly #options: RunnerOptions;
  readonly #log: Logger;
  #pause = FIRST_PAUSE;

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
        if (!isPassing(error) && (await this.#stop(error))) return;
        this.#log.warn({ reason: (error as Error).message }, "the view is tried again soon");
        await sleep(this.#pause, undefined, { signal }).catch(() => undefined);
        this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
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
    const subscription = { view: name, types: handles, signal, batchSize: BATCH_EVENTS, batchBytes: BATCH_BYTES };
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
    this.#pause = FIRST_PAUSE;
  }

  /** A view that is built is live from where the log ended when its building began. */
  async #liveAt(target: Position | undefined, position: Position, state: ViewState): Promise<ViewState> {
    if (state === "building" && target !== undefined && comparePositions(position, target) >= 0) {
      await markLive(this.#options.database, this.#view);
      this.#log.info({ position }, "the view is built");
      state = "live";
    }
    this.#options.metrics.state(state);
    return state;
  }

  /** False when even that could not be written just now. */
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
