/**
 * `degraded`: routes are served, but some component lags behind or stands still. `down`: this process can't serve its
 * routes.
 */
export type State = "up" | "degraded" | "down";

export interface ComponentHealth {
  readonly state: State;
  /** Position, lag, reason …, as plain JSON without secrets. */
  readonly [detail: string]: unknown;
}

export type Components = Readonly<Record<string, ComponentHealth>>;
