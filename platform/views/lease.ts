import { delay } from "../async/delay.ts";
import type { Database } from "../database/port.ts";
import type { ViewVersion } from "./schema.ts";

export interface LeaseOptions {
  /** UUID of the writer. After an outage of the database it gets its own lease back without waiting for its expiry. */
  readonly holder: string;
  /** Time until a lease expires that is not renewed: for so long a view stands still when its writer dies. */
  readonly durationMs?: number;
  /** Called after each attempt that finds the lease with another holder. */
  readonly onWaiting?: () => void;
}

const LEASE_DURATION_MS = 3_000;

/**
 * Waits for the view's lease, then runs `work` while holding it. The work's signal aborts when the lease is lost or
 * `signal` aborts; a writer that does not notice in time is stopped by the comparison of checkpoints. Resolves when the
 * work ends, or when `signal` aborts while waiting.
 */
export async function withLease(
  database: Database,
  view: ViewVersion,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  { holder, durationMs = LEASE_DURATION_MS, onWaiting }: LeaseOptions,
): Promise<void> {
  const lease = new Lease(database, view, holder, durationMs);
  while (!(await lease.take())) {
    onWaiting?.();
    await delay(durationMs / 6, signal);
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

/** Ends every lease: a writer that is known to be the only one need not wait for the lease of a killed process. */
export async function endLeases(database: Database): Promise<void> {
  await database.query("delete from view_leases");
}

class Lease {
  readonly #database: Database;
  readonly #values: readonly [name: string, version: number, holder: string];
  readonly #durationMs: number;

  constructor(database: Database, view: ViewVersion, holder: string, durationMs: number) {
    this.#database = database;
    this.#values = [view.name, view.version, holder];
    this.#durationMs = durationMs;
  }

  /** Takes or renews the lease. Expiry is by the database's clock, the only one that all writers share. */
  async take(): Promise<boolean> {
    const rows = await this.#database.query({
      text: `insert into view_leases as lease (name, version, holder, expires)
        values ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
        on conflict (name, version) do update set holder = excluded.holder, expires = excluded.expires
        where lease.holder = excluded.holder or lease.expires < clock_timestamp()
        returning 1`,
      values: [...this.#values, this.#durationMs],
    });
    return rows.length > 0;
  }

  /** Renews until `lost` aborts; aborts it when the lease has another holder or has expired. */
  async keep(lost: AbortController): Promise<void> {
    let taken = performance.now();
    while (!lost.signal.aborted) {
      await delay(this.#durationMs / 3, lost.signal);
      if (lost.signal.aborted) return;
      const asked = performance.now();
      // While the database is unavailable the lease expires.
      const held = await this.take().catch(() => undefined);
      if (held) taken = asked;
      else if (held === false || asked - taken >= this.#durationMs) return lost.abort();
    }
  }

  /** Ends the lease for the next writer. When the database is unavailable it expires. */
  async release(): Promise<void> {
    const text = "delete from view_leases where name = $1 and version = $2 and holder = $3";
    await this.#database.query({ text, values: this.#values }).catch(() => undefined);
  }
}
