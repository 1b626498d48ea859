import type { View } from "../../contracts/views/declaration.ts";
import type { Database, Queryable } from "../database/port.ts";
import { isRecent, MAX_AHEAD_MS } from "../database/recent.ts";
import { comparePositions, type Position } from "../event-store/port.ts";
import { withdrawPublication } from "./publication.ts";
import { BUILDS_CHANNEL, type BuildId, READER_TIMEOUT_MS, VIEWS_CHANNEL } from "./schema.ts";

/** `building`: not complete yet; `live`: complete, and follows the log; `stopped`: failed to apply an event. */
export type BuildState = "building" | "live" | "stopped";

/** Why a build stopped. The event is absent when it was not an event that stopped it. */
export interface StopReason {
  readonly reason: string;
  /** Set when a later release has written the event: that release, or a later one, goes on. */
  readonly code?: "needs-newer-code";
  readonly event?: { readonly id: string; readonly stream: string; readonly revision: number; readonly type: string };
}

export interface RegisteredBuild extends BuildId {
  readonly position: Position;
  readonly state: BuildState;
  /** Whether it was complete once: it may be served, also when it is stopped. */
  readonly complete: boolean;
  readonly error: StopReason | null;
  /** Live processes that read it. */
  readonly readers: number;
  /** Seconds since a process first read it; null when none ever did. */
  readonly served: number | null;
  /** Seconds since a process last read it or it last moved. */
  readonly unused: number;
  /** Seconds since it last moved. */
  readonly unmoved: number;
}

/** How far a build is. A writer locks and compares it before it writes rows, so that of two writers one fails. */
export interface Checkpoint {
  readonly position: Position;
  /** Number of the last change of a row. */
  readonly sequence: number;
  /** How far a change of many rows is applied; null between changes. */
  readonly cursor: string | null;
  /** The feed's own note on this position. */
  readonly bookmark: string | null;
}

/** Another writer has moved the build, so that nothing may be written from this checkpoint. */
export class CheckpointMoved extends Error {
  override readonly name = "CheckpointMoved";
}

/** The build is not registered: it was never made, or was dropped. */
export class BuildGone extends Error {
  override readonly name = "BuildGone";
}

/** Creates the build's tables and registers it at `start`, once, however many processes do so at a time. */
export async function createBuild(
  database: Database,
  { ddl, ...build }: BuildId & Pick<View, "ddl">,
  start: Position,
): Promise<void> {
  if (await isRegistered(database, build)) return;
  await database.transaction((transaction) => register(transaction, { ddl, ...build }, start));
}

export async function isRegistered(database: Queryable, build: BuildId): Promise<boolean> {
  const rows = await database.query({ text: `select 1 from view_builds where ${IS_BUILD}`, values: idOf(build) });
  return rows.length > 0;
}

/** Of a build in `view_builds build`. */
export const IS_UNREAD = `not exists (select from view_readers reader
  where reader.name = build.name and reader.version = build.version and reader.generation = build.generation
    and ${isRecent("seen", READER_TIMEOUT_MS)})`;

/**
 * Takes the builds that meet a condition on `view_builds build` out of the registry, so that no process feeds or serves them.
 * @returns whether there was one
 */
export async function unregister(
  database: Queryable,
  condition: string,
  values: readonly (string | number)[],
): Promise<boolean> {
  const removed = await database.query({
    text: `with removed as (delete from view_builds build where ${condition} returning name, version, generation),
        noted as (
          insert into dropped_builds as dropped
          select name, version, max(generation) from removed group by name, version
          on conflict (name, version) do update set generation = greatest(dropped.generation, excluded.generation))
      select pg_notify('${BUILDS_CHANNEL}', '') from removed`,
    values,
  });
  return removed.length > 0;
}

/**
 * The numbers of the next builds of views. None is given twice: tags of answers name the build, and the same numbers of
 * changes come again in another one.
 */
export async function nextGenerations(database: Queryable): Promise<(view: Pick<View, "name" | "version">) => number> {
  const rows = await database.query<BuildId>({
    name: "last-generations",
    text: `select name, version, max(generation) as generation from (
        select name, version, generation from view_builds union all select name, version, generation from dropped_builds
      ) as given group by name, version`,
  });
  return ({ name, version }) => {
    const last = rows.find((row) => row.name === name && row.version === version);
    return (last?.generation ?? 0) + 1;
  };
}

