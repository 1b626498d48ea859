import type { View } from "../../contracts/views/declaration.ts";
import type { Database, Queryable } from "../database/port.ts";
import type { Position } from "../event-store/port.ts";
import { VIEWS_CHANNEL, type ViewVersion } from "./schema.ts";

/** `building`: has not reached the head of the log yet; `live`: follows it; `stopped`: failed to apply an event. */
export type ViewState = "building" | "live" | "stopped";

/** Why a view stopped. The event is absent when it was not an event that stopped it. */
export interface StopReason {
  readonly reason: string;
  readonly event?: { readonly id: string; readonly stream: string; readonly revision: number; readonly type: string };
}

export interface RegisteredView extends ViewVersion {
  readonly position: Position;
  readonly state: ViewState;
  readonly error: StopReason | null;
  /** Seconds since it last moved. */
  readonly unmoved: number;
}

/** How far a view is. A writer locks and compares it before it writes rows, so that of two writers one fails. */
export interface Checkpoint {
  readonly position: Position;
  /** Number of the last change of a row. */
  readonly sequence: number;
  /** How far a change of many rows is applied; null between changes. */
  readonly cursor: string | null;
  /** The feed's own note on this position. */
  readonly bookmark: string | null;
}

/** Another writer has moved the view, so that nothing may be written from this checkpoint. */
export class CheckpointMoved extends Error {
  override readonly name = "CheckpointMoved";
}

/** Creates the view's tables and registers it at `start`, once, however many processes do so at a time. */
export async function createView(
  database: Database,
  { name, version, ddl }: Pick<View, "name" | "version" | "ddl">,
  start: Position,
): Promise<void> {
  const [found] = await database.query<{ found: boolean }>({
    text: "select exists (select 1 from views where name = $1 and version = $2) as found",
    values: [name, version],
  });
  if (found?.found) return;
  await database.transaction(async (transaction) => {
    const created = await transaction.query({
      text: `insert into views (name, version, position, state) values ($1, $2, $3, 'building')
        on conflict do nothing returning 1`,
      values: [name, version, start],
    });
    if (created.length > 0) await transaction.query(ddl);
  });
}

/** Every view of the registry, including old versions. */
export async function registeredViews(database: Queryable): Promise<RegisteredView[]> {
  return database.query<RegisteredView>(`
    select name, version, position, state, error,
      extract(epoch from clock_timestamp() - updated_at)::float8 as unmoved
    from views order by name, version`);
}

/** @throws Error when the view is not registered. */
export async function readCheckpoint(database: Queryable, { name, version }: ViewVersion): Promise<Checkpoint> {
  const [row] = await database.query<Checkpoint>({
    name: "view-checkpoint",
    text: "select position, sequence::float8 as sequence, slice as cursor, bookmark from views where name = $1 and version = $2",
    values: [name, version],
  });
  if (!row) throw new Error(`view ${name} version ${version} is not registered`);
  return row;
}

/** Locks the view for other writers until the transaction ends. @throws CheckpointMoved */
export async function lockCheckpoint(transaction: Queryable, view: ViewVersion, expected: Checkpoint): Promise<void> {
  const rows = await transaction.query({
    name: "view-lock",
    text: `select 1 from views
      where name = $1 and version = $2 and position = $3 and sequence = $4 and slice is not distinct from $5
      for update`,
    values: [view.name, view.version, expected.position, expected.sequence, expected.cursor],
  });
  if (rows.length === 0) throw moved(view);
}

/** Moves the view from one checkpoint to the next and notifies waits. @throws CheckpointMoved */
export async function moveCheckpoint(
  database: Queryable,
  view: ViewVersion,
  from: Checkpoint,
  to: Checkpoint,
): Promise<void> {
  const rows = await database.query({
    name: "view-move",
    text: `update views set position = $6, sequence = $7, slice = $8, bookmark = $9, updated_at = now()
      where name = $1 and version = $2 and position = $3 and sequence = $4 and slice is not distinct from $5
      returning pg_notify('${VIEWS_CHANNEL}', '')`,
    values: [
      ...[view.name, view.version, from.position, from.sequence, from.cursor],
      ...[to.position, to.sequence, to.cursor, to.bookmark],
    ],
  });
  if (rows.length === 0) throw moved(view);
}

/** Marks a view that has reached the head of the log. */
export async function markLive(database: Queryable, { name, version }: ViewVersion): Promise<void> {
  await database.query({
    text: `update views set state = 'live', built_at = coalesce(built_at, now()) where name = $1 and version = $2
      returning pg_notify('${VIEWS_CHANNEL}', '')`,
    values: [name, version],
  });
}

/** Marks a view that stands still until its projector starts again. */
export async function markStopped(
  database: Queryable,
  { name, version }: ViewVersion,
  error: StopReason,
): Promise<void> {
  await database.query({
    text: `update views set state = 'stopped', error = $3 where name = $1 and version = $2
      returning pg_notify('${VIEWS_CHANNEL}', '')`,
    values: [name, version, JSON.stringify(error)],
  });
}

/** Begins another attempt at a stopped view; returns the state that it had before. */
export async function resumeView(database: Queryable, { name, version }: ViewVersion): Promise<ViewState> {
  const [row] = await database.query<{ state: ViewState }>({
    text: `update views set state = case when built_at is null then 'building' else 'live' end, error = null
      where name = $1 and version = $2 returning state`,
    values: [name, version],
  });
  if (!row) throw new Error(`view ${name} version ${version} is not registered`);
  return row.state;
}

function moved(view: ViewVersion): CheckpointMoved {
  return new CheckpointMoved(`another writer has moved view ${view.name} version ${view.version}`);
}
