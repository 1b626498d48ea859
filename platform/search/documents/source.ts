import type { DocumentChange } from "../../../search-engine/index/indexer.ts";
import type { Position } from "../../event-store/port.ts";

/** Where an index gets its documents from: a table whose rows carry the sequence number of their last change. */
export interface DocumentSource {
  /** What the table holds now. */
  head(): Promise<SourceHead>;
  /** Documents changed after `sequence`, in order of change, at most `limit`; a document changed twice appears once. */
  changes(after: number, limit: number): Promise<readonly Change[]>;
  close(): Promise<void>;
}

export interface SourceHead {
  /** The position in the log that the table reflects. */
  readonly position: Position;
  /** The highest sequence number of a change up to that position. */
  readonly sequence: number;
}

/** A document that was added, replaced or deleted. */
export interface Change extends DocumentChange {
  readonly sequence: number;
}

/** Hands out documents as they were stored, in pages of a bounded size. */
export interface DocumentPages {
  /**
   * UTF-8 JSON of the first of the ids, in the order asked: as many as have `maxBytes` together, but one at least; undefined
   * for an id that is not there any more.
   */
  page(ids: readonly string[], maxBytes: number): Promise<readonly (Uint8Array | undefined)[]>;
}
