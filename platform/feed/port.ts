import type { EventBatch, Position } from "../event-store/port.ts";

/**
 * Delivers the log to projectors: the events that a view handles, in commit order, from the view's checkpoint on. An
 * event may be delivered more than once; none is left out.
 */
export interface Feed {
  /** Before the first event. */
  readonly start: Position;

  /** A position at or beyond every event that is committed now. */
  head(): Promise<Position>;

  /**
   * The events after `from`, waiting for more until the signal aborts (then it ends normally).
   * @throws PositionUnknown when the position belongs to another log · LogEndsBefore
   */
  subscribe(subscription: Subscription, from: FeedCheckpoint): AsyncIterable<FeedBatch>;
}

/** The log ends before a view's position: it was restored to an earlier moment, and lacks events that the view has. */
export class LogEndsBefore extends Error {
  override readonly name = "LogEndsBefore";
  readonly head: Position;

  constructor(head: Position) {
    super("the log ends before the position of the view");
    this.head = head;
  }
}

/** A view's checkpoint in the log. */
export interface FeedCheckpoint {
  readonly position: Position;
  /** The bookmark of the last batch that had one; null when none had. */
  readonly bookmark: string | null;
}

export interface FeedBatch extends EventBatch {
  /**
   * Where the feed continues after this batch, in its own format. Stored with the position in the view's checkpoint and
   * passed to the next subscription, it saves the feed a search; the position alone decides what is delivered.
   */
  readonly bookmark?: string;
}

export interface Subscription {
  readonly view: string;
  /** Events of other types only move the position. */
  readonly types: readonly string[];
  readonly signal: AbortSignal;
  /** Maximum number of events in one batch. */
  readonly batchSize: number;
  /** Approximate maximum bytes of data in one batch. */
  readonly batchBytes: number;
}
