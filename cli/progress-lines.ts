import { counted } from "./counted.ts";

const INTERVAL_MS = 2_000;

export interface ProgressLines {
  /** `share`: share of the whole, 0 to 1, if that is known. */
  readonly show: (count: number, share?: number) => void;
  readonly end: () => void;
}

export const events = (count: number): string => counted(count, "event");
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;

/**
 * Reports on stderr how much was processed, how fast, and how long the rest takes, every two seconds and at the end. `done`
 * is the verb, such as `exported`; `amount` makes a text of a count.
 */
export function progressLines(done: string, amount: (count: number) => string): ProgressLines {
  const begun = performance.now();
  let last = begun;
  let total = 0;
  const say = (share?: number) => {
    const seconds = (performance.now() - begun) / 1_000;
    const percent = share === undefined ? "" : `, ${percentOf(share)}`;
    const rate = amount(Math.round(total / Math.max(0.001, seconds)));
    process.stderr.write(`${amount(total)} ${done}${percent}, ${rate}/s${timeLeft(share, seconds)}\n`);
  };
  return {
    show: (count, share) => {
      total = count;
      if (performance.now() - last < INTERVAL_MS) return;
      last = performance.now();
      say(share);
    },
    end: () => say(),
  };
}

export const percentOf = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** `seconds` since the share was `first`. Empty while the time left is unknown. */
export function timeLeft(share: number | undefined, seconds: number, first = 0): string {
  if (share === undefined || share <= first) return "";
  return `, ${Math.ceil(((1 - share) / (share - first)) * seconds)} s left`;
}
