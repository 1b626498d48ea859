import type { Database, Queryable } from "../database/port.ts";

/**
 * In release 0.1.0 the tables of all views lay beside each other, with the version in their names. This takes them over
 * into the schemas of their builds, with their rows and checkpoints, so that nothing is rebuilt. Any number of processes
 * may do so at a time: each step is a short transaction that looks again under a lock what is left to do.
 */
export async function takeOverViews(database: Database): Promise<void> {
  const found = await database.query<{ table: string }>({
    text: `select old as table from unnest($1::text[]) as old where to_regclass(old) is not null`,
    values: [BUILDS.map(({ tables: [[first]] }) => first)],
  });
  if (found.length === 0) return;
  let after: string | null = "";
  while (after !== null) after = await inStep(database, separateFacilities(after));
  for (const build of BUILDS) await inStep(database, moveTables(build));
}

interface Build {
  readonly schema: string;
  /** Each table's old and new name. */
  readonly tables: readonly [Renamed, ...Renamed[]];
}

type Renamed = readonly [from: string, to: string];

const BUILDS: readonly Build[] = [
  {
    schema: "catalogue_v1_1",
    tables: [
      ["catalogue_v1", "records"],
      ["catalogue_v1_facilities", "facilities"],
    ],
  },
  { schema: "facilities_v1_1", tables: [["facilities_v1", "facilities"]] },
  {
    schema: "stations_v1_1",
    tables: [
      ["stations_v1", "stations"],
      ["timeseries_v1", "time_series"],
    ],
  },
  {
    schema: "observations_v1_1",
    tables: [
      ["observations_v1", "days"],
      ["daily_means_v1", "daily_means"],
      ["period_means_v1", "period_means"],
      ["newest_v1", "newest"],
    ],
  },
  {
    schema: "uv_forecast_v1_1",
    tables: [
      ["uv_forecast_v1", "forecasts"],
      ["uv_forecast_v1_fields", "fields"],
    ],
  },
];

/** Advisory-lock key. */
const LOCK_KEY = 4_170_214_117;

function inStep<Result>(database: Database, step: (transaction: Queryable) => Promise<Result>): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.query({ text: "select pg_advisory_xact_lock($1)", values: [LOCK_KEY] });
    return step(transaction);
  });
}

async function exists(transaction: Queryable, table: string): Promise<boolean> {
  const rows = await transaction.query({
    // Reads a table, since `to_regclass` alone answers from a cache that may be older than the advisory lock.
    text: "select from pg_class where oid = to_regclass($1)",
    values: [table],
  });
  return rows.length > 0;
}

/** Limits of the records that one transaction rewrites. */
const MAX_RECORDS = 1_000;
const MAX_BYTES = 16 * 1024 ** 2;

/**
 * The document of a record had the registry's facility in it, and `facility_sent` what the provider had sent in that
 * place. Separates the two in the next records after the PID; a null in `facility_sent` marks what is done. The step's
 * result is the last PID, or null when nothing is left.
 */
function separateFacilities(after: string): (transaction: Queryable) => Promise<string | null> {
  return async (transaction) => {
    if (!(await exists(transaction, "catalogue_v1"))) return null;
    if (after === "") {
      await transaction.query(`alter table catalogue_v1 add column if not exists facility_document text;
        alter table catalogue_v1 alter column facility_document set storage external`);
    }
    const [row] = await transaction.query<{ last: string | null }>({
      text: `with candidate as materialized (
          select pid, octet_length(document) as bytes from catalogue_v1
          where facility_sent is not null and pid > $1 order by pid limit $2
        ), slice as materialized (
          select pid from (select pid, sum(bytes) over (order by pid) - bytes as before from candidate) as sized
          where before < $3
        ), separated as (
          update catalogue_v1 record set
            document = overlay(document placing facility_sent from facility_start + 1 for facility_length),
            facility_document = nullif(substring(document from facility_start + 1 for facility_length), facility_sent),
            facility_sent = null
          from slice where record.pid = slice.pid
          returning record.pid
        )
        select max(pid) as last from separated`,
      values: [after, MAX_RECORDS, MAX_BYTES],
    });
    return row?.last ?? null;
  };
}

/** Moves the tables of one view, and their partitions, into the schema of its build. */
function moveTables({ schema, tables }: Build): (transaction: Queryable) => Promise<void> {
  return async (transaction) => {
    const [[first]] = tables;
    if (!(await exists(transaction, first))) return;
    await transaction.query(`create schema ${schema}`);
    for (const [from, to] of tables) {
      const partitions = await transaction.query<{ partition: string }>({
        text: "select inhrelid::regclass::text as partition from pg_inherits where inhparent = $1::regclass",
        values: [from],
      });
      for (const { partition } of partitions) await move(partition, partition.replace(from, to));
      await move(from, to);
    }
    if (first === "catalogue_v1") {
      await transaction.query(
        `alter table ${schema}.records drop column facility_sent, drop column facility_start, drop column facility_length`,
      );
    }

    async function move(from: string, to: string): Promise<void> {
      await transaction.query(
        `alter table ${from} set schema ${schema}; alter table ${schema}.${from} rename to ${to}`,
      );
    }
  };
}
