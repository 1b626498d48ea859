import { LIMITS } from "../../../platform/admission/limits.ts";
import { Turns } from "../../../platform/admission/turns.ts";
import type { Database, Queryable } from "../../../platform/database/port.ts";
import type { Contended } from "./command-handler.ts";

export type NameKind = "station" | "timeseries";

export interface Reservation {
  readonly name: string;
  readonly id: number;
  /** The station of a series. */
  readonly parent?: number | undefined;
  /** The id that has the name and gives it up. */
  readonly insteadOf?: number | undefined;
}

/** Who asks for the lock of the names. */
export interface NamesTurn {
  readonly sender: string;
  readonly signal?: AbortSignal;
}

/**
 * The names of stations and of series (their station, component and step), and the ids that go with them. A name is reserved
 * before the event is in the log. After a crash it may belong to a resource that does not exist, or that has another name by
 * now: the log decides.
 */
export interface UniqueNames {
  /**
   * Runs the work under a lock that all processes share. Senders take turns. Answers `contended`, without running it, when
   * the turn does not come in time or the signal aborts first.
   */
  exclusively<Result>(turn: NamesTurn, work: () => Promise<Result>): Promise<Result | Contended>;
  find(kind: NameKind, names: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Ids that were never used. */
  next(kind: NameKind, count: number): Promise<number[]>;
  /** False when another process has changed one of the names meanwhile; some may be reserved then. */
  reserve(kind: NameKind, reservations: readonly Reservation[]): Promise<boolean>;
  /** Frees the names of the id, except one. */
  release(kind: NameKind, id: number, except?: string): Promise<void>;
  /** Ids of series that have, or had, this station. */
  seriesOf(station: number): Promise<number[]>;
}

/** Advisory-lock key. */
const LOCK_KEY = 2_911_560_037;

const sequences: Readonly<Record<NameKind, string>> = { station: "station_ids", timeseries: "timeseries_ids" };

/** The greatest id that each sequence has given, by the sequences' names; 0 before the first. */
export async function lastIds(database: Database): Promise<ReadonlyMap<string, number>> {
  const text =
    "select sequencename as name, coalesce(last_value, 0)::int as last from pg_sequences where sequencename = any($1)";
  const values = [Object.values(sequences).sort()];
  const rows = await database.query<{ name: string; last: number }>({ text, values });
  return new Map(rows.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, last }) => [name, last]));
}

export const isSequence = (name: string): boolean => Object.values(sequences).includes(name);

/** Makes the sequence give only ids greater than this. */
export async function raiseLastId(database: Database, sequence: string, id: number): Promise<void> {
  const text = `select setval(sequencename::regclass, $2::bigint) from pg_sequences
    where sequencename = $1::name and $2::bigint > coalesce(last_value, 0)`;
  await database.query({ text, values: [sequence, id] });
}

/** The name that an id has by the log; undefined when the resource was deleted. */
export interface NameInLog {
  readonly id: number;
  readonly name: string | undefined;
  readonly parent: number | undefined;
}

/**
 * Restores the names of these ids from the log; of a repeated name the last holder counts. Makes the sequence give greater
 * ids only.
 */
export async function restoreNames(database: Database, kind: NameKind, names: readonly NameInLog[]): Promise<void> {
  if (names.length === 0) return;
  const named = [...new Map(names.filter(({ name }) => name !== undefined).map((each) => [each.name, each])).values()];
  await database.transaction(async (transaction) => {
    const ids = names.map(({ id }) => id);
    await transaction.query({
      text: "delete from measurement_keys where kind = $1 and id = any($2::int[])",
      values: [kind, ids],
    });
    await transaction.query({
      text: `insert into measurement_keys (kind, key, id, parent)
        select $1, given.* from unnest($2::text[], $3::int[], $4::int[]) as given
        on conflict (kind, key) do update set id = excluded.id, parent = excluded.parent`,
      values: [
        kind,
        named.map(({ name }) => name),
        named.map(({ id }) => id),
        named.map(({ parent }) => parent ?? null),
      ],
    });
  });
  await raiseLastId(database, sequences[kind], Math.max(...names.map(({ id }) => id)));
}

/** The lock is free again when its process has shown no sign of life for `lostAfterMs`, as after a cut of the network. */
export function createUniqueNames(database: Database, lostAfterMs = 60_000): UniqueNames {
  // Only one call of a process waits for the lock at a time: more could take every connection of the pool, and the holder of
  // the lock needs some.
  const turns = new Turns(LIMITS.namedWrites);
  return {
    exclusively: async ({ sender, signal }, work) => {
      using permit = await turns.acquire(sender, signal);
      if (!permit) return { outcome: "contended" };
      return await database.transaction(async (transaction) => {
        // The transaction writes nothing, so it may be long: no reader of the log waits for it.
        const text = `select pg_advisory_xact_lock($1), set_config('idle_in_transaction_session_timeout', $2, true)`;
        await transaction.query({ text, values: [LOCK_KEY, String(lostAfterMs)] });
        return givingSigns(transaction, lostAfterMs / 20, work);
      });
    },
    find: async (kind, names) => {
      const text = "select key, id from measurement_keys where kind = $1 and key = any($2::text[])";
      const rows = await database.query<{ key: string; id: number }>({ text, values: [kind, names] });
      return new Map(rows.map(({ key, id }) => [key, id]));
    },
    next: async (kind, count) => {
      if (count === 0) return [];
      const text = "select nextval($1::regclass)::int as id from generate_series(1, $2::int) order by 1";
      const rows = await database.query<{ id: number }>({ text, values: [sequences[kind], count] });
      return rows.map(({ id }) => id);
    },
    reserve: async (kind, reservations) => {
      const rows = await database.query({
        text: `insert into measurement_keys as standing (kind, key, id, parent)
          select $1, given.key, given.id, given.parent
          from unnest($2::text[], $3::int[], $4::int[]) as given (key, id, parent)
          on conflict (kind, key) do update set id = excluded.id, parent = excluded.parent
          where standing.id = excluded.id
            or (standing.key, standing.id) in (select * from unnest($2::text[], $5::int[]))
          returning 1`,
        values: [
          kind,
          reservations.map(({ name }) => name),
          reservations.map(({ id }) => id),
          reservations.map(({ parent }) => parent ?? null),
          reservations.map(({ insteadOf }) => insteadOf ?? null),
        ],
      });
      return rows.length === reservations.length;
    },
    release: async (kind, id, except) => {
      const text = "delete from measurement_keys where kind = $1 and id = $2 and key is distinct from $3";
      await database.query({ text, values: [kind, id, except ?? null] });
    },
    seriesOf: async (station) => {
      const text = "select id from measurement_keys where kind = 'timeseries' and parent = $1";
      const rows = await database.query<{ id: number }>({ text, values: [station] });
      return rows.map(({ id }) => id);
    },
  };
}

/** Runs the work, which does not use the transaction, and sends heartbeats in the transaction meanwhile. */
async function givingSigns<Result>(
  transaction: Queryable,
  intervalMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let sign: Promise<unknown> | undefined;
  const signs = setInterval(() => {
    // When a heartbeat fails, the end of the transaction does too.
    sign ??= transaction
      .query("select 1")
      .catch(() => undefined)
      .finally(() => {
        sign = undefined;
      });
  }, intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(signs);
    await sign;
  }
}
