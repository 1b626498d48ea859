import { lineOf, shortened } from "../../dataset/text.ts";
import type { RecordRevision } from "../../records/record-history.ts";
import type { Json } from "../components/json.ts";
import { differencesBetween, type Path } from "./differences.ts";

export const REVISIONS_PER_PAGE = 20;

/** Revisions with a larger content are not compared in a list. */
const MAX_COMPARED_BYTES = 128 * 1024;
/** Parts that a list names of each revision. */
const MAX_NAMED_PARTS = 3;
/** Values that a list shows; of longer ones it only says that they changed. */
const MAX_VALUE_LENGTH = 40;

/** A revision as a list of them shows it. */
export interface ListedRevision {
  readonly revision: number;
  readonly time: string;
  readonly kind: "added" | "changed" | "addedAgain" | "deleted";
  /** The version that the provider gives it. */
  readonly version: string | undefined;
  /** Of a changed one; undefined where it is too large to be compared in a list. */
  readonly changes: Changes | undefined;
}

export interface Changes {
  readonly parts: readonly ChangedPart[];
  /** How many there are besides. */
  readonly left: number;
}

export interface ChangedPart {
  readonly path: Path;
  readonly kind: "added" | "removed" | "changed";
  /** Undefined where there is none, and where it is too long for a list. */
  readonly before: ShortValue | undefined;
  readonly after: ShortValue | undefined;
}

export type ShortValue = string | number | boolean;

/** The numbers of the revisions of a page, the newest of which are on the first. */
export interface RevisionRange {
  readonly page: number;
  readonly pages: number;
  readonly from: number;
  readonly to: number;
}

/** Undefined for a page behind the last. `newest`: the last revision. */
export function revisionRange(newest: number, page: number): RevisionRange | undefined {
  const to = newest - REVISIONS_PER_PAGE * (page - 1);
  if (to < 0) return undefined;
  return {
    page,
    pages: Math.ceil((newest + 1) / REVISIONS_PER_PAGE),
    from: Math.max(0, to - REVISIONS_PER_PAGE + 1),
    to,
  };
}

/** What a list says of a revision, given the one before it; undefined only for the first. */
export function listed(of: RecordRevision, before: RecordRevision | undefined): ListedRevision {
  const { revision, time, record, bytes } = of;
  const version = lineOf(record?.dataset_metadata.version?.number);
  const shown = { revision, time, version: version && shortened(version, MAX_VALUE_LENGTH), changes: undefined };
  if (record === undefined) return { ...shown, kind: "deleted" };
  if (before === undefined) return { ...shown, kind: "added" };
  if (before.record === undefined) return { ...shown, kind: "addedAgain" };
  if (bytes > MAX_COMPARED_BYTES || before.bytes > MAX_COMPARED_BYTES) return { ...shown, kind: "changed" };
  return { ...shown, kind: "changed", changes: changesBetween(jsonOf(before.record), jsonOf(record)) };
}

/** A record as it was read from JSON. */
export const jsonOf = (record: NonNullable<RecordRevision["record"]>): Json => record as Json;

function changesBetween(before: Json, after: Json): Changes {
  const parts: ChangedPart[] = [];
  let left = 0;
  for (const { path, before: old, after: renewed } of differencesBetween(before, after)) {
    if (parts.length === MAX_NAMED_PARTS) {
      left++;
      continue;
    }
    const kind = old === undefined ? "added" : renewed === undefined ? "removed" : "changed";
    parts.push({ path, kind, before: shortValue(old), after: shortValue(renewed) });
  }
  return { parts, left };
}

function shortValue(value: Json | undefined): ShortValue | undefined {
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" && value.length <= MAX_VALUE_LENGTH ? value : undefined;
}
