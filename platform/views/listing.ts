import { buildName, type View } from "../../contracts/views/declaration.ts";
import type { Queryable } from "../database/port.ts";
import type { Position } from "../event-store/port.ts";
import { shareOf } from "../event-store/positions.ts";
import { MAX_UNMOVED_SECONDS } from "./builds.ts";
import { type RegisteredBuild, registeredBuilds } from "./registry.ts";

/**
 * `building`: not complete yet; `live`: read by a running process; `complete`: read by none, but none has taken its place;
 * `old`: another one has; `stopped`: an event could not be applied.
 */
export type ListedState = "building" | "complete" | "live" | "stopped" | "old";

/** A build as operators see it. */
export interface ListedBuild {
  readonly view: string;
  readonly version: number;
  readonly generation: number;
  readonly state: ListedState;
  readonly position: Position;
  /** Share of the log that is applied, 0 to 1. */
  readonly share: number;
  /** Counted in tables of up to 100,000 rows, estimated in larger ones. */
  readonly rows: number;
  /** On disk, with indexes. */
  readonly bytes: number;
}

const MAX_COUNTED_ROWS = 100_000;

/** Names views, with the versions that the code declares. */
export type DeclaredViews = readonly Pick<View, "name" | "version">[];

/** Every build of the registry, oldest first. `head`: the end of the log. */
export async function listBuilds(database: Queryable, head: Position, views: DeclaredViews): Promise<ListedBuild[]> {
  const builds = await registeredBuilds(database);
  const listed: ListedBuild[] = [];
  for (const build of builds) {
    const { name: view, version, generation, position } = build;
    const share = shareOf(position, head);
    const size = await sizeOf(database, buildName(build));
    listed.push({ view, version, generation, state: stateOf(build, builds, views), position, share, ...size });
  }
  return listed;
}

export function stateOf(build: RegisteredBuild, all: readonly RegisteredBuild[], views: DeclaredViews): ListedState {
  if (build.state === "stopped") return "stopped";
  if (!build.complete) return "building";
  if (build.readers > 0) return "live";
  return isSucceeded(build, all, views) ? "old" : "complete";
}

/** Whether a newer complete build has taken its place, and no process reads or fills it. */
export function isReplaced(build: RegisteredBuild, all: readonly RegisteredBuild[], views: DeclaredViews): boolean {
  const isLeft = build.complete || build.unmoved > MAX_UNMOVED_SECONDS;
  return isSucceeded(build, all, views) && build.readers === 0 && isLeft;
}

/** Whether it comes before the one that is served: the newest complete one of the version that the code declares. */
function isSucceeded(build: RegisteredBuild, all: readonly RegisteredBuild[], views: DeclaredViews): boolean {
  const version = views.find(({ name }) => name === build.name)?.version;
  const served = all.findLastIndex((each) => each.name === build.name && each.version === version && each.complete);
  return all.indexOf(build) < served;
}

/** Of the tables in the schema of a build. */
export async function sizeOf(database: Queryable, schema: string): Promise<Pick<ListedBuild, "rows" | "bytes">> {
  const tables = await database.query<{ name: string; estimate: number; bytes: number }>({
    text: `select format('%I.%I', nspname, relname) as name, reltuples::float8 as estimate,
        pg_total_relation_size(pg_class.oid)::float8 as bytes
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname = $1 and relkind = 'r'`,
    values: [schema],
  });
  let rows = 0;
  for (const { name, estimate } of tables) {
    if (estimate > MAX_COUNTED_ROWS) rows += estimate;
    else
      rows += (await database.query<{ count: number }>(`select count(*)::float8 as count from ${name}`))[0]?.count ?? 0;
  }
  return { rows, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) };
}