/**
 * Takes all builds of a view that lie beyond the head of the log out of the registry, so that nothing is served from them, and
 * creates a new one where none of the version of `build` is left. Their tables go with what is left of interrupted drops.
 * @throws BuildGone
 */
export async function replaceBuild(
  database: Database,
  build: Pick<View, "name" | "version" | "generation" | "build">,
  start: Position,
  head: Position,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const builds = await transaction.query<BuildId & { readonly position: Position }>({
      text: `select name, version, generation, position from view_builds where name = $1
        order by version, generation for update`,
      values: [build.name],
    });
    const own = builds.filter(({ version }) => version === build.version);
    if (!own.some(({ generation }) => generation === build.generation)) throw gone(build);
    const isBeyond = ({ position }: { readonly position: Position }) => comparePositions(position, head) > 0;
    for (const each of builds.filter(isBeyond)) await unregister(transaction, IS_BUILD, idOf(each));
    await withdrawPublication(transaction, build.name, head);
    if (!own.every(isBeyond)) return;
    const next = await nextGenerations(transaction);
    await register(transaction, build.build(next(build)), start);
  });
}

/** Unless another process has done so. */
async function register(
  transaction: Queryable,
  { ddl, ...build }: BuildId & Pick<View, "ddl">,
  start: Position,
): Promise<void> {
  const created = await transaction.query({
    text: `insert into view_builds (name, version, generation, position, state)
      values ($1, $2, $3, $4, 'building') on conflict do nothing returning 1`,
    values: [...idOf(build), start],
  });
  if (created.length > 0) await transaction.query(ddl);
}

/** Number of a build that is made to be compared with another one: nobody feeds or reads it. */
export const SCRATCH = 0;

/** Every build of the registry but scratch ones, oldest version first. */
export async function registeredBuilds(database: Queryable): Promise<RegisteredBuild[]> {
  return database.query<RegisteredBuild>({
    name: "builds",
    text: `select name, version, generation, position, state, built_at is not null as complete, error,
        (select count(*)::int from view_readers reader
          where reader.name = build.name and reader.version = build.version
            and reader.generation = build.generation and ${isRecent("seen", "$1")}) as readers,
        extract(epoch from clock_timestamp() - served_at)::float8 as served,
        extract(epoch from clock_timestamp() - greatest(read_at, updated_at))::float8 as unused,
        extract(epoch from clock_timestamp() - updated_at)::float8 as unmoved
      from view_builds build where generation <> ${SCRATCH} order by name, version, generation`,
    values: [READER_TIMEOUT_MS],
  });
}

/** @throws BuildGone */
export async function readCheckpoint(database: Queryable, build: BuildId): Promise<Checkpoint> {
  const [row] = await database.query<Checkpoint>({
    name: "build-checkpoint",
    text: `select position, sequence::float8 as sequence, slice as cursor, bookmark from view_builds where ${IS_BUILD}`,
    values: idOf(build),
  });
  if (!row) throw gone(build);
  return row;
}

/** Holds the build where it is until the transaction ends. @throws BuildGone */
export async function lockBuild(transaction: Queryable, build: BuildId): Promise<void> {
  const rows = await transaction.query({
    text: `select 1 from view_builds where ${IS_BUILD} for update`,
    values: idOf(build),
  });
  if (rows.length === 0) throw gone(build);
}

/** Locks the build for other writers until the transaction ends. @throws CheckpointMoved */
export async function lockCheckpoint(transaction: Queryable, build: BuildId, expected: Checkpoint): Promise<void> {
  const rows = await transaction.query({
    name: "build-lock",
    text: `select 1 from view_builds where ${IS_BUILD} and ${IS_AT} for update`,
    values: [...idOf(build), expected.position, expected.sequence, expected.cursor],
  });
  if (rows.length === 0) throw moved(build);
}

/** Moves the build from one checkpoint to the next, publishes that and notifies waits. @throws CheckpointMoved */
export async function moveCheckpoint(
  database: Queryable,
  build: BuildId,
  from: Checkpoint,
  to: Checkpoint,
): Promise<void> {
  const rows = await database.query({
    name: "build-move",
    text: `update view_builds set position = $7, sequence = $8, slice = $9, bookmark = $10, updated_at = now()
      where ${IS_BUILD} and ${IS_AT} returning pg_notify('${VIEWS_CHANNEL}', $1), publish($1, $7)`,
    values: [
      ...idOf(build),
      ...[from.position, from.sequence, from.cursor],
      ...[to.position, to.sequence, to.cursor, to.bookmark],
    ],
  });
  if (rows.length === 0) throw moved(build);
}

