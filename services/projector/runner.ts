import type { Logger } from "pino";
import { Backoff } from "../../platform/async/backoff.ts";
import { delay } from "../../platform/async/delay.ts";
import { Occasionally } from "../../platform/async/occasionally.ts";
import type { Database } from "../../platform/database/port.ts";
import { tellsOfLoss } from "../../platform/errors.ts";
import { comparePositions, type Position } from "../../platform/event-store/port.ts";
import { type Feed, type FeedBatch, LogEndsBefore } from "../../platform/feed/port.ts";
import { causesOf, type SpanStart, type Tracing, traced } from "../../platform/tracing/port.ts";
import { type LeaseOptions, withLease } from "../../platform/views/lease.ts";
import { readSlowdown } from "../../platform/views/read-pace.ts";
import {
  BuildGone,
  completeBuild,
  createBuild,
  markStopped,
  readCheckpoint,
  readState,
  replaceBuild,
  resumeBuild,
  touchBuild,
} from "../../platform/views/registry.ts";
import { keyOf } from "../../platform/views/schema.ts";
import { isTransient, messageOf, stopReason } from "./failures.ts";
import type { Follower } from "./follower.ts";
import type { ViewMetrics } from "./metrics.ts";
import { applyOrSkip, type IsSkipped } from "./skips.ts";
import { Throttle } from "./throttle.ts";
import type { SqlView } from "./view.ts";
import { ViewWriter } from "./writer.ts";

/** Limits of a batch. A transaction applies one batch at most, and must stay well under a second. */
const MAX_BATCH_EVENTS = 1_000;
const MAX_BATCH_BYTES = 6 * 1024 ** 2;
/** Milliseconds for which the head of the log that was read is what a build must reach. */
const MAX_HEAD_AGE_MS = 2_000;
/** Milliseconds for which a build that was not stopped by an event is followed before it counts as going on. */
const STEADY_MS = 2_000;
/** Milliseconds between two notes that a build is made whose tables wait for their follower. */
const TOUCH_INTERVAL_MS = 2_000;
/** Milliseconds between two attempts to complete a build that has nearly caught up. */
const COMPLETION_INTERVAL_MS = 50;

export interface RunnerOptions {
  readonly database: Database;
  readonly feed: Feed;
  readonly log: Logger;
  readonly metrics: ViewMetrics;
  readonly signal: AbortSignal;
  readonly lease: LeaseOptions;
  /** Whether to register the build and make its tables, if they are not there. */
  readonly creates: boolean;
  readonly isSkipped: IsSkipped;
  /** What follows the build's tables; closed by the caller. */
  readonly follower?: Follower | undefined;
  readonly tracing?: Tracing | undefined;
}

/**
 * Makes a build, and keeps it at the head of the log until the signal aborts or the build is dropped. Transient failures
 * are retried for ever; any other failure stops the build, visibly, until a later attempt gets past it.
 * @returns why it ended
 */
export async function runBuild(view: SqlView, options: RunnerOptions): Promise<"aborted" | "dropped" | "stopped"> {
  const runner = new BuildRunner(view, options);
  return runner.run();
}

