import { randomUUID } from "node:crypto";
import { Coalesced } from "../async/coalesced.ts";
import type { Database } from "../database/port.ts";
import type { Builds } from "./builds.ts";

const TELL_INTERVAL_MS = 1_000;
/** Time after which what a process told no longer counts. */
const TOLD_TIMEOUT_MS = 3_000;
/** Time after which the row of a dead process is removed. */
const RETENTION_MS = 60_000;
/** Reads of a route by which its usual time is known. */
const MIN_READS = 20;
/** Reads of a route over which its usual time is a mean. */
const MEAN_READS = 1_000;
/** A read counts as this many times the usual time at most: one may be of another kind, or its client slow. */
const MAX_RATIO = 10;

/** How long the reads of a route take while no build is made. */
interface Usual {
  reads: number;
  meanMs: number;
}

/**
 * Measures how much longer the reads of this process take while builds are made than at other times, and tells those who
 * make them.
 */
export class ReadPace {
  readonly #database: Database;
  readonly #builds: Pick<Builds, "areMade">;
  readonly #id = randomUUID();
  readonly #usual = new Map<string, Usual>();
  /** Milliseconds that reads of about the last second took, and would usually have taken. */
  #taken = 0;
  #expected = 0;
  #reads = 0;
  readonly #telling = new Coalesced(() => this.#tell());
  readonly #interval: NodeJS.Timeout;

  constructor(database: Database, builds: Pick<Builds, "areMade">) {
    this.#database = database;
    this.#builds = builds;
    this.#interval = setInterval(() => {
      if (this.#reads > 0) this.#telling.request();
      else this.#taken = this.#expected = 0;
    }, TELL_INTERVAL_MS);
  }

  /** Takes note of a read, which took `milliseconds`. */
  observe(route: string, milliseconds: number): void {
    const usual = this.#usual.get(route) ?? { reads: 0, meanMs: 0 };
    if (usual.reads === 0) this.#usual.set(route, usual);
    const isKnown = usual.reads >= MIN_READS;
    const counted = isKnown ? Math.min(milliseconds, MAX_RATIO * usual.meanMs) : milliseconds;
    if (isKnown && this.#builds.areMade()) {
      this.#taken += counted;
      this.#expected += usual.meanMs;
      this.#reads++;
      return;
    }
    usual.reads++;
    usual.meanMs += (counted - usual.meanMs) / Math.min(usual.reads, MEAN_READS);
  }

  async close(): Promise<void> {
    clearInterval(this.#interval);
    await this.#telling.idle();
  }

  async #tell(): Promise<void> {
    const slowdown = this.#taken / this.#expected;
    // Few reads a second are judged together.
    this.#taken /= 2;
    this.#expected /= 2;
    this.#reads = 0;
    await this.#database.query({
      name: "read-pace",
      text: `with dead as (delete from read_pace where seen < clock_timestamp() - $3 * interval '1 ms')
        insert into read_pace (process, slowdown, seen) values ($1, $2, clock_timestamp())
        on conflict (process) do update set slowdown = excluded.slowdown, seen = excluded.seen`,
      values: [this.#id, slowdown, RETENTION_MS],
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
    text: "select max(slowdown) as slowdown from read_pace where seen > clock_timestamp() - $1 * interval '1 ms'",
    values: [TOLD_TIMEOUT_MS],
  });
  return row?.slowdown ?? undefined;
}
