import type { DocumentChange } from "../../../search-engine/index/indexer.ts";
import type { Position } from "../../event-store/port.ts";

/** The source of an index's documents: a table whose rows have the sequence number of their last change. */
export interface DocumentSource {
  /** State of the table now. */
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

/** Provides documents as they were stored, in pages of a bounded size. */
export interface DocumentPages {
  /**
   * UTF-8 JSON of the first ids, in their order: as many as fit in `maxBytes` together, but at least one; undefined for
   * a document that is gone.
   */
  page(ids: readonly string[], maxBytes: number): Promise<readonly (Uint8Array | undefined)[]>;
}
