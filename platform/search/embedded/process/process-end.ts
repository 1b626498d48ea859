import type { SearchCounts } from "../../admission.ts";

/** State of the search process when it, or one of its threads, ended, for a log line that helps to find the reason. */
export interface ProcessFigures {
  readonly pid: number | undefined;
  readonly uptimeMs: number;
  /** Number of earlier restarts of the process. */
  readonly restarts: number;
  /** Resident memory of the process, as reported last, about a second before at most. */
  readonly residentBytes: number | undefined;
  /** Searches at that time. */
  readonly searches: SearchCounts | undefined;
}

/** The search process has ended by itself or by a signal. */
export class SearchProcessEnded extends Error {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it had left pings unanswered, for which it is ended after a while. */
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
