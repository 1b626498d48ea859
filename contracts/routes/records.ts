import { z } from "zod";
import { DeleteResultDto } from "../deletion.ts";
import { Metadata, Pid } from "../metadata.ts";
import { DeletedProblem } from "../problem.ts";
import { HistoryEntry } from "../search.ts";
import * as example from "./examples.ts";
import { inQuery, instant, ParameterError, type ParameterType, requiredInQuery } from "./parameter.ts";
import { declareRoute } from "./route.ts";

export const pidText: ParameterType<string> = {
  schema: Pid,
  read: (value) => {
    // PostgreSQL's text holds no U+0000, so no record's PID has it.
    if (value === "" || value.includes("\0")) throw new ParameterError("must be a PID");
    return value;
  },
};
const pid = requiredInQuery(pidText, "The record's `identification.identifier.pid`.", { example: example.pid });

export const getRecord = declareRoute({
  method: "get",
  path: "/api/metadata/record",
  id: "getRecord",
  tag: "Records",
  summary: "One record, now or at a time",
  description: "As search serves it. With `at`: as it was then, with its facility as that was then.",
  access: "public",
  reads: ["catalogue"],
  cached: true,
  parameters: { pid, at: inQuery(instant, "A time; without it, now.", { example: "2024-06-01T00:00:00Z" }) },
  answers: [{ status: 200, description: "The record.", schema: Metadata, example: example.servedRecord }],
  problems: ["record-unknown", "busy"],
  problemMembers: { 404: DeletedProblem },
});

export const getHistory = declareRoute({
  method: "get",
  path: "/api/metadata/history",
  id: "getHistory",
  tag: "Records",
  summary: "What happened to a record",
  description:
    "Oldest first. `record` is what was stored: what the provider sent, a facility equal to the registry's as its identifier " +
    "alone. Deletions have none.",
  access: "public",
  // It reads the event store, which shows every position.
  reads: [],
  parameters: { pid },
  answers: [
    {
      status: 200,
      description: "Its events.",
      schema: z.array(HistoryEntry),
      example: [
        {
          position: example.position,
          time: "2024-05-02T06:13:02.113Z",
          type: "MetadataAdded",
          revision: 0,
          provider: "clu",
          record: example.record,
        },
      ],
    },
  ],
  problems: ["record-unknown", "busy", "engine-unavailable"],
});

export const addRecords = declareRoute({
  method: "post",
  path: "/api/provider/metadata/add",
  id: "addRecords",
  tag: "Records",
  summary: "Add or replace records",
  description:
    "Stores every record of the array, or none: if one does not fit, nothing is stored and all errors are listed. " +
    "A record that exists is replaced if it belongs to the caller's provider; content equal to what is stored changes " +
    "nothing. Members that are not described are kept and served back. Name the facility by its identifier alone: the " +
    "registry's facility is served; one that equals the registry's is stored as its identifier. PIDs and identifiers of " +
    "facilities have no control characters and none that change the direction of text.",
  access: ["metadata_provider"],
  body: { schema: z.array(Metadata), examples: { records: [example.record] }, maxItems: "configured" },
  answers: [{ status: 200, description: "Every record is stored." }],
  problems: ["record-owned-by-another"],
});

export const deleteRecords = declareRoute({
  method: "post",
  path: "/api/provider/metadata/delete",
  id: "deleteRecords",
  tag: "Records",
  summary: "Delete records",
  description:
    "`metadata_admin` may delete any record, `metadata_provider` those of its provider. A PID that is unknown or " +
    "deleted already counts as deleted. 401 without a usable token or either role, and if every PID is refused.",
  access: ["metadata_provider", "metadata_admin"],
  refusal: "not-allowed-to-delete",
  body: { schema: z.array(z.string()), examples: { pids: [example.pid] }, maxItems: "configured" },
  answers: [
    {
      status: 200,
      description: "All are deleted; `Prefer: return=representation` asked for a body.",
      schema: DeleteResultDto,
      example: { deleted: [example.pid], notAllowedToDelete: [] },
    },
    { status: 204, description: "All are deleted." },
    {
      status: 206,
      description: "Some are deleted, others may not be deleted by this account.",
      schema: DeleteResultDto,
      example: { deleted: [example.pid], notAllowedToDelete: ["https://doi.org/10.48597/RTXS-U8P8"] },
    },
  ],
  problemMembers: { 401: z.looseObject({ deleted: z.array(z.string()), notAllowedToDelete: z.array(z.string()) }) },
});

export const recordRoutes = [getRecord, getHistory, addRecords, deleteRecords];
