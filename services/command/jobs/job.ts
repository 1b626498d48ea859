import type { EventStore } from "../../../platform/event-store/port.ts";

/** The input of a job: plain data that crosses threads, without a copy of the bytes. */
export interface JobOrder {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ListOrder extends JobOrder {
  /** Elements that the body's array may have. */
  readonly maxItems: number;
}

/** Work on a request's body, which a worker thread may do. Its result is plain data. */
export interface Job<Order extends JobOrder, Result> {
  /** Names the job among all. */
  readonly name: string;
  /** Whether the order has more parts than this that are checked each on its own. Of a job without it there is one. */
  readonly hasMoreItems?: (order: Order, count: number) => boolean;
  readonly run: (eventStore: EventStore, order: Order) => Result | Promise<Result>;
}

/** A job of any kind. */
export type AnyJob = Job<never, unknown>;
