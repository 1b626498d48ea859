import type { BuildState } from "../../platform/views/registry.ts";

/** What a projector does with a build. */
export type RunnerState =
  /** Creates the missing parts of the build and of its follower. */
  | "preparing"
  /** Another projector has the lease, or may have it. */
  | "waiting"
  /** Follows the log, and has not got past what stopped the build before. */
  | "halted"
  /** Follows the log; the build is not complete yet. */
  | "building"
  /** Follows the log; the build is complete. */
  | "live"
  | RunnerEnd;

/**
 * How a runner ends: at an event or failure that it can't get past, because the build is gone, or because it was asked to.
 */
export type RunnerEnd = "stopped" | "dropped" | "aborted";

/** What happens to a runner. */
export type RunnerEvent =
  | "prepared"
  /** The lease is held, or something has changed: the registry has the build in this state. */
  | BuildState
  /** The lease has ended, or the build was replaced. */
  | "released"
  /** By a transient failure. */
  | "interrupted"
  /** By a permanent failure, which the registry has noted. */
  | "failed"
  /** The registry does not have the build any more. */
  | "gone"
  | "aborted";

const ANY_TIME = { interrupted: "preparing", failed: "stopped", gone: "dropped", aborted: "aborted" } as const;

/** All that can happen in each state, and the state that follows. */
export const TRANSITIONS = {
  preparing: { prepared: "waiting", ...ANY_TIME },
  waiting: { building: "building", live: "live", stopped: "halted", ...ANY_TIME },
  halted: { building: "building", live: "live", released: "preparing", ...ANY_TIME },
  building: { live: "live", released: "preparing", ...ANY_TIME },
  live: { released: "preparing", ...ANY_TIME },
  stopped: {},
  dropped: {},
  aborted: {},
} as const satisfies Readonly<Record<RunnerState, Readonly<Partial<Record<RunnerEvent, RunnerState>>>>>;

/** @throws Error when that can't happen in this state */
export function nextState(state: RunnerState, event: RunnerEvent): RunnerState {
  const possible: Readonly<Partial<Record<RunnerEvent, RunnerState>>> = TRANSITIONS[state];
  const next = possible[event];
  if (next === undefined) throw new Error(`a build's runner that is ${state} can't be ${event}`);
  return next;
}

export function hasEnded(state: RunnerState): state is RunnerEnd {
  return Object.keys(TRANSITIONS[state]).length === 0;
}
