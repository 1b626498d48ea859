import type { EventBatch, Position } from "../event-store/port.ts";

/**
 * What projectors need from whatever brings them the log: the events that a view takes, in commit order, from where
 * the view stands. An event may be delivered again; none is left out.
 */
export interface Feed {
  /** Before the first event. */
  readonly start: Position;

  /** A position at or beyond every event that is committed now. */
  head(): Promise<Position>;

  /**
   * The events after `from`, waiting for more until the signal aborts (then it ends normally).
   * @throws PositionUnknown when the position belongs to another log.
   */
  subscribe(subscription: Subscription, from: FeedPlace): AsyncIterable<FeedBatch>;
}

/** Where a view stands. */
export interface FeedPlace {
  readonly position: Position;
  /** The bookmark of the last batch that had one; null when none had. */
  readonly bookmark: string | null;
}

export interface FeedBatch extends EventBatch {
  /**
   * Where the feed goes on after this batch, in its own words. Kept with the position in the view's checkpoint, and
   * given back at the next subscription, it saves the feed the search; the position alone decides what is delivered.
   */
  readonly bookmark?: string;
}

export interface Subscription {
  readonly view: string;
  /** Events of other types only move the position. */
  readonly types: readonly string[];
  readonly signal: AbortSignal;
  /** Events in one batch, at most. */
  readonly batchSize: number;
  /** Bytes of data in one batch, about. */
  readonly batchBytes: number;
}
