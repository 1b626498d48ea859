import { counted } from "./counted.ts";
import { events, type ProgressLines, progressLines } from "./progress-lines.ts";

export interface ComparisonLines {
  readonly onProgress: ProgressLines["show"];
  readonly onCompared: ProgressLines["show"];
  readonly end: () => void;
}

/** Reports the progress of a comparison: the applied events, and then the compared rows, each at its own rate. */
export function comparisonLines(): ComparisonLines {
  const applied = progressLines("applied", events);
  let compared: ProgressLines | undefined;
  return {
    onProgress: applied.show,
    onCompared: (rows, share) => {
      if (!compared) {
        applied.end();
        compared = progressLines("compared", (count) => counted(count, "row"));
      }
      compared.show(rows, share);
    },
    end: () => (compared ?? applied).end(),
  };
}
