import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/port.ts";
import { comparePositions, type Position } from "../event-store/port.ts";
import { readCheckpoint } from "./registry.ts";
import { VIEWS_CHANNEL, type ViewVersion } from "./schema.ts";

/** Milliseconds without a heartbeat after which nobody waits for a reader any more. */
export const READER_LOST = 5_000;
/** Milliseconds without one after which the reader itself stops trusting that it is waited for. Well before the above. */
const DOUBT = 4_000;
const HEARTBEAT = 1_000;
const RETRY = 250;
/** Milliseconds after which what a dead process left behind is removed. */
const FORGOTTEN = 60_000;

/**
 * A process that holds a view in memory, and what it shows of it. Those who wait for a position wait for every such
 * reader too.
 */
export interface ViewReader {
  readonly view: ViewVersion;
  /** Everything up to here is shown by this process. */
  readonly position: Position;
  /** What is applied now; others are told soon. */
  report(position: Position): void;
  /**
   * Whether this process may answer from its memory: it shows all that others were told to be visible. False until it
   * has caught up after joining, and when its heartbeats don't arrive, so that others no longer wait for it.
   */
  readonly current: boolean;
  /** Nobody waits for this reader from now on. */
  leave(): Promise<void>;
}

/**
 * Removes every reader. For a process that is the only one to read on its database, so that nobody waits for what a
 * killed one left.
 */
export async function forgetReaders(database: Database): Promise<void> {
  await database.query("delete from view_readers");
}

interface ReaderEvents {
  readonly changed: () => void;
  readonly left: () => void;
}

export class RegisteredReader implements ViewReader {
  readonly view: ViewVersion;
  position: Position;
  readonly #database: Database;
  readonly #events: ReaderEvents;
  readonly #id = randomUUID();
  readonly #left = new AbortController();
  /** What had been reached, as others may have been told, when they began to wait for this reader. */
  #required: Position | undefined;
  #beaten = Number.NEGATIVE_INFINITY;
  #told: Position | undefined;
  #wake = new AbortController();
  readonly #beating: Promise<void>;

  constructor(database: Database, view: ViewVersion, position: Position, events: ReaderEvents) {
    this.#database = database;
    this.view = view;
    this.position = position;
    this.#events = events;
    this.#beating = this.#beat();
  }

  report(position: Position): void {
    if (comparePositions(position, this.position) <= 0) return;
    this.position = position;
    this.#wake.abort();
    this.#events.changed();
  }

  get current(): boolean {
    return (
      this.#required !== undefined &&
      comparePositions(this.position, this.#required) >= 0 &&
      performance.now() - this.#beaten < DOUBT
    );
  }

  async leave(): Promise<void> {
    this.#left.abort();
    this.#required = undefined;
    this.#events.left();
    await this.#beating;
    const text = "delete from view_readers where reader = $1";
    await this.#database.query({ text, values: [this.#id] }).catch(() => undefined);
    this.#database.notify(VIEWS_CHANNEL);
  }

  async #beat(): Promise<void> {
    while (!this.#left.signal.aborted) {
      this.#wake = new AbortController();
      // Not knowing whether the heartbeat arrived is no trouble: without one this reader doubts itself in time.
      const arrived = await this.#tell().then(
        () => true,
        () => false,
      );
      if (arrived && this.#told !== this.position) continue;
      const signals = arrived ? [this.#left.signal, this.#wake.signal] : [this.#left.signal];
      const pause = arrived ? HEARTBEAT : RETRY;
      await sleep(pause, undefined, { signal: AbortSignal.any(signals) }).catch(() => undefined);
    }
  }

  async #tell(): Promise<void> {
    const sent = performance.now();
    const { position } = this;
    await this.#database.query({
      name: "view-reader",
      text: `with beat as (
          insert into view_readers (reader, name, version, position, seen) values ($1, $2, $3, $4, clock_timestamp())
          on conflict (reader) do update set position = excluded.position, seen = excluded.seen returning 1)
        select case when $5 then pg_notify('${VIEWS_CHANNEL}', '') end from beat`,
      values: [this.#id, this.view.name, this.view.version, position, this.#told !== position],
    });
    // Asked after the answer came: the last heartbeat may have been too old when this one arrived.
    if (this.#required === undefined || performance.now() - this.#beaten >= DOUBT) {
      this.#required = undefined;
      await this.#forgetTheDead();
      // Others wait for this reader again. What they were told before is at most what the view has reached now.
      this.#required = (await readCheckpoint(this.#database, this.view)).position;
    }
    this.#told = position;
    this.#beaten = sent;
    this.#events.changed();
  }

  async #forgetTheDead(): Promise<void> {
    const text = "delete from view_readers where seen < clock_timestamp() - $1 * interval '1 ms'";
    await this.#database.query({ text, values: [FORGOTTEN] });
  }
}
