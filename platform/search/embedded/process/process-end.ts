import type { SearchCounts } from "../../admission.ts";

/** How it was with the search process when it, or one of its threads, ended: what its log needs to tell why. */
export interface ProcessFigures {
  readonly pid: number | undefined;
  readonly uptimeMs: number;
  /** Restarts of the process before. */
  readonly restarts: number;
  /** Resident memory of the process, as last told: at most about a second before. */
  readonly residentBytes: number | undefined;
  /** Searches at that time. */
  readonly searches: SearchCounts | undefined;
}

/** The search process has ended by itself, or by a signal. */
export class SearchProcessEnded extends Error {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it had left questions unanswered: it is ended for that after a while. */
  readonly wasSilent: boolean;
  readonly figures: ProcessFigures;

  constructor(exitCode: number | null, signal: NodeJS.Signals | null, wasSilent: boolean, figures: ProcessFigures) {
    super(`the search process ${wasSilent ? "did not answer" : "has ended"} (${signal ?? exitCode})`);
    this.wasSilent = wasSilent;
    this.exitCode = exitCode;
    this.signal = signal;
    this.figures = figures;
  }
}
