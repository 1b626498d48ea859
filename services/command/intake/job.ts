import type { Refused } from "./read-json.ts";
import { type FacilityBody, type Pids, type Records, readFacility, readPids, readRecords } from "./read-list.ts";

/** A body to read: plain data that crosses threads. */
export interface Job {
  readonly kind: "records" | "pids" | "facility";
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Elements at most. */
  readonly most: number;
}

export type JobAnswer = Records | Pids | FacilityBody | Refused;

export function readJob({ kind, bytes, most }: Job): JobAnswer {
  switch (kind) {
    case "records":
      return readRecords(bytes, most);
    case "pids":
      return readPids(bytes, most);
    case "facility":
      return readFacility(bytes);
  }
}
