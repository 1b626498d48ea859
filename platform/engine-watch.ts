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

/** An answer so soon after a failure may be of a call that was under way. */
const STEADY_MS = 1_000;
/** An engine that is lost again so soon works in part. It counts as lost until it has worked for as long. */
const UNSTEADY_MS = 10_000;

/** All that call the engine without saying who they are. */
const CALLS = "calls";

/** What those who use an engine tell of it. */
export type Watch = Pick<EngineWatch, "failed" | "retried" | "counted" | "answered" | "forget">;

/** The watches of a process: one of each engine, whoever asks. */
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
 * Hears from all that use an engine whether it answers. However many calls it fails, its loss is one warning, and one a minute
 * while it lasts; its return is a line.
 */
export class EngineWatch {
  readonly #engine: EngineName;
  readonly #losses: LossLog;
  readonly #count: () => void;
  readonly #now: () => number;
  /** Who has had no answer since it last failed. */
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

  /** An operation has failed since the engine can't be used. `user`: who goes on trying, and tells when it answers again. */
  failed(error: unknown, user: unknown = CALLS): void {
    this.#count();
    this.retried(error, user);
  }

  /** An operation has failed for another reason of the engine's, which the caller logs. */
  counted(): void {
    this.#count();
  }

  /** As `failed`, where the operation is tried again: it does not count as failed yet. */
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
