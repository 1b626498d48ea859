import { expect } from "vitest";

/** The observations of a load's clients. */
export interface LoadReport {
  readonly reads: number;
  readonly writes: number;
  /** Reads and writes that were not begun, because every client still waited for an answer. */
  readonly leftOut: number;
  /** Reads that had to be repeated while a projector was replaced: their position was not visible within five seconds. */
  readonly waited: number;
  /** Answers of 304, by the paths of their requests without parameters. */
  readonly unchanged: ReadonlyMap<string, number>;
  /** Requests that were refused while the only process was restarted: their number, by the error's or the problem's code. */
  readonly refused: ReadonlyMap<string, number>;
  /** The longest outage of a restart, from the first request that was refused to the last one. */
  readonly longestOutageMs: number;
  /** Failures, the first of each kind, with their number. */
  readonly failures: ReadonlyMap<string, number>;
}

/** The paths of the load whose answers have ETags. */
const CONDITIONAL = [
  "/agg/max8hour/2024-01-01/2024-01-31/all",
  "/api/facilities",
  "/api/metadata/record",
  "/aq/utd",
  "/lookup/stations",
];

/** @throws AssertionError when something went wrong, or a kind of read had no 304 that could be checked */
export function expectNoFailure({ failures, unchanged }: LoadReport): void {
  expect([...failures]).toEqual([]);
  expect([...unchanged.keys()].sort()).toEqual(CONDITIONAL);
}

/** The numbers of the report on a line. */
export function summaryOf(report: LoadReport): string {
  const { reads, writes, leftOut, waited, unchanged, refused, longestOutageMs, failures } = report;
  const sum = [...unchanged.values()].reduce((sum, count) => sum + count, 0);
  const counts = [
    `${reads} reads`,
    `${sum} of them 304`,
    `${writes} writes`,
    `${leftOut} left out`,
    `${waited} repeated`,
  ];
  const refusals = [...refused].map(([code, count]) => `${count} refused with ${code}`);
  if (refused.size > 0) refusals.push(`for ${Math.round(longestOutageMs)} ms at most`);
  const failed = [...failures].map(([what, count]) => `${count} times ${what}`);
  return [[...counts, ...refusals].join(", "), ...(failed.length > 0 ? failed : ["no failures"])].join("; ");
}
