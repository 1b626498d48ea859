import type { Logger } from "pino";
import { Backoff } from "../../platform/async/backoff.ts";
import { delay } from "../../platform/async/delay.ts";
import { Occasionally } from "../../platform/async/occasionally.ts";
import type { Database } from "../../platform/database/port.ts";
import { tellsOfLoss } from "../../platform/errors.ts";
import { comparePositions } from "../../platform/event-store/port.ts";
import { type Feed, type FeedBatch, LogEndsBefore } from "../../platform/feed/port.ts";
import { causesOf, type SpanStart, type Tracing, traced } from "../../platform/tracing/port.ts";
import { type LeaseOptions, withLease } from "../../platform/views/lease.ts";
import { readSlowdown } from "../../platform/views/read-pace.ts";
import {
  BuildGone,
  createBuild,
  markStopped,
  readCheckpoint,
  readState,
  replaceBuild,
  resumeBuild,
} from "../../platform/views/registry.ts";
import { keyOf } from "../../platform/views/schema.ts";
import { Completion } from "./completion.ts";
import { isTransient, messageOf, stopReason } from "./failures.ts";
import type { Follower } from "./follower.ts";
import type { ViewMetrics } from "./metrics.ts";
import { hasEnded, nextState, type RunnerEnd, type RunnerEvent, type RunnerState } from "./runner-states.ts";
import { applyOrSkip, type IsSkipped } from "./skips.ts";
import { Throttle } from "./throttle.ts";
import type { SqlView } from "./view.ts";
import { ViewWriter } from "./writer.ts";

/** Limits of a batch. A transaction applies one batch at most, and must stay well under a second. */
const MAX_BATCH_EVENTS = 1_000;
const MAX_BATCH_BYTES = 6 * 1024 ** 2;
/** Milliseconds for which a build that was stopped without an event is followed before it counts as going on. */
const STEADY_MS = 2_000;
/** Milliseconds between two attempts to complete a build. */
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
  /** The follower of the build's tables; closed by the caller. */
  readonly follower?: Follower | undefined;
  readonly tracing?: Tracing | undefined;
}

/**
 * Makes a build, and keeps it at the head of the log until the signal aborts or the build is dropped. Transient failures
 * are retried for ever; any other failure stops the build, visibly, until a later attempt gets past it.
 * @returns why it ended
 */
export async function runBuild(view: SqlView, options: RunnerOptions): Promise<RunnerEnd> {
  return new BuildRunner(view, options).run();
}

/** The state in `airlog_view_state` for each state of the runner. */
const SHOWN = {
  ...{ preparing: "waiting", waiting: "waiting", halted: "stopped", building: "building", live: "live" },
  ...{ stopped: "stopped", dropped: undefined, aborted: undefined },
} as const satisfies Record<RunnerState, Parameters<ViewMetrics["state"]>[0] | undefined>;

