import type { Migration } from "../../database/migrations.ts";
import type { Database, Queryable } from "../../database/port.ts";
import { MAX_AHEAD_MS } from "../../database/recent.ts";
import type { Position } from "../../event-store/port.ts";
import { CheckpointMoved } from "../../views/registry.ts";
import { type BuildId, keyOf, VIEWS_CHANNEL } from "../../views/schema.ts";

/**
 * Checkpoints of indexes. `sequence`: every change up to it is in the index. `position`: everything up to it is
 * searchable; null until the index is complete. Marks record past values of `sequence` for two hours.
 */
export const INDEX_MIGRATIONS: readonly Migration[] = [
  {
    name: "search-indexes-1",
    sql: `
      create table search_indexes (
        name text not null,
        version int not null,
        index_name text not null,
        index_uuid text not null,
        source text not null,
        sequence bigint not null,
        position text,
        primary key (name, version)
      ) with (fillfactor = 50);
      create table search_index_marks (
        index_uuid text not null,
        sequence bigint not null,
        at timestamptz not null default clock_timestamp(),
        primary key (index_uuid, sequence)
      );`,
  },
];

export interface IndexCheckpoint {
  readonly indexName: string;
  readonly indexUuid: string;
  /** Identifies the table and the index definition. If it changes, a new index is needed. */
  readonly source: string;
  readonly sequence: number;
  readonly position: Position | null;
}

export async function readIndexCheckpoint(database: Queryable, build: BuildId): Promise<IndexCheckpoint | undefined> {
  const { name, version } = keyOf(build);
  const [row] = await database.query<IndexCheckpoint>({
    name: "search-index",
    text: `select index_name as "indexName", index_uuid as "indexUuid", source, sequence::float8 as sequence, position
      from search_indexes where name = $1 and version = $2`,
    values: [name, version],
  });
  return row;
}

export async function forgetIndexCheckpoint(database: Queryable, build: BuildId): Promise<void> {
  const { name, version } = keyOf(build);
  await database.query({ text: FORGET, values: [name, version] });
}

const FORGET = `with old as (delete from search_indexes where name = $1 and version = $2 returning index_uuid)
  delete from search_index_marks where index_uuid in (select index_uuid from old)`;

/**
 * Starts the checkpoint of a new index, which has every change up to a sequence permanently. A process that feeds the
 * old index fails at its next checkpoint.
 */
export async function replaceIndexCheckpoint(
  database: Database,
  build: BuildId,
  { indexName, indexUuid, source, sequence }: Omit<IndexCheckpoint, "position">,
): Promise<IndexCheckpoint> {
  const { name, version } = keyOf(build);
  await database.transaction(async (transaction) => {
    await forgetIndexCheckpoint(transaction, build);
    await transaction.query({
      text: "insert into search_indexes values ($1, $2, $3, $4, $5, $6, null)",
      values: [name, version, indexName, indexUuid, source, sequence],
    });
    await transaction.query({
      text: `insert into search_index_marks (index_uuid, sequence, at)
        values ($1, $2, clock_timestamp() - interval '1 h')`,
      values: [indexUuid, sequence],
    });
  });
  return { indexName, indexUuid, source, sequence, position: null };
}

/**
 * Advances the checkpoint. Notifies waiters when the position changes.
 * @throws CheckpointMoved when another process has changed it
 */
export async function moveIndexCheckpoint(
  database: Queryable,
  build: BuildId,
  from: IndexCheckpoint,
  to: IndexCheckpoint,
): Promise<void> {
  const { name, version } = keyOf(build);
  const rows = await database.query({
    name: "search-index-move",
    text: `update search_indexes set sequence = $5, position = $6
      where name = $1 and version = $2 and index_uuid = $3 and sequence = $4 and position is not distinct from $7
      returning case when position is distinct from $7 then pg_notify('${VIEWS_CHANNEL}', $8) end`,
    values: [name, version, from.indexUuid, from.sequence, to.sequence, to.position, from.position, build.name],
  });
  if (rows.length === 0) throw new CheckpointMoved(`another follower feeds the index of view ${build.name}`);
}

/** Records that the index has every change up to `sequence`. Deletes marks that are no longer needed. */
export async function markSent(database: Queryable, indexUuid: string, sequence: number): Promise<void> {
  await database.query({
    text: "insert into search_index_marks (index_uuid, sequence) values ($1, $2) on conflict do nothing",
    values: [indexUuid, sequence],
  });
  // A mark that lies ahead was made before the clock was set back: it would not count until the clock catches up.
  await database.query({
    text: `delete from search_index_marks where index_uuid = $1 and (
      at > clock_timestamp() + ${MAX_AHEAD_MS} * interval '1 ms'
      or at < clock_timestamp() - interval '2 h' and sequence < (select max(sequence) from search_index_marks
        where index_uuid = $1 and at < clock_timestamp() - interval '2 h'))`,
    values: [indexUuid],
  });
}

/** The last sequence recorded at least an hour ago; 0 if there is none. */
export async function sentAnHourAgo(database: Queryable, indexUuid: string): Promise<number> {
  const [row] = await database.query<{ sequence: number }>({
    text: `select coalesce(max(sequence), 0)::float8 as sequence from search_index_marks
      where index_uuid = $1 and at < clock_timestamp() - interval '1 h'`,
    values: [indexUuid],
  });
  return row?.sequence ?? 0;
}
