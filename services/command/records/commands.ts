import { metadataStream } from "../../../contracts/events.ts";
import { Key } from "../../../contracts/text.ts";
import type { EventStore, Position } from "../../../platform/event-store/port.ts";
import { type Aggregate, encodeJson, encodeSent, loadHeads } from "../handling/aggregate.ts";
import { type CommandContext, type Contended, type HandleOptions, handle, type Step } from "../handling/handle.ts";
import type { Job, ListOrder } from "../jobs/job.ts";
import { hasMoreElements } from "../parsing/elements.ts";
import type { Refused } from "../parsing/read-json.ts";
import { contentOf, type Pids, readPids, readRecords } from "./read-records.ts";
import {
  type MetadataCommand,
  type MetadataRejection,
  type MetadataState,
  type MetadataSummary,
  metadata,
} from "./record.ts";

/** A body of records or PIDs. */
export interface RecordsOrder extends ListOrder {
  readonly context: CommandContext;
}

export interface DeletionOrder extends RecordsOrder {
  /** Whether records of other providers may be deleted too. */
  readonly anyRecord: boolean;
}

/** The result, as plain data. */
export type RecordsResult =
  | {
      readonly outcome: "done";
      readonly position: Position;
      readonly pids: readonly string[];
      /** Indices of `pids` that belong to another provider. */
      readonly rejected: readonly number[];
    }
  | Contended
  | Refused;

/** Ten thousand records are decided about by the heads of their streams, without reading a content. */
const records: Aggregate<MetadataCommand, MetadataSummary, MetadataState, MetadataRejection> = {
  decider: metadata,
  load: loadHeads({ MetadataAdded: true, MetadataDeleted: true }),
  encode: encodeSent,
};

/** Adds the records of a body, all of them or none. */
export const addRecordsJob: Job<RecordsOrder, RecordsResult> = {
  name: "add-records",
  hasMoreItems: hasMoreElements,
  run: async (eventStore, { bytes, maxItems, context }) => {
    const read = readRecords(bytes, maxItems);
    if (read.outcome === "refused") return read;
    const { provider } = context.metadata;
    const steps = read.pids.map((pid, index): Step<MetadataCommand> => {
      return { stream: metadataStream(pid), command: { type: "AddRecord", provider, ...contentOf(read, index) } };
    });
    return carryOut(eventStore, read.pids, steps, { context, atomic: true });
  },
};

/** Deletes those records of a body that may be deleted. */
export const deleteRecordsJob: Job<DeletionOrder, RecordsResult> = {
  name: "delete-records",
  hasMoreItems: hasMoreElements,
  run: async (eventStore, { bytes, maxItems, context, anyRecord }) => {
    const read = readPids(bytes, maxItems);
    if (read.outcome === "refused") return read;
    const { provider } = context.metadata;
    // No record has any other PID, and the event store may have no such stream.
    const possible = [...read.pids.keys()].filter((index) => Key.safeParse(read.pids[index]).success);
    const steps = possible.map((index): Step<MetadataCommand> => {
      const pid = read.pids[index] ?? "";
      const command = { type: "DeleteRecord", provider, anyRecord, ...encodeJson({ pid }) } as const;
      return { stream: metadataStream(pid), command };
    });
    const done = await carryOut(eventStore, read.pids, steps, { context, atomic: false });
    if (done.outcome !== "done") return done;
    return { ...done, rejected: done.rejected.flatMap((step) => possible[step] ?? []) };
  },
};

/** Reads a body of PIDs alone. */
export const readPidsJob: Job<ListOrder, Pids | Refused> = {
  name: "read-pids",
  hasMoreItems: hasMoreElements,
  run: (_eventStore, { bytes, maxItems }) => readPids(bytes, maxItems),
};

async function carryOut(
  eventStore: EventStore,
  pids: readonly string[],
  steps: readonly Step<MetadataCommand>[],
  options: HandleOptions,
): Promise<RecordsResult> {
  const handled = await handle(eventStore, records, steps, options);
  if (handled.outcome === "contended") return handled;
  return { outcome: "done", position: handled.position, pids, rejected: [...handled.rejections.keys()] };
}
