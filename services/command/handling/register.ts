import type { MeasurementEvent } from "../../../contracts/measurement-events.ts";
import {
  comparePositions,
  type EventStore,
  type Position,
  type StreamAppend,
} from "../../../platform/event-store/port.ts";
import { contentHash } from "../parsing/read-json.ts";
import type { Decision } from "./decider.ts";
import { type Cause, eventId } from "./handle.ts";
import { type LastEvent, lastEvents } from "./last-events.ts";
import type { KeyKind, Keys, Reservation } from "./unique-names.ts";

/** What keeping the registry of stations and series needs. */
export interface RegistryDependencies {
  readonly eventStore: EventStore;
  readonly keys: Keys;
}

export interface RegistryOrder {
  readonly cause: Cause;
  readonly dryRun: boolean;
}

/** What has an id, and a key that no other has. */
export interface Kind<Kept extends { readonly id: number }> {
  readonly kind: KeyKind;
  readonly streamOf: (id: number) => string;
  /** What the event leaves behind, undefined when it was deleted. */
  readonly keptBy: (event: LastEvent["event"]) => Kept | undefined;
  readonly keyOf: (kept: Kept) => string;
  readonly parentOf?: (kept: Kept) => number;
}

/** Others wrote to the same streams, though they should have waited: an engine was lost in between. */
export interface Contended {
  readonly outcome: "contended";
}

/** A key that is asked for, and who has it now. */
export interface Place {
  /** The last event of whom it belongs to. */
  readonly owner: LastEvent | undefined;
  /** The owner's id, or one that was reserved and never used; null when the key needs a new one. */
  readonly id: number | null;
  /** The id that the key names in the reservations. */
  readonly reserved: number | undefined;
}

/** Who has each key, by the log. */
export async function placesOf<Kept extends { readonly id: number }>(
  { eventStore, keys }: RegistryDependencies,
  { kind, streamOf, keptBy, keyOf }: Kind<Kept>,
  wanted: readonly string[],
): Promise<readonly Place[]> {
  const reservations = await keys.find(kind, wanted);
  const last = await lastEvents(eventStore, [...reservations.values()].map(streamOf));
  return wanted.map((key): Place => {
    const reserved = reservations.get(key);
    if (reserved === undefined) return { owner: undefined, id: null, reserved };
    const event = last.get(streamOf(reserved));
    if (!event) return { owner: undefined, id: reserved, reserved };
    const kept = keptBy(event.event);
    // Deleted, or called otherwise since.
    if (!kept || keyOf(kept) !== key) return { owner: undefined, id: null, reserved };
    return { owner: event, id: reserved, reserved };
  });
}

/** Whether this very command wrote the event, in an attempt whose answer was lost. */
export function isOwn(event: LastEvent | undefined, { causationId }: Cause): boolean {
  return causationId !== undefined && event?.meta.causationId === causationId;
}

/** An event and the stream that it goes to, after `last`. */
export interface Registration {
  readonly id: number;
  readonly last: LastEvent | undefined;
  readonly event: MeasurementEvent;
}

/** Appends what was decided. The position lies at or after `seen`. */
export async function append(
  eventStore: EventStore,
  { streamOf }: { readonly streamOf: (id: number) => string },
  registrations: readonly Registration[],
  { cause, seen }: { readonly cause: Cause; readonly seen: Position },
): Promise<{ readonly outcome: "done"; readonly position: Position } | Contended> {
  if (registrations.length === 0) return { outcome: "done", position: seen };
  const appends = registrations.map(({ id, last, event: { type, schemaVersion, data } }): StreamAppend => {
    const stream = streamOf(id);
    const expected = last ? last.revision : "no-stream";
    const json = JSON.stringify(data);
    const hash = contentHash(json);
    const own = eventId(stream, expected, type, `${cause.provider} ${hash}`);
    const meta = { ...cause, contentHash: hash };
    return { stream, expected, events: [{ id: own, type, schemaVersion, data: Buffer.from(json), meta }] };
  });
  const result = await eventStore.append(appends);
  if (result.outcome === "conflict") return { outcome: "contended" };
  return { outcome: "done", position: later(seen, result.position) };
}

export type Added =
  | { readonly outcome: "done"; readonly position: Position; readonly ids: readonly (number | null)[] }
  /** Some are there already: their ids, null for the others. */
  | { readonly outcome: "exists"; readonly ids: readonly (number | null)[] }
  | Contended;

/** One that is to be added. */
export interface Addition<Event> {
  readonly key: string;
  readonly parent?: number;
  /** What adding it under the id becomes, where `standing` has its key already. */
  readonly decide: (id: number, standing: LastEvent | undefined) => Decision<Event, unknown>;
}

/** Adds all of them or none; nobody else may do so meanwhile. On a dry run new ones have no id. */
export async function addAll<Kept extends { readonly id: number }, Event extends MeasurementEvent>(
  { eventStore, keys }: RegistryDependencies,
  kind: Kind<Kept>,
  additions: readonly Addition<Event>[],
  { cause, dryRun }: RegistryOrder,
): Promise<Added> {
  const wanted = additions.map(({ key }) => key);
  const places = await placesOf({ eventStore, keys }, kind, wanted);
  const own = places.map(({ owner, id }) => (isOwn(owner, cause) ? id : null));
  const refused = places.map(({ owner, id }, index) =>
    owner && own[index] === null && additions[index]?.decide(id ?? 0, owner).outcome === "rejected" ? id : null,
  );
  if (refused.some((id) => id !== null)) return { outcome: "exists", ids: refused };
  const seen = places.reduce((last, { owner }) => later(last, owner?.position ?? last), eventStore.start);
  if (dryRun) return { outcome: "done", position: seen, ids: own };

  const fresh = await keys.next(kind.kind, places.filter(({ id }) => id === null).length);
  const ids = places.map(({ id }) => id ?? (fresh.shift() as number));
  const missing = additions.flatMap((addition, index) => (own[index] === null ? [{ ...addition, index }] : []));
  const reservations = missing.map(({ key, parent, index }): Reservation => {
    return { key, id: ids[index] as number, insteadOf: places[index]?.reserved, parent };
  });
  if (!(await keys.reserve(kind.kind, reservations))) return { outcome: "contended" };
  const registrations = missing.flatMap(({ decide, index }): Registration[] => {
    const id = ids[index] as number;
    const decision = decide(id, undefined);
    return decision.outcome === "accepted" ? decision.facts.map((event) => ({ id, last: undefined, event })) : [];
  });
  const appended = await append(eventStore, kind, registrations, { cause, seen });
  return appended.outcome === "done" ? { ...appended, ids } : appended;
}

function later(a: Position, b: Position): Position {
  return comparePositions(a, b) < 0 ? b : a;
}
