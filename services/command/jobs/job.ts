import type { EventStore } from "../../../platform/event-store/port.ts";

/** The input of a job: plain data that crosses threads, without a copy of the bytes. */
export interface JobInput {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ListInput extends JobInput {
  /** Elements that the body's array may have. */
  readonly maxItems: number;
}

/** Work on a request's body, which a worker thread may do. Its result is plain data. */
export interface Job<Input extends JobInput, Result> {
  /** Names the job among all. */
  readonly name: string;
  /** Whether the input has more than `count` parts that are checked separately. A job without it has one part. */
  readonly hasMoreItems?: (input: Input, count: number) => boolean;
  readonly run: (eventStore: EventStore, input: Input) => Result | Promise<Result>;
}

/** A job of any kind. */
export type AnyJob = Job<never, unknown>;