class BuildRunner {
  readonly #view: SqlView;
  readonly #options: RunnerOptions;
  readonly #log: Logger;
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 1_000 });
  readonly #warnings = new Occasionally();
  #isCreated = false;
  #isFollowed = false;

  constructor(view: SqlView, options: RunnerOptions) {
    this.#view = view;
    this.#options = options;
    this.#log = options.log.child({ view: view.name, version: view.version, generation: view.generation });
  }

  async run(): ReturnType<typeof runBuild> {
    const { database, feed, signal, lease, metrics } = this.#options;
    while (!signal.aborted) {
      metrics.state("waiting");
      try {
        await this.#create(database, feed.start);
        await this.#startFollower();
        await withLease(database, keyOf(this.#view), signal, (held) => this.#follow(held), lease);
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof BuildGone) return "dropped";
        const ended = isTransient(error) ? undefined : await this.#stop(error);
        if (ended) return ended;
        this.#warn(error, "applying events failed; trying again");
        await this.#backoff.wait(signal);
      }
    }
    return "aborted";
  }

  #warn(error: unknown, message: string): void {
    if (!tellsOfLoss(error)) this.#warnings.do(() => this.#log.warn({ reason: messageOf(error) }, message));
  }

  /** Once: a build that is missing later was dropped. */
  async #create(database: Database, start: Position): Promise<void> {
    if (!this.#options.creates || this.#isCreated) return;
    await createBuild(database, this.#view, start);
    this.#isCreated = true;
  }

  async #startFollower(): Promise<void> {
    if (!this.#isFollowed) await this.#options.follower?.start();
    this.#isFollowed = true;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { database, feed, follower, metrics } = this.#options;
    const { name, handles } = this.#view;
    const { state, complete } = await readState(database, this.#view);
    follower?.forget();
    const checkpoint = await readCheckpoint(database, this.#view);
    const writer = new ViewWriter(database, this.#view, checkpoint, (...write) => follower?.written(...write));
    metrics.state(state);
    this.#log.info({ state, position: writer.checkpoint.position }, "the view is followed");
    // A build stays stopped until it has got past what stopped it: projectors that fail in turn don't change its state.
    let isStopped = state === "stopped";
    const goOn = async () => {
      metrics.state(await resumeBuild(database, this.#view));
      isStopped = false;
    };
    const ended = new AbortController();
    const isAtHead = isStopped && comparePositions(checkpoint.position, await feed.head()) >= 0;
    const steady = isAtHead ? this.#whenSteady(goOn, AbortSignal.any([signal, ended.signal])) : undefined;
    let isBeingMade = !complete;
    const completing = complete
      ? undefined
      : this.#complete(writer, AbortSignal.any([signal, ended.signal])).then(() => {
          isBeingMade = false;
        });
    const throttle = new Throttle(() => readSlowdown(database));
    let resumed = performance.now();
    const subscription = {
      view: name,
      types: handles,
      signal,
      batchSize: MAX_BATCH_EVENTS,
      batchBytes: MAX_BATCH_BYTES,
    };
    try {
      for await (const batch of feed.subscribe(subscription, writer.checkpoint)) {
        await this.#apply(batch, writer, signal);
        if (isStopped) await goOn();
        if (isBeingMade) await delay(await throttle.pauseAfter(performance.now() - resumed), signal);
        resumed = performance.now();
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!(error instanceof LogEndsBefore)) throw error;
      await this.#startAnew(error.head);
    } finally {
      ended.abort();
      await Promise.all([completing, steady]);
    }
  }

  async #startAnew(head: Position): Promise<void> {
    const { database, feed } = this.#options;
    await replaceBuild(database, this.#view, feed.start, head);
    this.#log.error({ head }, "the log ends before what the build has applied: it is replaced");
  }

  async #apply(batch: FeedBatch, writer: ViewWriter, signal: AbortSignal): Promise<void> {
    const { metrics, tracing, follower } = this.#options;
    const started = performance.now();
    const isSkipped = (event: string) => this.#options.isSkipped(this.#view.name, event);
    const apply = () => applyOrSkip(writer, batch, { isSkipped, signal, log: this.#log });
    const applied =
      tracing && batch.events.length > 0
        ? await traced(tracing, `project ${this.#view.name}`, () => this.#spanOf(batch), apply)
        : await apply();
    follower?.committed(batch);
    metrics.applied(applied, (performance.now() - started) / 1000);
    this.#backoff.reset();
    this.#warnings.reset();
  }

  /** One span for the whole batch, whatever number of traces its events come from. */
  #spanOf({ events }: FeedBatch): SpanStart {
    const { name, version } = this.#view;
    const attributes = { "airlog.view": name, "airlog.version": version, "airlog.events": events.length };
    return { kind: "consumer", causes: causesOf(events), attributes };
  }

  /**
   * Without an event left, only time shows that the build gets past what stopped it. Told at once, projectors that fail
   * again would start each other without end.
   */
  async #whenSteady(goOn: () => Promise<void>, signal: AbortSignal): Promise<void> {
    await delay(STEADY_MS, signal);
    if (signal.aborted) return;
    // The next event does the same.
    await goOn().catch((error) => this.#warn(error, "the build could not be noted as going on"));
  }

  /**
   * Marks the build complete as soon as it and its follower have reached the head of the log, its tables are analysed, and
   * no reader of another build would go back in time.
   */
  async #complete(writer: ViewWriter, signal: AbortSignal): Promise<void> {
    const { database, follower, feed, metrics } = this.#options;
    const backoff = new Backoff({ firstMs: 50, maxMs: 5_000 });
    const applied = writer.checkpoint.position;
    let target: { readonly head: Position; readonly readAt: number } | undefined;
    let isAnalysed = false;
    let touched = performance.now();
    const hasReached = (position: Position) => target !== undefined && comparePositions(position, target.head) >= 0;
    const isFollowed = async () => target !== undefined && ((await follower?.hasReached(target.head)) ?? true);
    while (!signal.aborted) {
      try {
        // A head that was read long ago says nothing of what was written since.
        const isOld = target === undefined || performance.now() - target.readAt > MAX_HEAD_AGE_MS;
        if (target === undefined || (isOld && hasReached(writer.checkpoint.position))) {
          const head = await feed.head();
          // A log that ends before what was applied may be an earlier one: the feed finds out.
          target = comparePositions(head, applied) < 0 ? undefined : { head, readAt: performance.now() };
        }
        if (hasReached(writer.checkpoint.position) && !isAnalysed) {
          for (const table of Object.values(this.#view.tables)) await database.query(`analyze ${table}`);
          isAnalysed = true;
        } else if (
          isAnalysed &&
          hasReached(writer.checkpoint.position) &&
          (await isFollowed()) &&
          (await completeBuild(database, this.#view))
        ) {
          metrics.state("live");
          this.#log.info({ position: writer.checkpoint.position }, "the view is built");
          return;
        }
        if (isAnalysed && performance.now() - touched > TOUCH_INTERVAL_MS) {
          await touchBuild(database, this.#view);
          touched = performance.now();
        }
        backoff.reset();
        await delay(COMPLETION_INTERVAL_MS, signal);
      } catch (error) {
        if (error instanceof BuildGone) return;
        this.#warn(error, "the build could not be completed just now; trying again");
        await backoff.wait(signal);
      }
    }
  }

  /** Undefined when the state could not be written either. */
  async #stop(error: unknown): Promise<"stopped" | "dropped" | undefined> {
    const stopped = stopReason(error);
    const why = stopped.event ? "it can't apply an event" : "it can't go on";
    this.#log.error({ ...stopped, err: error }, `the view is stopped: ${why}`);
    try {
      await markStopped(this.#options.database, this.#view, stopped);
    } catch (failure) {
      return failure instanceof BuildGone ? "dropped" : undefined;
    }
    this.#options.metrics.state("stopped");
    return "stopped";
  }
}
