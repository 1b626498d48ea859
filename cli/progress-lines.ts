const INTERVAL_MS = 2_000;

/** Says on stderr how many events were processed and how fast, every two seconds and at the end. */
export function progressLines(done: string): { readonly show: (events: number) => void; readonly end: () => void } {
  const begun = performance.now();
  let last = begun;
  let count = 0;
  const say = () => {
    const rate = Math.round(count / Math.max(0.001, (performance.now() - begun) / 1_000));
    process.stderr.write(`${count} events ${done}, ${rate} events/s\n`);
  };
  return {
    show: (events) => {
      count = events;
      if (performance.now() - last < INTERVAL_MS) return;
      last = performance.now();
      say();
    },
    end: say,
  };
}
