import type { ViewName } from "../../contracts/views.ts";
import type { Queryable } from "../../platform/database/port.ts";
import type { RecordedEvent } from "../../platform/event-store/port.ts";
import type { Change } from "../../platform/search/documents/source.ts";

/** A view in tables of the database: what it is called, which events it takes, and what they do to its rows. */
export interface SqlView {
  readonly name: ViewName;
  readonly version: number;
  readonly takes: readonly string[];
  /** Statements that make its tables; their names carry name and version. */
  readonly schema: string;
  /**
   * Applies as many of the events as suit one short transaction, from the front: at least one, or one slice of it.
   * The same events from the same rows give the same rows, however they are cut into pieces.
   * @throws EventUnreadable
   */
  apply(work: Work, transaction: Queryable): Promise<Applied>;
}

export interface Work {
  /** In the order of the log; at least one. */
  readonly events: readonly RecordedEvent[];
  /** Number of the last change of a row. */
  readonly sequence: number;
  /** What the application before this one left in `Applied.slice`: the first event is begun but not done. */
  readonly slice: string | null;
}

export interface Applied {
  /** How many events are done. */
  readonly events: number;
  readonly sequence: number;
  /** Where the event after those has come to, in the view's own words; null when it is not begun. */
  readonly slice: string | null;
  /** The documents that were written and deleted, in the order of their numbers, where they are at hand. */
  readonly changes?: readonly Change[];
}
