import { randomUUID } from "node:crypto";
import {
  comparePositions,
  type EventBatch,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from "../../../platform/event-store/port.ts";

export interface EventStoreUnderTest {
  readonly store: EventStore;
  /** Opens the same log through another client, like another process or a later run. */
  reopen(): Promise<EventStore>;
  /** Opens another log. */
  openOther(): Promise<EventStore>;
  /**
   * Opens a writing transaction on tables other than the log's. Returns a function that ends it. Absent without a database.
   */
  holdForeignTransaction?(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export const meta = {
  ...{ time: "2024-05-01T12:00:00.000Z", actor: "ada", provider: "fzj", correlationId: "c-1" },
  ...{ traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", tracestate: "a=1" },
};

export function event(content: unknown = {}, over: Partial<NewEvent> = {}): NewEvent {
  const data = Buffer.from(JSON.stringify(content));
  return { id: randomUUID(), type: "Noted", schemaVersion: 1, data, meta, ...over };
}

export function events(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, n) => event({ n }));
}

export function stream(): string {
  return `notes-${randomUUID()}`;
}

export function contentOf({ data }: RecordedEvent): unknown {
  return JSON.parse(Buffer.from(data).toString("utf8"));
}

export async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** Follows until a batch reaches `end`. */
export async function until(
  store: EventStore,
  from: Position,
  end: Position,
  options: { types?: readonly string[]; batchSize?: number; batchBytes?: number } = {},
): Promise<{ events: RecordedEvent[]; batches: EventBatch[] }> {
  const stop = new AbortController();
  const batches: EventBatch[] = [];
  for await (const batch of store.follow(from, { ...options, signal: stop.signal })) {
    batches.push(batch);
    if (comparePositions(batch.position, end) >= 0) stop.abort();
  }
  return { events: batches.flatMap((batch) => batch.events), batches };
}

export function appended(result: Awaited<ReturnType<EventStore["append"]>>): Position {
  if (result.outcome !== "appended") throw new Error(`conflict at ${result.stream}`);
  return result.position;
}
