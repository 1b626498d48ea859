import type { EventMeta } from "../../contracts/event-metadata.ts";
import { EngineFailure, type EngineProblem, EngineUnavailable } from "../errors.ts";

/**
 * The system's requirements of any event store, without features that only one of them has. Every adapter passes
 * `test/contracts/event-store.ts`.
 */

export type StreamName = string;

/** Index of an event in its stream, from 0. */
export type Revision = number;

/**
 * Opaque pointer to an event in the whole log. It names its log, survives restarts, and within one log two positions
 * compare as strings do (`comparePositions`).
 */
export type Position = string & { readonly __position: unique symbol };

export interface NewEvent {
  /** UUID. Deterministic, so that a retry is recognised. */
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  /** UTF-8 JSON, stored unchanged. */
  readonly data: Uint8Array;
  readonly meta: EventMeta;
}

/** `no-stream`: it must not exist; a number: its last event has this revision; `any`: no expectation. */
export type ExpectedRevision = Revision | "no-stream" | "any";

export interface StreamAppend {
  readonly stream: StreamName;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
}

export interface RecordedEvent extends NewEvent {
  readonly position: Position;
  readonly stream: StreamName;
  readonly revision: Revision;
}

/** An event of another log, without its position there. */
export type ImportedEvent = Omit<RecordedEvent, "position">;

/** A stream's last event, without its content. */
export type EventHead = Pick<RecordedEvent, "position" | "revision" | "id" | "type" | "meta">;

export type AppendResult =
  /**
   * `position` is that of the last event appended, also when a retry found all events stored. Where not atomic, an
   * append is stored in parts, some of which may already be stored: `earliest` is the position of the part that was
   * stored first.
   */
  | { readonly outcome: "appended"; readonly position: Position; readonly earliest?: Position }
  /** Some stream is not at the expected revision. Nothing was appended, or, where not atomic, only to other streams. */
  | { readonly outcome: "conflict"; readonly stream?: StreamName };

/** The events after a position that its reader has not seen yet. */
export interface Backlog {
  /** Counted among the next events of any type, of which only a thousand or a few more are examined. */
  readonly events: number;
  /**
   * Seconds since the oldest of them was recorded. Without any: 0, or, where more events follow than were examined, the
   * seconds since the last examined one.
   */
  readonly seconds: number;
}

/** A run of the log in commit order. `position` may lie beyond the last event, after others that were filtered out. */
export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  readonly position: Position;
}

export interface FollowOptions {
  /** Only events of these types are delivered; the others still move `position`. */
  readonly types?: readonly string[];
  readonly signal: AbortSignal;
  /** Maximum number of events in one batch. */
  readonly batchSize?: number;
  /** Approximate maximum bytes of data in one batch, so that a run of large events does not fill the memory. */
  readonly batchBytes?: number;
}

export interface EventStore {
  /** Whether one `append` to many streams is atomic. */
  readonly atomicAcrossStreams: boolean;

  /** Whether an append with an id that is used elsewhere is a conflict. */
  readonly knowsEveryId: boolean;

  /** Identifies the log, in lower-case letters and digits. It changes with a restore or an import. */
  readonly logId: string;

  /**
   * Appends to every stream. A repeated append (same ids at the same revisions) is success; a stale or too-high
   * expectation is a conflict. An id that is used elsewhere is a conflict where the store knows every id, else a new
   * event; it is never taken for a retry. Where not atomic, an interrupted append is completed by repeating it with the
   * same expectations.
   * @throws RangeError when a stream is named twice or gets no events, or an event is larger than the store accepts ·
   * EventStoreUnavailable.
   */
  append(streams: readonly StreamAppend[]): Promise<AppendResult>;

  /**
   * Appends events of another log in exactly this order, each with its revision. Existing events are skipped, so that
   * an interrupted import can be repeated.
   * @throws ImportRefused when an event can't follow those of its stream · EventStoreUnavailable.
   */
  importEvents(events: readonly ImportedEvent[]): Promise<void>;

  /** Each stream's last event, in one round trip; streams that don't exist are absent. */
  latest(streams: readonly StreamName[]): Promise<ReadonlyMap<StreamName, EventHead>>;

  /** A stream's events in order, paged with constant memory, at most `pageSize` at a time. */
  read(stream: StreamName, from?: Revision, pageSize?: number): AsyncIterable<RecordedEvent>;

  /** The last wanted event of a stream. Examines the heads from the newest on, in bounded memory. */
  findLast(stream: StreamName, isWanted: (head: EventHead) => boolean): Promise<RecordedEvent | undefined>;

  /**
   * Every event after `position`, in commit order, without gaps. Waits for more until `signal` aborts, and then ends
   * normally. An empty batch that moves `position` is possible.
   * @throws PositionUnknown when `position` belongs to another log · EventStoreUnavailable when the store is lost while
   * following: follow again from the last position seen.
   */
  follow(position: Position, options: FollowOptions): AsyncIterable<EventBatch>;

  /** Before the first event. */
  readonly start: Position;

  /** A position at or beyond every event that is committed now. */
  head(): Promise<Position>;

  /** Number of events of these types behind `position`, for metrics. @throws PositionUnknown, EventStoreUnavailable. */
  backlog(position: Position, types: readonly string[]): Promise<Backlog>;

  /** Text from outside as a position. @throws PositionUnknown when it is malformed or belongs to another log. */
  parsePosition(text: string): Position;

  close(): Promise<void>;
}

/** An imported event does not fit into the log. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";

  constructor({ id, revision, stream }: Pick<ImportedEvent, "id" | "revision" | "stream">) {
    super(
      `Event ${id} can't be revision ${revision} of ${stream}: the log lacks the one before it, or has another one.`,
    );
  }
}

/** The position is malformed, or belongs to another log (restored, imported). */
export class PositionUnknown extends EngineFailure {
  override readonly name: string = "PositionUnknown";

  get problem(): EngineProblem {
    return { code: "position-unknown", detail: this.message };
  }
}

export class PositionOfAnotherLog extends PositionUnknown {
  override readonly name = "PositionOfAnotherLog";
}

/** The store can't be reached or refuses work for now. */
export class EventStoreUnavailable extends EngineUnavailable {
  override readonly name = "EventStoreUnavailable";
}

/** Negative, zero or positive as `a` lies before, at or after `b` in one log. */
export function comparePositions(a: Position, b: Position): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