/** Goes from state to state as `TRANSITIONS` says. */
class BuildRunner {
  readonly #view: SqlView;
  readonly #options: RunnerOptions;
  readonly #log: Logger;
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 1_000 });
  readonly #warnings = new Occasionally();
  #state: RunnerState = "preparing";
  #isCreated = false;
  #isFollowed = false;

  constructor(view: SqlView, options: RunnerOptions) {
    this.#view = view;
    this.#options = options;
    this.#log = options.log.child({ view: view.name, version: view.version, generation: view.generation });
  }

  async run(): Promise<RunnerEnd> {
    const { database, signal, lease, metrics } = this.#options;
    metrics.state("waiting");
    while (!signal.aborted) {
      try {
        await this.#prepare();
        this.#transition("prepared");
        await withLease(database, keyOf(this.#view), signal, (held) => this.#follow(held), lease);
        this.#transition("released");
      } catch (error) {
        if (signal.aborted) break;
        this.#transition(await this.#failed(error));
        if (hasEnded(this.#state)) return this.#state;
        await this.#backoff.wait(signal);
      }
    }
    this.#transition("aborted");
    return "aborted";
  }

  /** Goes on to the next state. After the signal there is only one. */
  #transition(event: RunnerEvent): void {
    const { signal, metrics } = this.#options;
    if (signal.aborted && event !== "aborted") return;
    const from = this.#state;
    const to = nextState(from, event);
    this.#state = to;
    const shown = SHOWN[to];
    if (shown) metrics.state(shown);
    this.#log.debug({ from, event, to }, "the runner's state has changed");
  }

  /** Takes each step once: a build that is missing later was dropped. */
  async #prepare(): Promise<void> {
    const { database, feed, creates, follower } = this.#options;
    if (creates && !this.#isCreated) await createBuild(database, this.#view, feed.start);
    this.#isCreated = true;
    if (!this.#isFollowed) await follower?.start();
    this.#isFollowed = true;
  }

  /** Follows the log while the lease is held, and makes the build complete meanwhile. */
  async #follow(held: AbortSignal): Promise<void> {
    const { database, feed, follower } = this.#options;
    const { state, complete } = await readState(database, this.#view);
    follower?.forget();
    const checkpoint = await readCheckpoint(database, this.#view);
    const writer = new ViewWriter(database, this.#view, checkpoint, (...write) => follower?.written(...write));
    this.#transition(state);
    this.#log.info({ state, position: checkpoint.position }, "the view is followed");
    const isAtHead = state === "stopped" && comparePositions(checkpoint.position, await feed.head()) >= 0;
    const ended = new AbortController();
    const beside = AbortSignal.any([held, ended.signal]);
    const besides = [
      isAtHead ? this.#resumeWhenSteady(beside) : undefined,
      complete ? undefined : this.#complete(writer, beside),
    ];
    try {
      await this.#applyBatches(writer, held);
    } catch (error) {
      if (!(error instanceof LogEndsBefore)) throw error;
      await replaceBuild(database, this.#view, feed.start, error.head);
      this.#log.error({ head: error.head }, "the log ends before the build's position: the build is replaced");
    } finally {
      ended.abort();
      await Promise.all(besides);
    }
  }

  async #applyBatches(writer: ViewWriter, signal: AbortSignal): Promise<void> {
    const { database, feed } = this.#options;
    const { name: view, handles: types } = this.#view;
    const throttle = new Throttle(() => readSlowdown(database));
    const subscription = { view, types, signal, batchSize: MAX_BATCH_EVENTS, batchBytes: MAX_BATCH_BYTES };
    let resumed = performance.now();
    for await (const batch of feed.subscribe(subscription, writer.checkpoint)) {
      await this.#apply(batch, writer, signal);
      if (this.#state === "halted") await this.#resume();
      if (this.#state === "building") await delay(await throttle.pauseAfter(performance.now() - resumed), signal);
      resumed = performance.now();
      if (signal.aborted) return;
    }
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

  /** One span for the whole batch, however many traces its events come from. */
  #spanOf({ events }: FeedBatch): SpanStart {
    const { name, version } = this.#view;
    const attributes = { "airlog.view": name, "airlog.version": version, "airlog.events": events.length };
    return { kind: "consumer", causes: causesOf(events), attributes };
  }

  /** Called when the build has got past what stopped it. Until then, projectors that fail in turn don't change its state. */
  async #resume(): Promise<void> {
    const state = await resumeBuild(this.#options.database, this.#view);
    if (this.#state === "halted") this.#transition(state);
  }

  /**
   * Without an event left, only time shows that the build gets past what stopped it. If it were noted at once, projectors
   * that fail again would restart each other endlessly.
   */
  async #resumeWhenSteady(signal: AbortSignal): Promise<void> {
    await delay(STEADY_MS, signal);
    const backoff = new Backoff({ firstMs: 50, maxMs: 5_000 });
    while (!signal.aborted && this.#state === "halted") {
      try {
        await this.#resume();
      } catch (error) {
        this.#warn(error, "the build could not be noted as going on; trying again");
        await backoff.wait(signal);
      }
    }
  }

  /** Makes the build complete as soon as it can be. */
  async #complete(writer: ViewWriter, signal: AbortSignal): Promise<void> {
    const completion = new Completion(this.#view, writer.checkpoint.position, this.#options);
    const backoff = new Backoff({ firstMs: 50, maxMs: 5_000 });
    while (!signal.aborted) {
      try {
        const { position } = writer.checkpoint;
        if (this.#state === "building" && (await completion.advance(position))) {
          this.#transition("live");
          this.#log.info({ position }, "the view is built");
          return;
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

  /** The event for the runner that a failure causes. A permanent failure is noted in the registry. */
  async #failed(error: unknown): Promise<"interrupted" | "failed" | "gone"> {
    if (error instanceof BuildGone) return "gone";
    if (!isTransient(error)) {
      const stopped = stopReason(error);
      const why = stopped.event ? "it can't apply an event" : "it can't go on";
      this.#log.error({ ...stopped, err: error }, `the view is stopped: ${why}`);
      try {
        await markStopped(this.#options.database, this.#view, stopped);
        return "failed";
      } catch (failure) {
        if (failure instanceof BuildGone) return "gone";
      }
    }
    this.#warn(error, "applying events failed; trying again");
    return "interrupted";
  }

  #warn(error: unknown, message: string): void {
    if (!tellsOfLoss(error)) this.#warnings.do(() => this.#log.warn({ reason: messageOf(error) }, message));
  }
}
