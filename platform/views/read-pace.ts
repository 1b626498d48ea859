import { randomUUID } from "node:crypto";
import { Coalesced } from "../async/coalesced.ts";
import { withTimeout } from "../async/timeout.ts";
import type { Database } from "../database/port.ts";
import { isRecent } from "../database/recent.ts";
import type { Builds } from "./builds.ts";

const TELL_INTERVAL_MS = 1_000;
const KEEP_INTERVAL_MS = 10_000;
/** Closing waits as long for the database: usual times that are not kept are learned again. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Time after which what a process told no longer counts. */
const TOLD_TIMEOUT_MS = 3_000;
/** Time after which the row of a dead process is removed. */
const RETENTION_MS = 60_000;
/** After so many seconds in a row without a read whose usual time is known, earlier ones do not count any more. */
const REMEMBERED_SECONDS = 3;
/** Reads of a route by which its usual time is known. */
const MIN_READS = 20;
/** Reads of a route over which its usual time is a mean. */
const MEAN_READS = 1_000;
/** A read counts as this many times the usual time at most: one may be of another kind, or its client slow. */
const MAX_RATIO = 10;
/** Told where no read's usual time is known: enough to slow a build down. */
const ASSUMED_SLOWDOWN = 1.5;

/** How long the reads of a route take while no build is made. */
interface Usual {
  reads: number;
  meanMs: number;
}

/**
 * Measures how much longer the reads of this process take while builds are made than at other times, and tells those who
 * make them. The usual times are kept in the database, for processes that start while a build is made.
 */
export class ReadPace {
  readonly #database: Database;
  readonly #builds: Pick<Builds, "areMade">;
  readonly #id = randomUUID();
  readonly #usual: Map<string, Usual>;
  /** Routes that were read since their usual times were last kept, while no build was made. */
  readonly #learned = new Set<string>();
  /** Milliseconds that reads of about the last seconds took, and would usually have taken. */
  #taken = 0;
  #expected = 0;
  /** Reads since the slowdown was last told. */
  #reads = 0;
  /** Seconds that have begun since the last read whose usual time is known. */
  #secondsWithout = 0;
  readonly #telling = new Coalesced(() => this.#tell());
  readonly #keeping = new Coalesced(() => this.#keep());
  readonly #intervals: readonly NodeJS.Timeout[];

  private constructor(database: Database, builds: Pick<Builds, "areMade">, usual: Map<string, Usual>) {
    this.#database = database;
    this.#builds = builds;
    this.#usual = usual;
    const tell = () => {
      if (this.#secondsWithout++ >= REMEMBERED_SECONDS) this.#taken = this.#expected = 0;
      if (this.#reads > 0) this.#telling.request();
    };
    this.#intervals = [
      setInterval(tell, TELL_INTERVAL_MS),
      setInterval(() => this.#keeping.request(), KEEP_INTERVAL_MS),
    ];
  }

  /** Begins with the usual times that were kept. @throws DatabaseUnavailable */
  static async open(database: Database, builds: Pick<Builds, "areMade">): Promise<ReadPace> {
    const kept = await database.query<{ route: string; mean_ms: number }>(
      "select route, mean_ms from usual_read_times",
    );
    // Few reads change what was kept: the machine may be another one now.
    const usual = kept.map(({ route, mean_ms: meanMs }) => [route, { reads: MIN_READS, meanMs }] as const);
    return new ReadPace(database, builds, new Map(usual));
  }

  /** Takes note of a read, which took `milliseconds`. */
  observe(route: string, milliseconds: number): void {
    const usual = this.#usual.get(route) ?? { reads: 0, meanMs: 0 };
    const isKnown = usual.reads >= MIN_READS;
    const counted = isKnown ? Math.min(milliseconds, MAX_RATIO * usual.meanMs) : milliseconds;
    if (this.#builds.areMade()) {
      this.#reads++;
      if (!isKnown) return;
      this.#secondsWithout = 0;
      this.#taken += counted;
      this.#expected += usual.meanMs;
      return;
    }
    usual.reads++;
    usual.meanMs += (counted - usual.meanMs) / Math.min(usual.reads, MEAN_READS);
    this.#usual.set(route, usual);
    this.#learned.add(route);
  }

  /** Keeps the usual times, unless the database hangs. */
  async close(): Promise<void> {
    for (const interval of this.#intervals) clearInterval(interval);
    this.#keeping.request();
    const idle = Promise.all([this.#telling.idle(), this.#keeping.idle()]);
    await withTimeout(CLOSE_TIMEOUT_MS, idle, () => undefined);
  }

  async #tell(): Promise<void> {
    const slowdown = this.#expected > 0 ? this.#taken / this.#expected : ASSUMED_SLOWDOWN;
    // Few reads a second are judged together.
    this.#taken /= 2;
    this.#expected /= 2;
    this.#reads = 0;
    await this.#database.query({
      name: "read-pace",
      text: `with dead as (delete from read_pace where not (${isRecent("seen", "$3")}))
        insert into read_pace (process, slowdown, seen) values ($1, $2, clock_timestamp())
        on conflict (process) do update set slowdown = excluded.slowdown, seen = excluded.seen`,
      values: [this.#id, slowdown, RETENTION_MS],
    });
  }

  async #keep(): Promise<void> {
    const known = [...this.#usual].filter(([route, { reads }]) => reads >= MIN_READS && this.#learned.has(route));
    if (known.length === 0) return;
    this.#learned.clear();
    await this.#database.query({
      name: "keep-usual-read-times",
      text: `insert into usual_read_times (route, mean_ms)
        select * from unnest($1::text[], $2::float8[]) as kept (route, mean_ms) order by route
        on conflict (route) do update set mean_ms = excluded.mean_ms`,
      values: [known.map(([route]) => route), known.map(([, { meanMs }]) => meanMs)],
    });
  }
}

/**
 * How many times as long as usual the reads of a process take, of the process whose reads are slowed down most; undefined
 * while nobody reads.
 */
export async function readSlowdown(database: Pick<Database, "query">): Promise<number | undefined> {
  const [row] = await database.query<{ slowdown: number | null }>({
    name: "read-slowdown",
    text: `select max(slowdown) as slowdown from read_pace where ${isRecent("seen", "$1")}`,
    values: [TOLD_TIMEOUT_MS],
  });
  return row?.slowdown ?? undefined;
}
