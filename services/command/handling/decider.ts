import type { EventType } from "../../../contracts/events.ts";

/**
 * The rules of one stream, pure: how its events evolve its state, and which events a command in that state becomes. A
 * decider sees only the parts of an event that it decides by. For records and facilities, which come by the thousand, this
 * is the hash of the content.
 */
export interface Decider<Command, Event, State, Rejection> {
  readonly initial: State;
  /** Each event settles the whole state, so the last one alone gives it. */
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => Decision<Event, Rejection>;
}

/** An event as far as its head describes it. */
export interface EventSummary<Type extends EventType> {
  readonly type: Type;
  /** Provider of the account that sent it. */
  readonly provider: string;
  /** Hash of the content as sent. */
  readonly contentHash: string | undefined;
}

export interface Content {
  /** JSON, UTF-8. */
  readonly data: Uint8Array;
  /** SHA-256, hex: contents with one hash count as equal. */
  readonly contentHash: string;
}

export type Decision<Event, Rejection> = Accepted<Event> | Rejected<Rejection>;

/** `events` are to be appended; none when everything is as the command wants it. */
interface Accepted<Event> {
  readonly outcome: "accepted";
  readonly events: readonly Event[];
}

interface Rejected<Rejection> {
  readonly outcome: "rejected";
  readonly rejection: Rejection;
}

export function accept<Event>(...events: readonly Event[]): Accepted<Event> {
  return { outcome: "accepted", events };
}

export function reject<Rejection>(rejection: Rejection): Rejected<Rejection> {
  return { outcome: "rejected", rejection };
}

/** Makes the compiler check that every case is handled. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
