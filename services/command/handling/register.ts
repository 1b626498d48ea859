import type { EventType } from "../../../contracts/events.ts";
import type { EventHead, EventStore, Position } from "../../../platform/event-store/port.ts";
import type { Aggregate } from "./aggregate.ts";
import {
  type CommandContext,
  type Contended,
  type HandleOptions,
  handle,
  handleOne,
  isRepetition,
  stateOf,
} from "./command-handler.ts";
import { loadLast } from "./last-events.ts";
import type { NameKind, UniqueNames } from "./unique-names.ts";

/** Dependencies of the registry of stations and series. */
export interface RegistryDependencies {
  readonly eventStore: EventStore;
  readonly names: UniqueNames;
}

/** Resources with an id, and a name that no other of them has. */
interface Registered<Command, Event extends { readonly type: EventType }, State, Rejection> {
  readonly kind: NameKind;
  readonly aggregate: Aggregate<Command, Event, State, Rejection>;
  readonly streamOf: (id: number) => string;
  /** The resource's name, undefined when it does not exist or was deleted. */
  readonly nameOf: (state: State) => string | undefined;
}

/** The holder of a name, if any. */
interface NameHolder {
  /** The last event of the resource that has the name. */
  readonly head: EventHead | undefined;
  /** The id of that resource, or one that was reserved and never used; undefined when the name needs a new one. */
  readonly id: number | undefined;
  /** The id that the reservations name. */
  readonly reserved: number | undefined;
}

/** One resource that is to be added. */
interface Addition<Command> {
  readonly name: string;
  readonly parent?: number;
  readonly command: (id: number) => Command;
}

export type Added =
  | { readonly outcome: "done"; readonly position: Position; readonly ids: readonly (number | null)[] }
  /** Some exist already: their ids, null for the others. */
  | { readonly outcome: "exists"; readonly ids: readonly (number | null)[] }
  | Contended;

/** The commands of registered resources. Those that change a name are called under the lock of the names. */
export function openRegistry<Command, Event extends { readonly type: EventType }, State, Rejection>(
  { kind, aggregate, streamOf, nameOf }: Registered<Command, Event, State, Rejection>,
  { eventStore, names }: RegistryDependencies,
) {
  /** Each with the holder of its name according to the log. */
  const withHolders = async <Named extends { readonly name: string }>(
    named: readonly Named[],
  ): Promise<readonly (Named & NameHolder)[]> => {
    const reservations = await names.find(
      kind,
      named.map(({ name }) => name),
    );
    const loaded = await loadLast(eventStore, aggregate, [...reservations.values()].map(streamOf));
    return named.map((each) => {
      const reserved = reservations.get(each.name);
      const last = reserved === undefined ? undefined : loaded.get(streamOf(reserved));
      if (!last) return { ...each, head: undefined, id: reserved, reserved };
      const isHeld = nameOf(stateOf(aggregate, last)) === each.name;
      // Otherwise it was deleted, or renamed since.
      return isHeld
        ? { ...each, head: last.head, id: reserved, reserved }
        : { ...each, head: undefined, id: undefined, reserved };
    });
  };

  /** Adds all of them or none. On a dry run new ones get no id. */
  const add = async (additions: readonly Addition<Command>[], context: CommandContext): Promise<Added> => {
    const held = await withHolders(additions);
    const taken = held.map(({ head, id = null }) => (head && !isRepetition(head, context.metadata) ? id : null));
    if (taken.some((id) => id !== null)) return { outcome: "exists", ids: taken };
    // What exists now was added by an earlier attempt of this command.
    if (context.dryRun) {
      const ids = held.map(({ head, id = null }) => (head ? id : null));
      return { outcome: "done", position: eventStore.start, ids };
    }
    const fresh = (await names.next(kind, held.filter(({ id }) => id === undefined).length)).values();
    const given = held.map((each) => ({ ...each, id: each.id ?? nextOf(fresh), insteadOf: each.reserved }));
    const reserved = await names.reserve(
      kind,
      given.filter(({ head }) => !head),
    );
    if (!reserved) return { outcome: "contended" };
    const steps = given.map(({ id, command }) => ({ stream: streamOf(id), command: command(id) }));
    const handled = await handle(eventStore, aggregate, steps, { context, atomic: true });
    if (handled.outcome === "contended") return handled;
    if (handled.rejections.size > 0)
      throw new Error("a resource that was to be added exists, though its name was free");
    return { outcome: "done", position: handled.position, ids: given.map(({ id }) => id) };
  };

  const carryOut = (id: number, command: Command, options: Omit<HandleOptions, "atomic">) =>
    handleOne(eventStore, aggregate, { stream: streamOf(id), command }, options);

  return { withHolders, add, carryOut };
}

function nextOf(ids: Iterator<number>): number {
  const next = ids.next();
  if (next.done) throw new Error("the sequence gave fewer ids than it was asked for");
  return next.value;
}
