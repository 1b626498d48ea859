import { metadataStream } from "../../../contracts/events.ts";
import type { EventHead, EventStore, Position } from "../../../platform/event-store/port.ts";
import { type Cause, handle, type Step } from "../handling/handle.ts";
import { contentHash, type Refused } from "../parsing/read-json.ts";
import { contentOf, readPids, readRecords } from "../parsing/read-list.ts";
import { type MetadataCommand, type MetadataFact, metadata } from "./record.ts";

/** A body of records or PIDs, and on whose behalf it came. */
export interface RecordsOrder {
  readonly bytes: Uint8Array;
  /** Elements at most. */
  readonly most: number;
  readonly cause: Cause;
  readonly dryRun: boolean;
}

/** What came of it, as plain data. */
export type RecordsResult =
  | {
      readonly outcome: "done";
      readonly position: Position;
      readonly pids: readonly string[];
      /** Indices of `pids` that belong to another provider. */
      readonly rejected: readonly number[];
    }
  | { readonly outcome: "contended" }
  | Refused;

/** Adds the records of a body, all of them or none. */
export async function addRecords(eventStore: EventStore, order: RecordsOrder): Promise<RecordsResult> {
  const records = readRecords(order.bytes, order.most);
  if (records.outcome === "refused") return records;
  const { provider } = order.cause;
  const steps = records.pids.map(
    (pid, index): Step<MetadataCommand> => ({
      stream: metadataStream(pid),
      command: { type: "AddRecord", provider, content: records.hashes[index] ?? "" },
      content: contentOf(records, index),
    }),
  );
  return carryOut(eventStore, order, records.pids, steps, true);
}

/** Deletes the records of a body that may be deleted; with `anyRecord` also those of other providers. */
export async function deleteRecords(
  eventStore: EventStore,
  order: RecordsOrder & { readonly anyRecord: boolean },
): Promise<RecordsResult> {
  const read = readPids(order.bytes, order.most);
  if (read.outcome === "refused") return read;
  const { provider } = order.cause;
  const steps = read.pids.map((pid): Step<MetadataCommand> => {
    const json = JSON.stringify({ pid });
    return {
      stream: metadataStream(pid),
      command: { type: "DeleteRecord", provider, content: contentHash(json), anyRecord: order.anyRecord },
      content: Buffer.from(json),
    };
  });
  return carryOut(eventStore, order, read.pids, steps, false);
}

async function carryOut(
  eventStore: EventStore,
  { cause, dryRun }: RecordsOrder,
  pids: readonly string[],
  steps: readonly Step<MetadataCommand>[],
  together: boolean,
): Promise<RecordsResult> {
  const handled = await handle(eventStore, metadata, steps, { cause, dryRun, together, factOf });
  if (handled.outcome === "contended") return handled;
  return { outcome: "done", position: handled.position, pids, rejected: [...handled.rejections.keys()] };
}

function factOf({ type, meta }: EventHead): MetadataFact {
  switch (type) {
    case "MetadataAdded":
    case "MetadataDeleted":
      return { type, provider: meta.provider, content: meta.contentHash };
    default:
      throw new Error(`a record's stream ends with an event of type ${type}`);
  }
}
