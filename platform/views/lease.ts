import { delay } from "../async/delay.ts";
import type { Database, Queryable } from "../database/port.ts";
import type { VersionKey } from "./schema.ts";

export interface LeaseOptions {
  /** UUID of the writer. After an outage of the database it gets its own lease back without waiting for its expiry. */
  readonly holder: string;
  /** Time until a lease expires that is not renewed: for so long a view stands still when its writer dies. */
  readonly durationMs?: number;
  /** Called after each attempt that finds the lease with another holder. */
  readonly onWaiting?: () => void;
}

const LEASE_DURATION_MS = 3_000;

/** Longer than any lease: one that ends later was taken before the database's clock was set back. */
const MAX_LEASE_MS = 300_000;

/**
 * Waits for the lease, then runs `work` while holding it. The work's signal aborts when the lease is lost or
 * `signal` aborts; a writer that does not notice in time is stopped by the comparison of checkpoints. Resolves when the
 * work ends, or when `signal` aborts while waiting.
 */
export async function withLease(
  database: Database,
  key: VersionKey,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  { holder, durationMs = LEASE_DURATION_MS, onWaiting }: LeaseOptions,
): Promise<void> {
  const take = () => takeLease(database, key, holder, durationMs);
  while (!(await take())) {
    onWaiting?.();
    await delay(durationMs / 6, signal);
    if (signal.aborted) return;
  }
  const lost = new AbortController();
  const renewing = keepLease(take, durationMs, lost);
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    lost.abort();
    await renewing;
    // When the database is unavailable the lease expires.
    await releaseLease(database, key, holder).catch(() => undefined);
  }
}

/** Ends every lease: a writer that is known to be the only one need not wait for the lease of a killed process. */
export async function endLeases(database: Database): Promise<void> {
  await database.query("delete from view_leases");
}

/** Takes or renews a lease. Expiry is by the database's clock, the only one that all writers share. */
export async function takeLease(
  database: Queryable,
  { name, version }: VersionKey,
  holder: string,
  durationMs: number,
): Promise<boolean> {
  const rows = await database.query({
    text: `insert into view_leases as lease (name, version, holder, expires)
      values ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
      on conflict (name, version) do update set holder = excluded.holder, expires = excluded.expires
      where lease.holder = excluded.holder or lease.expires < clock_timestamp()
        or lease.expires > clock_timestamp() + $5 * interval '1 ms'
      returning 1`,
    values: [name, version, holder, durationMs, MAX_LEASE_MS],
  });
  return rows.length > 0;
}

/** Renews the lease until `lost` aborts; aborts it when the lease has another holder or has expired. */
async function keepLease(take: () => Promise<boolean>, durationMs: number, lost: AbortController): Promise<void> {
  let taken = performance.now();
  while (!lost.signal.aborted) {
    await delay(durationMs / 3, lost.signal);
    if (lost.signal.aborted) return;
    const asked = performance.now();
    // While the database is unavailable the lease expires.
    const held = await take().catch(() => undefined);
    if (held) taken = asked;
    else if (held === false || asked - taken >= durationMs) return lost.abort();
  }
}

/** Ends a lease for the next writer. */
export async function releaseLease(database: Queryable, { name, version }: VersionKey, holder: string): Promise<void> {
  const text = "delete from view_leases where name = $1 and version = $2 and holder = $3";
  await database.query({ text, values: [name, version, holder] });
}
