import type { EventMeta } from "../../../contracts/event-metadata.ts";
import type { EventType, WrittenVersions } from "../../../contracts/events.ts";
import { Backoff } from "../../../platform/async/backoff.ts";
import {
  comparePositions,
  type EventHead,
  type EventStore,
  type ExpectedRevision,
  type Position,
  type Revision,
  type StreamAppend,
  type StreamName,
} from "../../../platform/event-store/port.ts";
import type { Aggregate } from "./aggregate.ts";
import { eventId } from "./event-id.ts";
import { type LastEvent, loadLast } from "./last-events.ts";
import { inWrittenVersion } from "./written-version.ts";

/** A command for one stream. */
export interface Step<Command> {
  readonly stream: StreamName;
  readonly command: Command;
}

/** Sender and cause of a command, stored with every event. */
export type CommandMetadata = Omit<EventMeta, "contentHash">;

/** The circumstances of a command, as plain data. */
export interface CommandContext {
  readonly metadata: CommandMetadata;
  /** Decide only, append nothing. */
  readonly dryRun: boolean;
  /** Events that the route declares. */
  readonly appends: readonly EventType[];
  readonly versions: WrittenVersions;
}

export interface HandleOptions {
  readonly context: CommandContext;
  /** Whether one rejected step stops all of them. */
  readonly atomic: boolean;
  /** Called with the appends before they are made; false stops them as contended. */
  readonly beforeAppend?: (appends: readonly StreamAppend[]) => Promise<boolean>;
}

export type Handled<Rejection> =
  | {
      readonly outcome: "done";
      /** Everything that the steps wanted is in the log at or before this position. */
      readonly position: Position;
      /** Rejections by the index of their step. */
      readonly rejections: ReadonlyMap<number, Rejection>;
    }
  | Contended;

/** The outcome of one step. */
export type HandledOne<Rejection> =
  | { readonly outcome: "done"; readonly position: Position }
  | { readonly outcome: "rejected"; readonly rejection: Rejection }
  | Contended;

/** Other requests wrote to the same streams again and again. */
export interface Contended {
  readonly outcome: "contended";
}

/** How often a command is decided while other requests write to its streams. */
const MAX_ATTEMPTS = 6;

/**
 * The command handler: loads the last event of each stream, decides each step, and appends the events. After a conflict it
 * starts over.
 */
export async function handle<Command, Event extends { readonly type: EventType }, State, Rejection>(
  eventStore: EventStore,
  aggregate: Aggregate<Command, Event, State, Rejection>,
  steps: readonly Step<Command>[],
  { context, atomic, beforeAppend }: HandleOptions,
): Promise<Handled<Rejection>> {
  const { decider } = aggregate;
  const { metadata, dryRun } = context;
  const streams = steps.map(({ stream }) => stream);
  const backoff = new Backoff({ firstMs: 5, maxMs: 100, jitter: 0.5 });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const loaded = await loadLast(eventStore, aggregate, streams);
    const rejections = new Map<number, Rejection>();
    const appends: StreamAppend[] = [];
    for (const [index, step] of steps.entries()) {
      const last = loaded.get(step.stream);
      if (isRepetition(last?.head, metadata)) continue;
      const decision = decider.decide(step.command, stateOf(aggregate, last));
      if (decision.outcome === "rejected") rejections.set(index, decision.rejection);
      else if (decision.events.length > 0)
        appends.push(appendOf(aggregate, step, last?.head, decision.events, context));
    }
    let position = eventStore.start;
    for (const { head } of loaded.values()) position = later(position, head.position);
    if (appends.length === 0 || dryRun || (atomic && rejections.size > 0)) {
      return { outcome: "done", position, rejections };
    }
    if (beforeAppend && !(await beforeAppend(appends))) return { outcome: "contended" };
    const result = await eventStore.append(appends);
    if (result.outcome === "appended") {
      return { outcome: "done", position: later(position, result.position), rejections };
    }
    await backoff.wait();
  }
  return { outcome: "contended" };
}

/** Handles one step alone. */
export async function handleOne<Command, Event extends { readonly type: EventType }, State, Rejection>(
  eventStore: EventStore,
  aggregate: Aggregate<Command, Event, State, Rejection>,
  step: Step<Command>,
  options: Omit<HandleOptions, "atomic">,
): Promise<HandledOne<Rejection>> {
  const handled = await handle(eventStore, aggregate, [step], { ...options, atomic: true });
  if (handled.outcome === "contended") return handled;
  const { position, rejections } = handled;
  const rejection = rejections.get(0);
  return rejection === undefined ? { outcome: "done", position } : { outcome: "rejected", rejection };
}

/** Whether the stream's last event came from this very command, in an attempt whose answer was lost. */
export function isRepetition(head: EventHead | undefined, { causationId }: CommandMetadata): boolean {
  return causationId !== undefined && head?.meta.causationId === causationId;
}

export function stateOf<Command, Event extends { readonly type: EventType }, State, Rejection>(
  { decider }: Pick<Aggregate<Command, Event, State, Rejection>, "decider">,
  last: LastEvent<Event> | undefined,
): State {
  return last ? decider.evolve(decider.initial, last.event) : decider.initial;
}

function appendOf<Command, Event extends { readonly type: EventType }, State, Rejection>(
  { encode }: Aggregate<Command, Event, State, Rejection>,
  { stream, command }: Step<Command>,
  head: EventHead | undefined,
  events: readonly Event[],
  context: CommandContext,
): StreamAppend {
  const { metadata } = context;
  const expected: ExpectedRevision = head ? head.revision : "no-stream";
  const first = head ? head.revision + 1 : 0;
  return {
    stream,
    expected,
    events: events.map((event, index) => {
      const { type } = event;
      requireDeclared(type, context);
      const { data, contentHash } = encode(event, command, first + index);
      const id = eventId(stream, expected, type, `${metadata.provider} ${contentHash}`);
      return inWrittenVersion({ id, type, data, meta: { ...metadata, contentHash } }, context.versions);
    }),
  };
}

/** Clients that wait for a write wait for the views of the declared events. @throws when the type is not declared. */
export function requireDeclared(type: EventType, { appends }: CommandContext): void {
  if (!appends.includes(type)) throw new Error(`the route does not declare that it appends ${type}`);
}

/** The revision that the first event of an append gets, when the append succeeds. */
export function firstRevision({ expected }: StreamAppend): Revision {
  return typeof expected === "number" ? expected + 1 : 0;
}

export function later(a: Position, b: Position): Position {
  return comparePositions(a, b) < 0 ? b : a;
}
