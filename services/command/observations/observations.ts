import { observationsStream } from "../../../contracts/measurement-events.ts";
import { packed } from "../../../contracts/observation-columns.ts";
import {
  type AppendResult,
  comparePositions,
  type NewEvent,
  type Position,
  type StreamAppend,
} from "../../../platform/event-store/port.ts";
import { type CommandContext, requireDeclared } from "../handling/command-handler.ts";
import { contentHash, nameBasedUuid } from "../handling/event-id.ts";
import { inWrittenVersion } from "../handling/written-version.ts";
import { contentsOf, type Group, select } from "./columns.ts";
import type { StoredValues } from "./stored-values.ts";

/*
 * Decides which of the received values are stored. A later value of a time replaces an earlier one, so a first attempt
 * has nothing to decide. A retry may be cut into other chunks than before or corrected, and other requests may have
 * appended to its streams since, so it is decided value by value.
 */

/** The sender of values, and what decides which of them are stored. */
export interface Delivery {
  readonly context: CommandContext;
  /** UUID of the upload: the same for every request of one account with one `Idempotency-Key`. */
  readonly upload: string;
  /** Whether events of the upload may be in the log already. */
  readonly isRetry: boolean;
  /** The end of the log before the upload; set if its key seems new but may only have been forgotten. */
  readonly logEndBefore?: Position;
  /** The last line that has arrived; infinite when all have. */
  readonly throughLine: number;
}

/** Values of one stream, compared with those that the upload has stored there. */
export interface Compared {
  /** Values that the upload has not stored as they are. */
  readonly changed: Group;
  /** Changed values for whose time the upload has stored nothing, or a value from a line that has arrived. */
  readonly decidable: Group;
  /** The other changed values: the stored one may come from a later line, which would replace them again. */
  readonly undecidable: Group;
  /** Id of the last event of the upload in the stream. */
  readonly predecessor: string | undefined;
}

/** Compares the group, which is in order, with what the upload has stored in its stream. */
export function compare(group: Group, stored: StoredValues, throughLine: number): Compared {
  const changed = select(group, (index) => !stored.holds(group, index));
  const isDecidable = (index: number) => stored.lastLineOf(changed, index) <= throughLine;
  return {
    changed,
    decidable: select(changed, isDecidable),
    undecidable: select(changed, (index) => !isDecidable(index)),
    predecessor: stored.lastEvent,
  };
}

/** Values that become events of one stream. */
export interface ToStore {
  readonly group: Group;
  readonly predecessor?: string | undefined;
}

export interface Decision {
  readonly toStore: readonly ToStore[];
  /** Values that can be decided only when the lines after `throughLine` have arrived. */
  readonly deferred: readonly Group[];
}

/** Deferred values that are kept in memory. */
const MAX_DEFERRED = 20_000;

/** Stores what differs, and defers what can't be decided yet, so that an upload that replaces its own values is stored once. */
export function decide(compared: readonly Compared[], maxDeferred = MAX_DEFERRED): Decision {
  const deferred: Group[] = [];
  let count = 0;
  const toStore = compared.map(({ changed, decidable, undecidable, predecessor }): ToStore => {
    count += undecidable.fromTime.length;
    if (undecidable.fromTime.length === 0 || count > maxDeferred) return { group: changed, predecessor };
    deferred.push(undecidable);
    return { group: decidable, predecessor };
  });
  return { toStore, deferred };
}

/** One append for each group that has values. */
export function appendsOf(toStore: readonly ToStore[], delivery: Delivery): StreamAppend[] {
  return toStore.flatMap(({ group, predecessor }) => {
    if (group.fromTime.length === 0) return [];
    const stream = observationsStream(group.series, group.month);
    return [{ stream, expected: "any", events: eventsOf(group, delivery, predecessor) }];
  });
}

function eventsOf(group: Group, { context, upload }: Delivery, predecessor: string | undefined): NewEvent[] {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const line of group.lines) {
    if (line < first) first = line;
    if (line > last) last = line;
  }
  const type = "ObservationsIngested";
  requireDeclared(type, context);
  return Array.from(contentsOf(group), (content) => {
    // The hash covers the content in the current version, whichever version is written, so that an upload is recognised
    // across an upgrade.
    const data = Buffer.from(JSON.stringify(packed(content)));
    const { series, fromTime } = content;
    // The predecessor is part of the id, since an upload may store a value, another one, and the first again.
    const id = nameBasedUuid(JSON.stringify([upload, first, series, group.month, contentHash(data), predecessor]));
    const uploadPart = { upload, lastLine: last, from: fromTime[0] ?? 0, to: fromTime.at(-1) ?? 0 };
    return inWrittenVersion({ id, type, data, meta: { ...context.metadata, uploadPart } }, context.versions);
  });
}

/** What the result of an append says about the upload, whose event ids are the same each time. */
export type Meaning =
  | { readonly outcome: "stored"; readonly position: Position }
  /** Some of its events were in the log before: it is a retry. */
  | { readonly outcome: "stored-before" }
  /** Another request is storing the same upload. */
  | { readonly outcome: "contended" };

export function meaningOf(
  result: AppendResult,
  { isRetry, logEndBefore }: Pick<Delivery, "isRetry" | "logEndBefore">,
): Meaning {
  // A retry leaves out everything that it finds stored.
  if (result.outcome === "conflict") return { outcome: isRetry ? "contended" : "stored-before" };
  const { position, earliest = position } = result;
  const isFound = !isRetry && logEndBefore !== undefined && comparePositions(earliest, logEndBefore) <= 0;
  return isFound ? { outcome: "stored-before" } : { outcome: "stored", position };
}
