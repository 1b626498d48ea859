import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { messageOf } from "./errors.ts";
import { LossLog } from "./loss-log.ts";
import { type EngineName, engineErrors } from "./metrics.ts";

const NAMES: Readonly<Record<EngineName, string>> = {
  postgresql: "PostgreSQL",
  eventstoredb: "EventStoreDB",
  kafka: "Kafka",
  elasticsearch: "Elasticsearch",
};

/** An answer so soon after a failure may belong to a call begun before. */
const STEADY_MS = 1_000;
/** An engine lost again so soon works only partly. It then counts as lost until it has worked for as long. */
const UNSTEADY_MS = 10_000;

/** Stands for all calls without a user of their own. */
const CALLS = "calls";

/** The reports of an engine's users. */
export type Watch = Pick<EngineWatch, "failed" | "retried" | "counted" | "answered" | "forget">;

/** The watches of a process: one per engine. */
export type WatchOf = (engine: EngineName) => EngineWatch;

export function engineWatches(log: Logger, metrics: Registry): WatchOf {
  const watches = new Map<EngineName, EngineWatch>();
  return (engine) => {
    const watch = watches.get(engine) ?? new EngineWatch(engine, log, metrics);
    watches.set(engine, watch);
    return watch;
  };
}

/**
 * Collects from all users of an engine whether it answers. However many calls fail, a loss is logged as one warning,
 * and once a minute while it lasts; the return is logged once.
 */
export class EngineWatch {
  readonly #engine: EngineName;
  readonly #losses: LossLog;
  readonly #count: () => void;
  readonly #now: () => number;
  /** Users without an answer since their last failure. */
  readonly #failing = new Set<unknown>();
  #isLost = false;
  #isUnsteady = false;
  #lostAt = 0;
  #failedAt = 0;
  #backAt = Number.NEGATIVE_INFINITY;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(engine: EngineName, log: Logger, metrics: Registry, now: () => number = () => performance.now()) {
    this.#engine = engine;
    this.#losses = new LossLog(log, now);
    this.#count = engineErrors(metrics, engine);
    this.#now = now;
  }

  /**
   * An operation has failed because the engine can't be used. `user`: keeps trying, and reports when the engine answers
   * again.
   */
  failed(error: unknown, user: unknown = CALLS): void {
    this.#count();
    this.retried(error, user);
  }

  /** An operation has failed for another reason of the engine. The caller logs it. */
  counted(): void {
    this.#count();
  }

  /** Like `failed`, but the operation is retried, so it is not counted. */
  retried(error: unknown, user: unknown = CALLS): void {
    const now = this.#now();
    if (!this.#isLost) {
      this.#isLost = true;
      this.#lostAt = now;
      this.#isUnsteady = now - this.#backAt < UNSTEADY_MS;
    }
    this.#failing.add(user);
    this.#failedAt = now;
    const details = { engine: this.#engine, reason: messageOf(error) };
    this.#losses.lost(details, `${NAMES[this.#engine]} is lost: what needs it waits or is refused`);
  }

  /** The engine has answered. */
  answered(user: unknown = CALLS): void {
    if (!this.#isLost) return;
    this.#failing.delete(user);
    const now = this.#now();
    const steadyMs = this.#isUnsteady ? UNSTEADY_MS : STEADY_MS;
    if (this.#failing.size > 0 || now - this.#failedAt < steadyMs) return;
    this.#isLost = false;
    this.#backAt = now;
    const details = { engine: this.#engine, seconds: Math.round((now - this.#lostAt) / 1_000) };
    this.#losses.back(details, `${NAMES[this.#engine]} is back`, this.#isUnsteady);
  }

  /** This user will not try again. */
  forget(user: unknown): void {
    this.#failing.delete(user);
  }
}
