/** The part of AbortSignal that a wait uses. */
interface Abortable {
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Conditions that end a wait, besides settling it. */
export interface WaitOptions {
  readonly signal?: Abortable | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * `enter` gives the waiter a place. Resolves with the result that the waiter is settled with, and frees the place then.
 * Resolves with `otherwise` after the timeout, when the signal aborts, and at once where there is no place.
 */
export function wait<Result>(
  enter: (settle: (result: Result) => void) => Disposable | undefined,
  otherwise: Result,
  { signal, timeoutMs }: WaitOptions,
): Promise<Result> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = (): void => settle(otherwise);
    const settle = (result: Result): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      place?.[Symbol.dispose]();
      resolve(result);
    };
    const place = enter(settle);
    if (!place) return resolve(otherwise);
    if (timeoutMs !== undefined) timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener("abort", giveUp);
  });
}
