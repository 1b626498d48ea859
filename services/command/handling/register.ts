import type { EventType } from "../../../contracts/events.ts";
import type { EventHead, EventStore, Position } from "../../../platform/event-store/port.ts";
import type { Aggregate } from "./aggregate.ts";
import { type CommandContext, type Contended, handle, isRepetition, stateOf } from "./handle.ts";
import type { KeyKind, Keys, Reservation } from "./unique-names.ts";

/** Dependencies of the registry of stations and series. */
export interface RegistryDependencies {
  readonly eventStore: EventStore;
  readonly keys: Keys;
}

/** Resources with an id, and a key that no other of them has. */
export interface Registry<Resource, Command, Event extends { readonly type: EventType }, State, Rejection> {
  readonly kind: KeyKind;
  readonly aggregate: Aggregate<Command, Event, State, Rejection>;
  readonly streamOf: (id: number) => string;
  /** The resource, undefined when it does not exist or was deleted. */
  readonly resourceOf: (state: State) => Resource | undefined;
  readonly keyOf: (resource: Resource) => string;
}

/** The holder of a key, if any. */
export interface KeyHolder {
  /** The last event of the resource that has the key. */
  readonly head: EventHead | undefined;
  /** The id of that resource, or one that was reserved and never used; undefined when the key needs a new one. */
  readonly id: number | undefined;
  /** The id that the reservations name. */
  readonly reserved: number | undefined;
}

/** The holder of each key, by the log. */
export async function findHolders<Resource, Command, Event extends { readonly type: EventType }, State, Rejection>(
  { eventStore, keys }: RegistryDependencies,
  { kind, aggregate, streamOf, resourceOf, keyOf }: Registry<Resource, Command, Event, State, Rejection>,
  wanted: readonly string[],
): Promise<readonly KeyHolder[]> {
  const reservations = await keys.find(kind, wanted);
  const loaded = await aggregate.load(eventStore, [...reservations.values()].map(streamOf));
  return wanted.map((key): KeyHolder => {
    const reserved = reservations.get(key);
    if (reserved === undefined) return { head: undefined, id: undefined, reserved };
    const last = loaded.get(streamOf(reserved));
    if (!last) return { head: undefined, id: reserved, reserved };
    const resource = resourceOf(stateOf(aggregate, last));
    // Deleted, or renamed since.
    if (!resource || keyOf(resource) !== key) return { head: undefined, id: undefined, reserved };
    return { head: last.head, id: reserved, reserved };
  });
}

/** One resource that is to be added. */
export interface Addition<Command> {
  readonly key: string;
  readonly parent?: number;
  readonly command: (id: number) => Command;
}

export type Added =
  | { readonly outcome: "done"; readonly position: Position; readonly ids: readonly (number | null)[] }
  /** Some exist already: their ids, null for the others. */
  | { readonly outcome: "exists"; readonly ids: readonly (number | null)[] }
  | Contended;

/** Adds all of them or none; the caller holds the lock of the keys. On a dry run new ones get no id. */
export async function addAll<Resource, Command, Event extends { readonly type: EventType }, State, Rejection>(
  { eventStore, keys }: RegistryDependencies,
  registry: Registry<Resource, Command, Event, State, Rejection>,
  additions: readonly Addition<Command>[],
  context: CommandContext,
): Promise<Added> {
  const { kind, aggregate, streamOf } = registry;
  const wanted = additions.map(({ key }) => key);
  const holders = await findHolders({ eventStore, keys }, registry, wanted);
  const isOwn = ({ head }: KeyHolder): boolean => isRepetition(head, context.metadata);
  const taken = holders.map((holder) => (holder.head && !isOwn(holder) ? (holder.id ?? null) : null));
  if (taken.some((id) => id !== null)) return { outcome: "exists", ids: taken };
  if (context.dryRun) {
    const ids = holders.map((holder) => (isOwn(holder) ? (holder.id ?? null) : null));
    return { outcome: "done", position: eventStore.start, ids };
  }
  const fresh = (await keys.next(kind, holders.filter(({ id }) => id === undefined).length)).values();
  const given = additions.map((addition, index) => {
    const holder = holders[index];
    return {
      ...addition,
      id: holder?.id ?? nextOf(fresh),
      insteadOf: holder?.reserved,
      isOwn: holder && isOwn(holder),
    };
  });
  const reservations: Reservation[] = given.filter(({ isOwn }) => !isOwn);
  if (!(await keys.reserve(kind, reservations))) return { outcome: "contended" };
  const steps = given.map(({ id, command }) => ({ stream: streamOf(id), command: command(id) }));
  const handled = await handle(eventStore, aggregate, steps, { context, atomic: true });
  if (handled.outcome === "contended") return handled;
  if (handled.rejections.size > 0) throw new Error("a resource that was to be added exists, though its key was free");
  return { outcome: "done", position: handled.position, ids: given.map(({ id }) => id) };
}

function nextOf(ids: Iterator<number>): number {
  const next = ids.next();
  if (next.done) throw new Error("the sequence gave fewer ids than it was asked for");
  return next.value;
}
