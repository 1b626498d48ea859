import type { Logger } from "pino";
import { retry } from "../async/retry.ts";
import type { Database, Queryable } from "../database/port.ts";
import { codeOf } from "../errors.ts";
import { StartFailure } from "../start-failure.ts";
import { releaseLease, takeLease } from "./lease.ts";

/**
 * In release 0.1.0 the tables of all views lay beside each other, with the version in their names. This takes them over
 * into the schemas of their builds, with their rows and checkpoints, so that only views of a newer version are built. Any
 * number of processes may do so at a time: each step is a short transaction that looks again under a lock what is left to do.
 * @throws StartFailure while other sessions use the tables
 */
export async function takeOverViews(database: Database, log: Logger): Promise<void> {
  if ((await remainingBuilds(database)).length === 0) return;
  log.info("taking over the views of release 0.1.0");
  await inStep(database, prepareRecords);
  await separateRecords(database, log);
  const moved = await inStep(database, moveTables);
  for (const table of moved ?? []) {
    await database.query(`analyze ${table}`).catch((err) => log.warn({ err, table }, "a table could not be analyzed"));
  }
  log.info("the views of release 0.1.0 are taken over");
}

interface Build {
  readonly view: string;
  /** Each table's old and new name. */
  readonly tables: readonly [Renamed, ...Renamed[]];
}

type Renamed = readonly [from: string, to: string];

const CATALOGUE: Build = {
  view: "catalogue",
  tables: [
    ["catalogue_v1", "records"],
    ["catalogue_v1_facilities", "facilities"],
  ],
};

const BUILDS: readonly Build[] = [
  CATALOGUE,
  { view: "facilities", tables: [["facilities_v1", "facilities"]] },
  {
    view: "stations",
    tables: [
      ["stations_v1", "stations"],
      ["timeseries_v1", "time_series"],
    ],
  },
  {
    view: "observations",
    tables: [
      ["observations_v1", "days"],
      ["daily_means_v1", "daily_means"],
      ["period_means_v1", "period_means"],
      ["newest_v1", "newest"],
    ],
  },
  {
    view: "uv_forecast",
    tables: [
      ["uv_forecast_v1", "forecasts"],
      ["uv_forecast_v1_fields", "fields"],
    ],
  },
];

/** The builds whose tables are not moved yet. */
async function remainingBuilds(database: Queryable): Promise<readonly Build[]> {
  const rows = await database.query<{ old: string }>({
    // Reads a table, since `to_regclass` alone answers from a cache that may be older than the advisory lock.
    text: `select old from unnest($1::text[]) as old
      where exists (select from pg_class where oid = to_regclass(old))`,
    values: [BUILDS.map(({ tables: [[first]] }) => first)],
  });
  const found = new Set(rows.map(({ old }) => old));
  return BUILDS.filter(({ tables: [[first]] }) => found.has(first));
}

/** Advisory-lock key. */
const LOCK_KEY = 4_170_214_117;
/** Holds the leases of the views between the steps: the same in every process that takes them over. */
const LEASE_HOLDER = "d6f0c9a4-3c1e-4b52-8f0a-0d7c51b8e2f3";
const LEASE_DURATION_MS = 10_000;
/** Longer than PostgreSQL takes to cancel an autovacuum that holds a lock. */
const LOCK_TIMEOUT_MS = 2_000;
/** Longer than the lease of a killed process lasts. */
const RETRY_TIMEOUT_MS = 5_000;
/** Timeout of a lock, deadlock. */
const LOCK_CODES: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/**
 * Runs a step unless all tables are moved; undefined then. The leases keep processes of release 0.1.0 from writing until
 * the next step.
 */
function inStep<Result>(
  database: Database,
  step: (transaction: Queryable, remaining: readonly Build[]) => Promise<Result>,
): Promise<Result | undefined> {
  const attempt = async () => {
    try {
      return await database.transaction(async (transaction) => {
        await transaction.query({ text: "select pg_advisory_xact_lock($1)", values: [LOCK_KEY] });
        const remaining = await remainingBuilds(transaction);
        if (remaining.length === 0) return undefined;
        await transaction.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await takeLeases(transaction, remaining);
        return step(transaction, remaining);
      });
    } catch (error) {
      if (!LOCK_CODES.has(codeOf(error))) throw error;
      throw new StartFailure(
        "The tables of release 0.1.0 can't be taken over, since another session uses them: stop every process of that " +
          "release, wait for the end of backups, and start again.",
        { cause: error },
      );
    }
  };
  const isTransient = (error: unknown) => error instanceof StartFailure;
  return retry(attempt, { firstMs: 250, maxMs: 1_000, timeoutMs: RETRY_TIMEOUT_MS, isTransient });
}