/** Notes that the build is still made, though it stands still: its index is not as far. @throws BuildGone */
export async function touchBuild(database: Queryable, build: BuildId): Promise<void> {
  const rows = await database.query({
    text: `update view_builds set updated_at = now() where ${IS_BUILD} returning 1`,
    values: idOf(build),
  });
  if (rows.length === 0) throw gone(build);
}

/**
 * Marks the build complete, unless another complete build of the view is ahead of it: no reader must go back in time.
 * @returns whether it is complete
 * @throws BuildGone
 */
export async function completeBuild(database: Database, build: BuildId): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const rows = await transaction.query<BuildId & { readonly position: Position; readonly complete: boolean }>({
      text: `select name, version, generation, position, built_at is not null as complete
        from view_builds where name = $1 order by version, generation for update`,
      values: [build.name],
    });
    const own = rows.find((each) => each.version === build.version && each.generation === build.generation);
    if (!own) throw gone(build);
    if (rows.some(({ complete, position }) => complete && comparePositions(position, own.position) > 0)) return false;
    await transaction.query({
      text: `update view_builds set state = 'live', built_at = coalesce(built_at, now()) where ${IS_BUILD}
        returning pg_notify('${BUILDS_CHANNEL}', ''), pg_notify('${VIEWS_CHANNEL}', $1)`,
      values: idOf(build),
    });
    return true;
  });
}

/** Notes which builds are read now. Times that are ahead, since the clock was set back, become now. */
export async function noteReadBuilds(database: Queryable): Promise<void> {
  await database.query({
    // `least` ignores nulls: it would set times that were never noted.
    text: `update view_builds set updated_at = least(updated_at, now()),
        read_at = case when read_at is not null then least(read_at, now()) end,
        served_at = case when served_at is not null then least(served_at, now()) end
      where greatest(read_at, served_at, updated_at) > now() + $1 * interval '1 ms'`,
    values: [MAX_AHEAD_MS],
  });
  await database.query({
    text: `update view_builds build set read_at = now(), served_at = coalesce(served_at, now()) where exists (
      select from view_readers reader
      where reader.name = build.name and reader.version = build.version
        and reader.generation = build.generation and ${isRecent("seen", "$1")})`,
    values: [READER_TIMEOUT_MS],
  });
}

/** Marks a build that stands still until a projector gets past what stopped it. @throws BuildGone */
export async function markStopped(database: Queryable, build: BuildId, error: StopReason): Promise<void> {
  const rows = await database.query({
    text: `update view_builds set state = 'stopped', error = $4 where ${IS_BUILD}
      returning pg_notify('${BUILDS_CHANNEL}', ''), pg_notify('${VIEWS_CHANNEL}', $1)`,
    values: [...idOf(build), JSON.stringify(error)],
  });
  if (rows.length === 0) throw gone(build);
}

/** Whether the build stands still, and whether it was complete once. @throws BuildGone */
export async function readState(
  database: Queryable,
  build: BuildId,
): Promise<Pick<RegisteredBuild, "state" | "complete">> {
  const [row] = await database.query<Pick<RegisteredBuild, "state" | "complete">>({
    text: `select state, built_at is not null as complete from view_builds where ${IS_BUILD}`,
    values: idOf(build),
  });
  if (!row) throw gone(build);
  return row;
}

/** Notes that a stopped build goes on; returns the state that it had before it stopped. @throws BuildGone */
export async function resumeBuild(database: Queryable, build: BuildId): Promise<BuildState> {
  const [row] = await database.query<{ state: BuildState }>({
    text: `update view_builds set state = case when built_at is null then 'building' else 'live' end, error = null
      where ${IS_BUILD} returning state, pg_notify('${BUILDS_CHANNEL}', '')`,
    values: idOf(build),
  });
  if (!row) throw gone(build);
  return row.state;
}

const IS_BUILD = "name = $1 and version = $2 and generation = $3";
const IS_AT = "position = $4 and sequence = $5 and slice is not distinct from $6";

const idOf = ({ name, version, generation }: BuildId) => [name, version, generation];

function moved(build: BuildId): CheckpointMoved {
  return new CheckpointMoved(`another writer has moved ${described(build)}`);
}

function gone(build: BuildId): BuildGone {
  return new BuildGone(`${described(build)} is not registered`);
}

const described = ({ name, version, generation }: BuildId) =>
  `view ${name} version ${version} generation ${generation}`;
