import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/port.ts";
import type { ViewVersion } from "./schema.ts";

export interface LeaseOptions {
  /** UUID of the writer: one that comes again, after the database was away, need not wait for its own lease to end. */
  readonly holder: string;
  /** Milliseconds that a lease lasts unless renewed: so long a view stands still when its writer dies. */
  readonly lasting?: number;
  /** Called whenever the lease turns out to be somebody else's while this one waits for it. */
  readonly onWaiting?: () => void;
}

const LASTING = 3_000;

/**
 * Waits until nobody else writes the view, then runs `work` while that stays so. The work's signal aborts when the
 * lease is lost or `signal` aborts; a writer that does not notice in time is stopped by the comparison of checkpoints.
 * Resolves when the work ends, or when `signal` aborts while waiting.
 */
export async function withLease(
  database: Database,
  view: ViewVersion,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  { holder, lasting = LASTING, onWaiting }: LeaseOptions,
): Promise<void> {
  const lease = new Lease(database, view, holder, lasting);
  while (!(await lease.take())) {
    onWaiting?.();
    await sleep(lasting / 6, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
  const lost = new AbortController();
  const renewing = lease.keep(lost);
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    lost.abort();
    await renewing;
    await lease.release();
  }
}

/**
 * Ends every lease. For a writer that is alone on its database by other means, so that it need not wait for what a
 * killed one left.
 */
export async function endLeases(database: Database): Promise<void> {
  await database.query("delete from view_leases");
}

class Lease {
  readonly #database: Database;
  readonly #values: readonly [name: string, version: number, holder: string];
  readonly #lasting: number;

  constructor(database: Database, view: ViewVersion, holder: string, lasting: number) {
    this.#database = database;
    this.#values = [view.name, view.version, holder];
    this.#lasting = lasting;
  }

  /** Takes or renews. By the database's clock, the only one that all writers share. */
  async take(): Promise<boolean> {
    const rows = await this.#database.query({
      text: `insert into view_leases as lease (name, version, holder, expires)
        values ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
        on conflict (name, version) do update set holder = excluded.holder, expires = excluded.expires
        where lease.holder = excluded.holder or lease.expires < clock_timestamp()
        returning 1`,
      values: [...this.#values, this.#lasting],
    });
    return rows.length > 0;
  }

  /** Renews until `lost` aborts; aborts it when the lease is somebody else's or has run out. */
  async keep(lost: AbortController): Promise<void> {
    let taken = performance.now();
    while (!lost.signal.aborted) {
      await sleep(this.#lasting / 3, undefined, { signal: lost.signal }).catch(() => undefined);
      if (lost.signal.aborted) return;
      const asked = performance.now();
      // While the database can't be reached the lease runs out.
      const held = await this.take().catch(() => undefined);
      if (held) taken = asked;
      else if (held === false || asked - taken >= this.#lasting) return lost.abort();
    }
  }

  /** So that the next writer need not wait. One that could not be given back runs out. */
  async release(): Promise<void> {
    const text = "delete from view_leases where name = $1 and version = $2 and holder = $3";
    await this.#database.query({ text, values: this.#values }).catch(() => undefined);
  }
}
