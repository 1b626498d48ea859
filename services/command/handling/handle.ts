import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { DomainEvent } from "../../../contracts/events.ts";
import {
  comparePositions,
  type EventHead,
  type EventMeta,
  type EventStore,
  type ExpectedRevision,
  type Position,
  type StreamAppend,
  type StreamName,
} from "../../../platform/event-store/port.ts";
import type { Decider } from "./decider.ts";

/** What a fact needs to have to become an event. */
interface CatalogueFact {
  readonly type: DomainEvent["type"];
  readonly content: string | undefined;
}

/** A command for one stream, with the content of the event that it may become: JSON, and its hash in the command. */
export interface Step<Command> {
  readonly stream: StreamName;
  readonly command: Command;
  readonly content: Uint8Array;
}

/** Who commands, and why. */
export type Cause = Omit<EventMeta, "contentHash">;

export interface HandleOptions<Fact> {
  readonly cause: Cause;
  readonly factOf: (head: EventHead) => Fact;
  /** Whether one rejected step stops all of them. */
  readonly together: boolean;
  /** Decide only, append nothing. */
  readonly dryRun: boolean;
}

export type Handled<Rejection> =
  | {
      readonly outcome: "done";
      /** Where everything that the steps wanted is in the log. */
      readonly position: Position;
      /** Steps that were rejected, by their index. */
      readonly rejections: ReadonlyMap<number, Rejection>;
    }
  /** Others wrote to the same streams again and again. */
  | { readonly outcome: "contended" };

/** Times that a command is decided anew because others wrote to its streams meanwhile. */
const ATTEMPTS = 6;

/** Version of the events' shapes that are written here. */
const SCHEMA_VERSION = 1;

/** Loads the heads of the streams, decides each step, appends what was decided; at a conflict, all of it again. */
export async function handle<Command, Fact extends CatalogueFact, State, Rejection>(
  eventStore: EventStore,
  decider: Decider<Command, Fact, State, Rejection>,
  steps: readonly Step<Command>[],
  { cause, factOf, together, dryRun }: HandleOptions<Fact>,
): Promise<Handled<Rejection>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const heads = await eventStore.latest(steps.map(({ stream }) => stream));
    const rejections = new Map<number, Rejection>();
    const appends: StreamAppend[] = [];
    for (const [index, { stream, command, content }] of steps.entries()) {
      const head = heads.get(stream);
      if (isOwnRepetition(head, cause)) continue;
      const state = head ? decider.evolve(decider.initial, factOf(head)) : decider.initial;
      const decision = decider.decide(command, state);
      if (decision.outcome === "rejected") rejections.set(index, decision.rejection);
      else if (decision.facts.length > 0) appends.push(appendOf(stream, head, decision.facts, content, cause));
    }
    const seen = latestPosition(eventStore.start, heads.values());
    if (appends.length === 0 || dryRun || (together && rejections.size > 0)) {
      return { outcome: "done", position: seen, rejections };
    }
    const result = await eventStore.append(appends);
    if (result.outcome === "appended") {
      return { outcome: "done", position: later(seen, result.position), rejections };
    }
    await pause(attempt * 5);
  }
  return { outcome: "contended" };
}

/** Whether the stream's last event came from this very command, whose answer was lost: it is done already. */
function isOwnRepetition(head: EventHead | undefined, { causationId }: Cause): boolean {
  return causationId !== undefined && head?.meta.causationId === causationId;
}

function appendOf(
  stream: StreamName,
  head: EventHead | undefined,
  facts: readonly CatalogueFact[],
  data: Uint8Array,
  cause: Cause,
): StreamAppend {
  const expected: ExpectedRevision = head ? head.revision : "no-stream";
  const events = facts.map(({ type, content }) => ({
    id: eventId(stream, expected, type, `${cause.provider} ${content}`),
    type,
    schemaVersion: SCHEMA_VERSION,
    data,
    meta: content === undefined ? cause : { ...cause, contentHash: content },
  }));
  return { stream, expected, events };
}

const latestPosition = (start: Position, heads: Iterable<EventHead>): Position => {
  let latest = start;
  for (const { position } of heads) latest = later(latest, position);
  return latest;
};

const later = (a: Position, b: Position): Position => (comparePositions(a, b) < 0 ? b : a);

const namespace = Buffer.from("5e9d3f7c0b4a4c0f9a6e1d2c3b4a5f60", "hex");

/**
 * The same event, sent again, has the same id; the same content at another revision is another event, and so is what
 * another provider sends. `content` tells contents apart.
 */
export function eventId(stream: StreamName, expected: ExpectedRevision, type: string, content: string): string {
  return nameBasedUuid(JSON.stringify([stream, expected, type, content]));
}

/** UUID version 5 (RFC 9562) of a name. One digest in one call: a request may need ten thousand of them. */
export function nameBasedUuid(name: string): string {
  const digest = hash("sha1", Buffer.concat([namespace, Buffer.from(name)]), "hex");
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const third = `5${digest.slice(13, 16)}`;
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${third}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
