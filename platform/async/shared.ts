/**
 * The work as a function whose callers share one run of it: whoever calls while it lasts, or less than `keptMs` after its end,
 * gets its result.
 */
export function shared<Result>(work: () => Promise<Result>, keptMs = 0): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  const end = (): void => {
    running = undefined;
  };
  return () => {
    running ??= work().finally(() => {
      if (keptMs === 0) end();
      else setTimeout(end, keptMs).unref();
    });
    return running;
  };
}