async function takeLeases(transaction: Queryable, builds: readonly Build[]): Promise<void> {
  for (const { view } of builds) {
    if (await takeLease(transaction, { name: view, version: 1 }, LEASE_HOLDER, LEASE_DURATION_MS)) continue;
    throw new StartFailure(
      `The views of release 0.1.0 can't be taken over, since a process of that release still writes ${view}: stop ` +
        "every process of that release, and start again.",
    );
  }
}

/** `separated_seq` is the number of the record's last change when it was separated. */
async function prepareRecords(transaction: Queryable, remaining: readonly Build[]): Promise<void> {
  if (!remaining.includes(CATALOGUE)) return;
  await transaction.query(`
    alter table catalogue_v1 add column if not exists facility_document text,
      add column if not exists separated_seq bigint;
    alter table catalogue_v1 alter column facility_document set storage external`);
}

const LOG_INTERVAL_MS = 10_000;

async function separateRecords(database: Database, log: Logger): Promise<void> {
  let records = 0;
  let logged = performance.now();
  for (let after: string | null = ""; after !== null; ) {
    const pid: string = after;
    const slice = await inStep(database, async (transaction, remaining) =>
      remaining.includes(CATALOGUE) ? separateNext(transaction, pid) : undefined,
    );
    after = slice?.last ?? null;
    records += slice?.count ?? 0;
    if (performance.now() - logged < LOG_INTERVAL_MS) continue;
    logged = performance.now();
    log.info({ records }, "separating records from their facilities");
  }
}

/** Limits of the records that one statement rewrites. */
const MAX_RECORDS = 1_000;
const MAX_BYTES = 16 * 1024 ** 2;

interface Slice {
  readonly count: number;
  /** The last PID; null when nothing is left. */
  readonly last: string | null;
}

/**
 * The document of a record had the registry's facility in it, and `facility_sent` what the provider had sent in that
 * place. Separates the two in the next records after the PID. What a process of release 0.1.0 has changed since then is
 * separated again, so the columns that it uses stay right.
 */
async function separateNext(transaction: Queryable, after: string): Promise<Slice> {
  const [slice] = await transaction.query<Slice>({
    text: `with candidate as materialized (
        select pid, octet_length(document) as bytes from catalogue_v1
        where separated_seq is distinct from change_seq and pid > $1
          and (facility_sent is not null or (facility is null and facility_document is not null))
        order by pid limit $2
      ), slice as materialized (
        select pid from (select pid, sum(bytes) over (order by pid) - bytes as before from candidate) as sized
        where before < $3
      ), separated as (
        update catalogue_v1 record set
          document = coalesce(overlay(document placing facility_sent from facility_start + 1 for facility_length), document),
          facility_document = nullif(substring(document from facility_start + 1 for facility_length), facility_sent),
          facility_length = char_length(facility_sent),
          separated_seq = change_seq
        from slice where record.pid = slice.pid
        returning record.pid
      )
      select count(*)::int as count, max(pid) as last from separated`,
    values: [after, MAX_RECORDS, MAX_BYTES],
  });
  if (!slice) throw new Error("an aggregate has one row");
  return slice;
}

/** Moves the tables of the views, and their partitions, into the schemas of their builds. Returns their new names. */
async function moveTables(transaction: Queryable, remaining: readonly Build[]): Promise<readonly string[]> {
  if (remaining.includes(CATALOGUE)) await finishRecords(transaction);
  const moved: string[] = [];
  for (const { view, tables } of remaining) {
    const schema = `${view}_v1_1`;
    const move = (from: string, to: string) =>
      transaction.query(`alter table ${from} set schema ${schema}; alter table ${schema}.${from} rename to ${to}`);
    await transaction.query(`create schema ${schema}`);
    for (const [from, to] of tables) {
      const partitions = await transaction.query<{ partition: string }>({
        text: "select inhrelid::regclass::text as partition from pg_inherits where inhparent = $1::regclass",
        values: [from],
      });
      for (const { partition } of partitions) await move(partition, partition.replace(from, to));
      await move(from, to);
      moved.push(`${schema}.${to}`);
    }
    await releaseLease(transaction, { name: view, version: 1 }, LEASE_HOLDER);
  }
  return moved;
}

/** Separates the records that were changed after their step, and drops the columns of release 0.1.0. */
async function finishRecords(transaction: Queryable): Promise<void> {
  await transaction.query("lock table catalogue_v1 in access exclusive mode");
  for (let after: string | null = ""; after !== null; ) ({ last: after } = await separateNext(transaction, after));
  await transaction.query(`
    alter table catalogue_v1 drop column facility_sent, drop column facility_start, drop column facility_length,
      drop column separated_seq`);
}
