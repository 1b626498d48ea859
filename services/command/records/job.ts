import { metadataStream } from "../../../contracts/events.ts";
import { Key } from "../../../contracts/text.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { encodeJson } from "../handling/aggregate.ts";
import { type CommandContext, type Contended, handle, type Step } from "../handling/command-handler.ts";
import { registeredHashes } from "../handling/registered-facilities.ts";
import type { Job, ListInput } from "../jobs/job.ts";
import { hasMoreElements } from "../parsing/elements.ts";
import { type Refused, ValidationErrors } from "../parsing/read-json.ts";
import { contentOf, type Pids, readPids, readRecords, withFacilityAlone } from "./read-records.ts";
import { type MetadataCommand, recordAggregate } from "./record.ts";

/** A body of records or PIDs. */
export interface RecordsInput extends ListInput {
  readonly context: CommandContext;
}

export interface DeletionInput extends RecordsInput {
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

/** Adds the records of a body, all of them or none. */
export const addRecordsJob: Job<RecordsInput, RecordsResult> = {
  name: "add-records",
  hasMoreItems: hasMoreElements,
  run: async (eventStore, { bytes, maxItems, context }) => {
    const read = readRecords(bytes, maxItems);
    if (read.outcome === "refused") return read;
    const { provider } = context.metadata;
    const described = read.facilities.flatMap((facility) => facility?.identifier ?? []);
    const registered = await registeredHashes(eventStore, described);
    const steps = read.pids.map((pid, index): Step<MetadataCommand> => {
      const { pid: ofPid = [], facility = [] } = read.unfitNames[index] ?? {};
      const fits = { pidFits: ofPid.length === 0, facilityFits: facility.length === 0 };
      const sent = contentOf(read, index);
      const { identifier = "", hash } = read.facilities[index] ?? {};
      const isRegistered = hash !== undefined && registered.get(identifier) === hash;
      const written = isRegistered ? withFacilityAlone(sent, identifier) : sent;
      const command = { type: "AddRecord", provider, ...fits, sentHash: sent.contentHash, ...written } as const;
      return { stream: metadataStream(pid), command };
    });
    const handled = await handle(eventStore, recordAggregate, steps, { context, atomic: true });
    if (handled.outcome === "contended") return handled;
    const errors = new ValidationErrors();
    for (const [index, rejection] of handled.rejections) {
      const { pid = [], facility = [] } = read.unfitNames[index] ?? {};
      if (rejection === "names-unfit") for (const error of [...pid, ...facility]) errors.add(error);
      if (rejection === "facility-unfit") for (const error of facility) errors.add(error);
    }
    if (errors.count > 0) return errors.refusal("Nothing was stored: errors lists the invalid records and why.");
    return { outcome: "done", position: handled.position, pids: read.pids, rejected: [...handled.rejections.keys()] };
  },
};

/** Deletes those records of a body that may be deleted. */
export const deleteRecordsJob: Job<DeletionInput, RecordsResult> = {
  name: "delete-records",
  hasMoreItems: hasMoreElements,
  run: async (eventStore, { bytes, maxItems, context, anyRecord }) => {
    const read = readPids(bytes, maxItems);
    if (read.outcome === "refused") return read;
    const { provider } = context.metadata;
    // No record has another PID, and the event store may not accept such a stream.
    const possible = [...read.pids.keys()].filter((index) => Key.safeParse(read.pids[index]).success);
    const steps = possible.map((index): Step<MetadataCommand> => {
      const pid = read.pids[index] ?? "";
      const command = { type: "DeleteRecord", provider, anyRecord, ...encodeJson({ pid }) } as const;
      return { stream: metadataStream(pid), command };
    });
    const handled = await handle(eventStore, recordAggregate, steps, { context, atomic: false });
    if (handled.outcome === "contended") return handled;
    const rejected = [...handled.rejections.keys()].flatMap((step) => possible[step] ?? []);
    return { outcome: "done", position: handled.position, pids: read.pids, rejected };
  },
};

/** Reads a body of PIDs alone. */
export const readPidsJob: Job<ListInput, Pids | Refused> = {
  name: "read-pids",
  hasMoreItems: hasMoreElements,
  run: (_eventStore, { bytes, maxItems }) => readPids(bytes, maxItems),
};
