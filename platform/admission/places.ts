/** A share of a limited resource. Releasing it twice is a no-op. */
export interface Permit extends Disposable {
  readonly weight: number;
}

/** A client or provider that shares a resource, possibly as a member of a group, such as its network. */
export type Client = string | readonly [group: string, client: string];

/** Maximum weight held at a time by all together, by one client and by one group. The last two are unlimited by default. */
export interface PlaceLimits {
  readonly all: number;
  readonly perClient?: number | undefined;
  readonly perGroup?: number | undefined;
}

/** A limit that leaves no room. */
export type Lack = "client" | "group" | "all";

/** Age of a place since it was taken or last renewed. */
export type Age = "oldest" | "newest";

/** A client, a group or all together, with the places that it holds. */
export class Party<Holder> {
  readonly above: Party<Holder> | undefined;
  readonly id: string;
  held = 0;
  /** Its places and those of its members, the newest last. */
  readonly places = new Set<Place<Holder>>();
  /** By id; only members that hold places. A client has no members. */
  readonly members = new Map<string, Party<Holder>>();

  constructor(id: string, above?: Party<Holder>) {
    this.id = id;
    this.above = above;
  }

  *holders(): Generator<Holder> {
    for (const { holder } of this.places) yield holder;
  }

  /** The oldest or newest place among the members that hold so much. */
  placeOfMost(held: number, which: Age): Place<Holder> | undefined {
    const isOfMost = ({ client }: Place<Holder>): boolean =>
      (client.above === this ? client : client.above)?.held === held;
    return which === "oldest" ? [...this.places].find(isOfMost) : [...this.places].findLast(isOfMost);
  }
}

/** A place, held until it is disposed of. */
export class Place<Holder> implements Permit {
  readonly holder: Holder;
  readonly weight: number;
  readonly client: Party<Holder>;
  readonly #released: ((holder: Holder) => void) | undefined;
  #isHeld = true;

  constructor(client: Party<Holder>, holder: Holder, weight: number, released?: (holder: Holder) => void) {
    this.client = client;
    this.holder = holder;
    this.weight = weight;
    this.#released = released;
    for (let party: Party<Holder> | undefined = client; party; party = party.above) {
      party.held += weight;
      party.places.add(this);
    }
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Makes it the newest place. */
  renew(): void {
    if (!this.#isHeld) return;
    for (let party: Party<Holder> | undefined = this.client; party; party = party.above) {
      party.places.delete(this);
      party.places.add(this);
    }
  }

  [Symbol.dispose](): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (let party: Party<Holder> | undefined = this.client; party; party = party.above) {
      party.held -= this.weight;
      party.places.delete(this);
      if (party.places.size === 0) party.above?.members.delete(party.id);
    }
    this.#released?.(this.holder);
  }
}

/** Places that clients share. */
export class Places<Holder> {
  readonly all = new Party<Holder>("");
  readonly #limits: PlaceLimits;
  readonly #released: ((holder: Holder) => void) | undefined;

  /** `limits` are read again for each place. `released` is called after a place has become free. */
  constructor(limits: PlaceLimits, released?: (holder: Holder) => void) {
    this.#limits = limits;
    this.#released = released;
  }

  /** Undefined when it holds nothing. */
  client(client: Client): Party<Holder> | undefined {
    return this.#above(client)?.members.get(idOf(client));
  }

  /** Undefined when it holds nothing. */
  group(group: string): Party<Holder> | undefined {
    return this.all.members.get(idOfGroup(group));
  }

  heldBy(client: Client): number {
    return this.client(client)?.held ?? 0;
  }

  /** The narrowest limit that leaves no room for a place that replaces `former`. */
  lack(client: Client, weight = 1, former?: Place<Holder>): Lack | undefined {
    const { all, perClient = Number.POSITIVE_INFINITY, perGroup = Number.POSITIVE_INFINITY } = this.#limits;
    const more = former && this.all.places.has(former) ? weight - former.weight : weight;
    const group = this.#above(client);
    if ((group?.members.get(idOf(client))?.held ?? 0) + more > perClient) return "client";
    if (group !== this.all && (group?.held ?? 0) + more > perGroup) return "group";
    return this.all.held + more > all ? "all" : undefined;
  }

  /** Takes a place, which replaces `former`; undefined when there is no room. */
  take(client: Client, holder: Holder, weight = 1, former?: Place<Holder>): Place<Holder> | undefined {
    if (this.lack(client, weight, former)) return undefined;
    former?.[Symbol.dispose]();
    return new Place(this.#enter(client), holder, weight, this.#released);
  }

  /**
   * Takes a place of weight 1. If only the limit of all is reached, a place of the group that holds most, or of the
   * client that holds most in this client's group, is given up, provided that it holds at least two more. `giveUp` is
   * called with the holder of that place.
   */
  takeShare(client: Client, holder: Holder, which: Age, giveUp: (holder: Holder) => void): Place<Holder> | undefined {
    if (this.lack(client) !== "all") return this.take(client, holder);
    const rival = this.#rivalOf(client, which);
    if (!rival) return undefined;
    rival[Symbol.dispose]();
    giveUp(rival.holder);
    // Takes the rival's place, even if the limit has become less than what is held.
    return new Place(this.#enter(client), holder, 1, this.#released);
  }

  #rivalOf(client: Client, which: Age): Place<Holder> | undefined {
    const path = typeof client === "string" ? [client] : [idOfGroup(client[0]), client[1]];
    let party = this.all;
    for (const id of path) {
      const own = party.members.get(id);
      const most = Math.max(...Array.from(party.members.values(), ({ held }) => held));
      if (most >= (own?.held ?? 0) + 2) return party.placeOfMost(most, which);
      if (!own) return undefined;
      party = own;
    }
    return undefined;
  }

  /** The party that contains the client: its group, or all. */
  #above(client: Client): Party<Holder> | undefined {
    return typeof client === "string" ? this.all : this.group(client[0]);
  }

  #enter(client: Client): Party<Holder> {
    return member(typeof client === "string" ? this.all : member(this.all, idOfGroup(client[0])), idOf(client));
  }
}

function member<Holder>(party: Party<Holder>, id: string): Party<Holder> {
  const known = party.members.get(id);
  if (known) return known;
  const entered = new Party<Holder>(id, party);
  party.members.set(id, entered);
  return entered;
}

const idOf = (client: Client): string => (typeof client === "string" ? client : client[1]);

/** A client may have the name of a group. */
const idOfGroup = (group: string): string => `\0${group}`;
