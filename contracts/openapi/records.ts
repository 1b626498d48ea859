import { z } from "zod";
import { DateTime } from "../date-time.ts";
import { DeleteResultDto } from "../deletion.ts";
import { Metadata, Pid } from "../metadata.ts";
import { HistoryEntry } from "../search.ts";
import * as example from "./examples.ts";
import {
  BODY_PROBLEMS,
  type ParameterDescription,
  READ_HEADERS,
  READ_PROBLEMS,
  type RouteDescription,
  WRITE_HEADERS,
  WRITE_PARAMETERS,
  WRITE_PROBLEMS,
} from "./route.ts";

const pid: ParameterDescription = {
  name: "pid",
  in: "query",
  schema: Pid,
  description: "The record's `identification.identifier.pid`.",
  required: true,
  example: example.pid,
};

export const recordRoutes: readonly RouteDescription[] = [
  {
    method: "get",
    path: "/api/metadata/record",
    id: "getRecord",
    tag: "Records",
    summary: "One record, now or at a time",
    description: "As search serves it. With `at`: as it was then, with its facility as that was then.",
    access: "public",
    parameters: [
      pid,
      {
        name: "at",
        in: "query",
        schema: DateTime,
        description: "A time; without it, now.",
        example: "2024-06-01T00:00:00Z",
      },
    ],
    shared: ["Min-Event-Position", "If-None-Match"],
    answers: [
      {
        status: 200,
        description: "The record.",
        schema: Metadata,
        headers: ["ETag", ...READ_HEADERS],
        example: example.servedRecord,
      },
      { status: 304, description: "Nothing has changed.", headers: ["ETag", ...READ_HEADERS] },
    ],
    problems: ["record-unknown", "parameter-invalid", ...READ_PROBLEMS],
  },
  {
    method: "get",
    path: "/api/metadata/history",
    id: "getHistory",
    tag: "Records",
    summary: "What happened to a record",
    description: "Oldest first. `record` is what the provider sent; deletions have none.",
    access: "public",
    parameters: [pid],
    shared: ["Min-Event-Position"],
    answers: [
      {
        status: 200,
        description: "Its events.",
        schema: z.array(HistoryEntry),
        headers: READ_HEADERS,
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
    problems: ["record-unknown", "parameter-invalid", ...READ_PROBLEMS],
  },
  {
    method: "post",
    path: "/api/provider/metadata/add",
    id: "addRecords",
    tag: "Records",
    summary: "Add or replace records",
    description:
      "Stores every record of the array, or none: one that does not fit and nothing is stored, with every fault listed. " +
      "A PID that exists is replaced when it belongs to the caller's provider; content equal to what is stored changes " +
      "nothing. Members that are not described are kept and served back. Name the facility by its identifier alone: the " +
      "registry's facility is served.",
    access: ["metadata_provider"],
    shared: WRITE_PARAMETERS,
    body: { schema: z.array(Metadata), examples: { records: [example.record] } },
    answers: [{ status: 200, description: "Every record is stored.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "record-owned-by-another", "too-many-items", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
  },
  {
    method: "post",
    path: "/api/provider/metadata/delete",
    id: "deleteRecords",
    tag: "Records",
    summary: "Delete records",
    description:
      "`metadata_admin` may delete any record, `metadata_provider` those of its provider. A PID that is unknown or " +
      "deleted already counts as deleted. 401 without a usable token, without either role, and when every PID is refused.",
    access: ["metadata_provider", "metadata_admin"],
    shared: WRITE_PARAMETERS,
    body: { schema: z.array(z.string()), examples: { pids: [example.pid] } },
    answers: [
      {
        status: 200,
        description: "All are deleted, and `Prefer: return=representation` asked for a body.",
        schema: DeleteResultDto,
        headers: WRITE_HEADERS,
        example: { deleted: [example.pid], notAllowedToDelete: [] },
      },
      { status: 204, description: "All are deleted.", headers: WRITE_HEADERS },
      {
        status: 206,
        description: "Some are deleted, others may not be deleted by this account.",
        schema: DeleteResultDto,
        headers: WRITE_HEADERS,
        example: { deleted: [example.pid], notAllowedToDelete: ["https://doi.org/10.48597/RTXS-U8P8"] },
      },
    ],
    problems: ["not-allowed-to-delete", "too-many-items", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
    problemMembers: { 401: z.looseObject({ deleted: z.array(z.string()), notAllowedToDelete: z.array(z.string()) }) },
  },
];
