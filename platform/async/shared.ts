/**
 * Wraps work so that callers share a run: those that call during the run, or within `keptMs` after its end, get its
 * result.
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
