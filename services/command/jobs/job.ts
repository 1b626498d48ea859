import { DatabaseUnavailable } from "../../../platform/database/port.ts";
import { type EventStore, EventStoreUnavailable } from "../../../platform/event-store/port.ts";
import {
  type IngestedArray,
  type IngestedLines,
  type IngestOrder,
  ingestArray,
  ingestLines,
  type LinesOrder,
} from "../observations/ingest.ts";
import type { Refused } from "../parsing/read-json.ts";
import { type FacilityBody, type Pids, readFacility, readPids } from "../parsing/read-list.ts";
import { type ResourceName, type Resources, readResource, readResources } from "../parsing/read-resources.ts";
import { addRecords, deleteRecords, type RecordsOrder, type RecordsResult } from "../records/commands.ts";
import { type PublishOrder, type PublishResult, publishUvForecast } from "../uv/publish.ts";

/** What is to be done with a body: plain data that crosses threads. */
export type Job = { readonly bytes: Uint8Array<ArrayBuffer> } & (
  | ({ readonly kind: "add" } & RecordsOrder)
  | ({ readonly kind: "delete"; readonly anyRecord: boolean } & RecordsOrder)
  | { readonly kind: "read-pids"; readonly most: number }
  | { readonly kind: "read-facility" }
  | { readonly kind: "read-resource"; readonly name: ResourceName }
  | { readonly kind: "read-resources"; readonly name: ResourceName; readonly most: number }
  | ({ readonly kind: "ingest-array"; readonly most: number } & IngestOrder)
  | ({ readonly kind: "ingest-lines" } & LinesOrder)
  | ({ readonly kind: "publish-uv-forecast" } & PublishOrder)
);

/** What each kind of job comes to. */
export interface JobResults {
  readonly add: RecordsResult;
  readonly delete: RecordsResult;
  readonly "read-pids": Pids | Refused;
  readonly "read-facility": FacilityBody | Refused;
  readonly "read-resource": Resources | Refused;
  readonly "read-resources": Resources | Refused;
  readonly "ingest-array": IngestedArray;
  readonly "ingest-lines": IngestedLines;
  readonly "publish-uv-forecast": PublishResult;
}

export type JobResult = JobResults[Job["kind"]];

export async function carryOutJob(eventStore: EventStore, job: Job): Promise<JobResult> {
  switch (job.kind) {
    case "add":
      return addRecords(eventStore, job);
    case "delete":
      return deleteRecords(eventStore, job);
    case "read-pids":
      return readPids(job.bytes, job.most);
    case "read-facility":
      return readFacility(job.bytes);
    case "read-resource":
      return readResource(job.bytes, job.name);
    case "read-resources":
      return readResources(job.bytes, job.name, job.most);
    case "ingest-array":
      return ingestArray(eventStore, job);
    case "ingest-lines":
      return ingestLines(eventStore, job);
    case "publish-uv-forecast":
      return publishUvForecast(eventStore, job);
  }
}

/** A failure that has to cross threads, where errors lose their classes. */
export interface JobFailure {
  readonly outcome: "failed";
  readonly error: "DatabaseUnavailable" | "EventStoreUnavailable" | "unexpected";
  readonly message: string;
  readonly storageFull: boolean;
}

export function toFailure(error: unknown): JobFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseUnavailable || error instanceof EventStoreUnavailable) {
    return { outcome: "failed", error: error.name, message, storageFull: error.storageFull };
  }
  const trace = (error instanceof Error && error.stack) || message;
  return { outcome: "failed", error: "unexpected", message: trace, storageFull: false };
}

export function toError({ error, message, storageFull }: JobFailure): Error {
  switch (error) {
    case "DatabaseUnavailable":
      return new DatabaseUnavailable(message, { storageFull });
    case "EventStoreUnavailable":
      return new EventStoreUnavailable(message, { storageFull });
    case "unexpected":
      return new Error(`a job failed in its thread: ${message}`);
  }
}
