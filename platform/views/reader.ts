import { randomUUID } from "node:crypto";
import { delay } from "../async/delay.ts";
import type { Database } from "../database/port.ts";
import { isRecent } from "../database/recent.ts";
import { comparePositions, type Position } from "../event-store/port.ts";
import { type BuildId, READERS_NOTICE, VIEWS_CHANNEL } from "./schema.ts";

/** Time without a heartbeat after which the reader itself no longer relies on being included. Well below READER_TIMEOUT_MS. */
const CURRENT_TIMEOUT_MS = 4_000;
const HEARTBEAT_INTERVAL_MS = 1_000;
/** Time for which a heartbeat that is overdue is expected; afterwards the database counts as gone. */
const MAX_LATE_MS = 5_000;
const RETRY_INTERVAL_MS = 250;
/** Time after which the row of a dead process is removed. */
const RETENTION_MS = 60_000;

/** A process that holds a build of a view in memory. Waits for a position include every such reader. */
export interface ViewReader {
  readonly build: BuildId;
  /** This process shows everything up to here. */
  readonly position: Position;
  /** Moves the position; other processes learn it with the next heartbeat. */
  report(position: Position): void;
  /**
   * Whether this process may answer from its memory, because it shows everything that any process has reported as
   * visible. False until it has caught up after joining, and while its heartbeats fail, since waits may not include it.
   */
  readonly current: boolean;
  /** Whether it was current, and is not any more: other processes may show more of the view than its build has. */
  readonly hasLapsed: boolean;
  /** Whether it has lapsed since a heartbeat takes long: it probably is current again within seconds. */
  readonly isLate: boolean;
  /** Removes the reader from waits. */
  leave(): Promise<void>;
}

/** Removes every reader: a process that is known to be the only one need not wait for the reader of a killed process. */
export async function forgetReaders(database: Database): Promise<void> {
  await database.query("delete from view_readers");
}

interface ReaderEvents {
  readonly changed: () => void;
  readonly left: () => void;
}

export class RegisteredReader implements ViewReader {
  readonly build: BuildId;
  position: Position;
  readonly #database: Database;
  readonly #events: ReaderEvents;
  readonly #id = randomUUID();
  readonly #left = new AbortController();
  /** The position of the view when waits began to include this reader: the most that was reported as visible before. */
  #required: Position | undefined;
  #beaten = Number.NEGATIVE_INFINITY;
  #wasCurrent = false;
  #told: Position | undefined;
  #wake = new AbortController();
  readonly #beating: Promise<void>;

  constructor(database: Database, build: BuildId, position: Position, events: ReaderEvents) {
    this.#database = database;
    this.build = build;
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
      performance.now() - this.#beaten < CURRENT_TIMEOUT_MS
    );
  }

  get hasLapsed(): boolean {
    return this.#wasCurrent && !this.current;
  }

  get isLate(): boolean {
    return this.hasLapsed && performance.now() - this.#beaten < CURRENT_TIMEOUT_MS + MAX_LATE_MS;
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
      // An unknown outcome counts as a failure: the reader then stops being current before waits exclude it.
      const arrived = await this.#tell().then(
        () => true,
        () => false,
      );
      if (arrived && this.#told !== this.position) continue;
      if (arrived) await delay(HEARTBEAT_INTERVAL_MS, AbortSignal.any([this.#left.signal, this.#wake.signal]));
      else await delay(RETRY_INTERVAL_MS, this.#left.signal);
    }
  }

  async #tell(): Promise<void> {
    const sent = performance.now();
    const { position } = this;
    const { name, version, generation } = this.build;
    await this.#database.query({
      name: "view-reader",
      text: `with beat as (
          insert into view_readers (reader, name, version, generation, position, seen)
          values ($1, $2, $3, $4, $5, clock_timestamp())
          on conflict (reader) do update set position = excluded.position, seen = excluded.seen returning 1)
        select case when $6 then pg_notify('${VIEWS_CHANNEL}', '${READERS_NOTICE}') end from beat`,
      values: [this.#id, name, version, generation, position, this.#told !== position],
    });
    // Checked after the answer: the previous heartbeat may have expired before this one arrived.
    if (this.#required === undefined || performance.now() - this.#beaten >= CURRENT_TIMEOUT_MS) {
      this.#required = undefined;
      await this.#removeDead();
      // Waits include this reader again. What was reported before is at most what is reached of the view now.
      this.#required = await this.#reached();
    }
    this.#told = position;
    this.#beaten = sent;
    this.#wasCurrent ||= this.current;
    this.#events.changed();
  }

  /**
   * The highest position that a complete build of the view has, whichever processes read it: readers must not go back in
   * time. That of this build where it can't get further. @throws Error when it has gone
   */
  async #reached(): Promise<Position> {
    const { name, version, generation } = this.build;
    const rows = await this.#database.query<{ position: Position; own: boolean; stopped: boolean }>({
      text: `select position, version = $2 and generation = $3 as own, state = 'stopped' as stopped from view_builds
        where name = $1 and (built_at is not null or (version = $2 and generation = $3))`,
      values: [name, version, generation],
    });
    const own = rows.find((row) => row.own);
    if (own === undefined) throw new Error(`the build of view ${name} that is read has gone`);
    if (own.stopped) return own.position;
    return rows.reduce((highest, { position }) => {
      return comparePositions(position, highest) > 0 ? position : highest;
    }, own.position);
  }

  async #removeDead(): Promise<void> {
    const text = `delete from view_readers where not (${isRecent("seen", "$1")})`;
    await this.#database.query({ text, values: [RETENTION_MS] });
  }
}
