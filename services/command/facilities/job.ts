import { Facility, NewFacility } from "../../../contracts/facility.ts";
import { RECORD_BYTES } from "../../../contracts/limits.ts";
import type { Job, JobInput } from "../jobs/job.ts";
import { type Refused, readValue } from "../parsing/read-json.ts";

export interface FacilityBody {
  readonly outcome: "facility";
  readonly identifier: string;
  /** With its members in order. */
  readonly json: string;
}

/** Reads a body that is one facility. */
export function readFacility(bytes: Uint8Array, schema: typeof Facility): FacilityBody | Refused {
  const read = readValue(bytes, schema, RECORD_BYTES);
  if (read.outcome === "refused") return read;
  return { outcome: "facility", identifier: read.value.identifier, json: read.json };
}

export const readNewFacilityJob: Job<JobInput, FacilityBody | Refused> = {
  name: "read-new-facility",
  run: (_eventStore, { bytes }) => readFacility(bytes, NewFacility),
};

export const readFacilityJob: Job<JobInput, FacilityBody | Refused> = {
  name: "read-facility",
  run: (_eventStore, { bytes }) => readFacility(bytes, Facility),
};
