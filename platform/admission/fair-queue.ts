import { type Party, type Place, type PlaceLimits, Places } from "./places.ts";

/**
 * A queue in which groups take turns, and so do the clients in each group. The waiters of one client keep their order,
 * so a client that sends many requests delays only itself.
 */
export class FairQueue<Waiter> extends Places<Waiter> {
  readonly #loadOf: (id: string) => number;

  /** `loadOf`: clients with the least load come first; clients with equal load take turns. */
  constructor(limits: PlaceLimits, loadOf: (id: string) => number = () => 0) {
    super(limits);
    this.#loadOf = loadOf;
  }

  /** The next waiter that fits, which leaves the queue. No waiter passes an earlier one of its client. */
  next(fits: (waiter: Waiter) => boolean): Waiter | undefined {
    const place = this.#first(this.all, fits);
    if (!place) return undefined;
    for (let party = place.client; party.above; party = party.above) {
      party.above.members.delete(party.id);
      party.above.members.set(party.id, party);
    }
    place[Symbol.dispose]();
    return place.holder;
  }

  #first(party: Party<Waiter>, fits: (waiter: Waiter) => boolean): Place<Waiter> | undefined {
    if (party.members.size === 0) {
      for (const place of party.places) return fits(place.holder) ? place : undefined;
    }
    let first: Place<Waiter> | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const member of party.members.values()) {
      const load = this.#loadOf(member.id);
      const place = load < least ? this.#first(member, fits) : undefined;
      if (!place) continue;
      if (load === 0) return place;
      first = place;
      least = load;
    }
    return first;
  }
}
