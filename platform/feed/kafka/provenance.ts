import { comparePositions, type EventStore, type Position } from "../../event-store/port.ts";
import { type Identity, identityOf, type Note } from "./message.ts";

/** The topic has messages of this log about events that it lacks: the log was restored to an earlier moment. */
export class TopicAhead extends Error {
  override readonly name = "TopicAhead";

  constructor() {
    super("the topic has events that the restored log lacks; docs/distributed.md#restore says what to do");
  }
}

/** End of one run's messages. */
interface End {
  position: Position;
  event: (Identity & { readonly position: Position }) | undefined;
}

/**
 * Checks that the log has the events of messages. A log restored to an earlier moment may have gained other events at
 * the same positions. A run reads the log in order, and a restore forgets the end of the log. So if the log has the
 * last event of a run's messages, it has all the others.
 */
export class Provenance {
  readonly #eventStore: EventStore;
  /** Ends of the messages since the last check, by run. */
  #ends = new Map<string | undefined, End>();
  /** Head of the log when it was last read. */
  #head: Position;

  constructor(eventStore: EventStore) {
    this.#eventStore = eventStore;
    this.#head = eventStore.start;
  }

  /** Notes a message of the log. */
  note({ run, position, event, at = event && identityOf(event) }: Note): void {
    const end = this.#ends.get(run) ?? { position, event: undefined };
    this.#ends.set(run, end);
    if (comparePositions(position, end.position) > 0) end.position = position;
    if (at && comparePositions(position, end.event?.position ?? this.#eventStore.start) > 0) {
      end.event = { ...at, position };
    }
  }

  /** Checks the messages noted since the last check. @throws TopicAhead, EventStoreUnavailable */
  async check(): Promise<void> {
    const ends = [...this.#ends.values()];
    this.#ends = new Map();
    for (const { position, event } of ends) {
      if (event && !(await this.#has(event))) throw new TopicAhead();
      if (event?.position !== position) await this.requireReached(position);
    }
  }

  /** @throws TopicAhead when the log ends before the position · EventStoreUnavailable */
  async requireReached(position: Position): Promise<void> {
    if (comparePositions(position, this.#head) <= 0) return;
    this.#head = await this.#eventStore.head();
    if (comparePositions(position, this.#head) > 0) throw new TopicAhead();
  }

  async #has({ id, stream, revision, time }: Identity): Promise<boolean> {
    for await (const found of this.#eventStore.read(stream, revision, 1)) {
      return found.revision === revision && found.id === id && found.meta.time === time;
    }
    return false;
  }
}
