import { messageOf } from "../errors.ts";
import { Backoff, type BackoffOptions } from "./backoff.ts";

export interface RetryOptions extends BackoffOptions {
  /** A failure is final if it comes later than this after the beginning. */
  readonly timeoutMs: number;
  readonly isTransient: (error: unknown) => boolean;
  /** Called before the delay that follows a failure; attempts count from 1. */
  readonly onFailure?: (error: unknown, attempt: number) => void;
  /** No attempt begins after it aborts. */
  readonly signal?: AbortSignal;
}

/** Repeats `work` while it fails with transient errors. @throws its last error · the signal's reason */
export async function retry<Result>(
  work: (attempt: number) => Promise<Result>,
  { timeoutMs, isTransient, onFailure, signal, ...delays }: RetryOptions,
): Promise<Result> {
  const backoff = new Backoff(delays);
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await work(attempt);
    } catch (error) {
      if (signal?.aborted || !isTransient(error) || performance.now() >= deadline) throw error;
      onFailure?.(error, attempt);
      await backoff.wait(signal);
    }
  }
}

export interface KeepRunningOptions extends BackoffOptions {
  readonly signal: AbortSignal;
  /** Called after each failure; `isRepeated`: the previous failure had the same message, without a success in between. */
  readonly onFailure: (reason: string, error: unknown, isRepeated: boolean) => void;
}

/**
 * Runs `work` again whenever it ends, after a delay when it failed, until the signal aborts. `work` calls `succeeded`
 * as soon as it works as intended, which resets the delays. Never rejects.
 */
export async function keepRunning(
  work: (succeeded: () => void) => Promise<void>,
  { signal, onFailure, ...delays }: KeepRunningOptions,
): Promise<void> {
  const backoff = new Backoff(delays);
  let lastReason: string | undefined;
  const succeeded = () => {
    backoff.reset();
    lastReason = undefined;
  };
  while (!signal.aborted) {
    try {
      await work(succeeded);
    } catch (error) {
      if (signal.aborted) return;
      const reason = messageOf(error);
      onFailure(reason, error, reason === lastReason);
      lastReason = reason;
      await backoff.wait(signal);
    }
  }
}
