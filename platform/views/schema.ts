import type { Migration } from "../database/migrations.ts";

/**
 * The registry of views: a row is a build. `position` and `sequence` are how far it is, written in the transaction that
 * writes its rows. `slice` is the cursor of a change of many rows; `position` is then before that change. `bookmark` is
 * the feed's own note on `position`. `built_at`: since when the build is complete. `read_at`: when a process
 * read it last; `served_at`: when one did first.
 *
 * `publication` says since when what a view has can be read: changes up to `position` at `time`, in whole seconds of the
 * database's clock. The first build to reach a position writes it, and no build that follows writes it again. Time and position
 * rise together. Earlier releases wrote none: what they had built counts as published when the table was made.
 *
 * `dropped_builds` has the greatest number of a build of each version that was taken out of the registry.
 *
 * Release 0.1.0 knows one build of a version: it goes on working with the first ones, through the view `views`.
 */
export const VIEW_MIGRATIONS: readonly Migration[] = [
  {
    name: "views-1",
    sql: `
      create table views (
        name text not null,
        version int not null,
        position text not null,
        sequence bigint not null default 0,
        slice text,
        state text not null check (state in ('building', 'live', 'stopped')),
        error jsonb,
        built_at timestamptz,
        updated_at timestamptz not null default now(),
        primary key (name, version)
      ) with (fillfactor = 50);
      create table view_leases (
        name text not null,
        version int not null,
        holder uuid not null,
        expires timestamptz not null,
        primary key (name, version)
      );
      create table view_readers (
        reader uuid primary key,
        name text not null,
        version int not null,
        position text not null,
        seen timestamptz not null
      ) with (fillfactor = 50);`,
  },
  { name: "views-2", sql: "alter table views add column bookmark text" },
  {
    name: "views-3",
    sql: `
      alter table views rename to view_builds;
      alter table view_builds
        add column generation int not null default 1,
        add column read_at timestamptz,
        add column served_at timestamptz,
        drop constraint views_pkey,
        add primary key (name, version, generation);
      update view_builds set name = 'uv-forecast' where name = 'uv_forecast';
      create view views as
        select replace(name, '-', '_') as name, version, position, sequence, slice, state, error, built_at, updated_at, bookmark
        from view_builds where generation = 1 with local check option;
      alter table view_readers add column generation int not null default 1;`,
  },
  {
    name: "views-4",
    sql: `
      create table read_pace (
        process uuid primary key,
        slowdown float8 not null,
        seen timestamptz not null
      ) with (fillfactor = 50);`,
  },
  {
    name: "views-5",
    sql: `
      create table usual_read_times (
        route text primary key,
        mean_ms float8 not null
      ) with (fillfactor = 50);`,
  },
  {
    name: "views-6",
    sql: `
      create table dropped_builds (
        name text not null,
        version int not null,
        generation int not null,
        primary key (name, version)
      );`,
  },
  {
    name: "views-7",
    sql: `
      create table publication (
        view text not null,
        time timestamptz not null,
        position text collate "C" not null,
        primary key (view, time),
        unique (view, position)
      );
      insert into publication
        select name, date_trunc('second', clock_timestamp()), max(position collate "C")
        from view_builds where built_at is not null group by name;
      create function publish(view_name text, reached text) returns void language plpgsql as $$
        begin
          if exists (select from publication where view = view_name and position >= reached) then
            return;
          end if;
          -- Held until the transaction ends, so that whoever publishes next sees this row.
          perform pg_advisory_xact_lock(hashtextextended('publication of ' || view_name, 0));
          insert into publication as published (view, time, position)
            select view_name, greatest(date_trunc('second', clock_timestamp()), max(time)), reached
            from publication where view = view_name
            having coalesce(max(position) < reached, true)
            on conflict (view, time) do update set position = excluded.position;
        end $$;`,
  },
];

/** Notified after every change of a view's progress, with the view's name. */
export const VIEWS_CHANNEL = "views";
/** Notified there instead of a name when a reader of a view has got further. */
export const READERS_NOTICE = "readers";

/** Notified when a build is complete, stops, or goes. */
export const BUILDS_CHANNEL = "view-builds";

/** Time without a heartbeat after which a process no longer counts as a reader of a build. */
export const READER_TIMEOUT_MS = 5_000;

/** Identifies a build of a view. */
export interface BuildId {
  readonly name: string;
  readonly version: number;
  readonly generation: number;
}

/**
 * The name and version by which tables that know one build of a version address a build: leases and the checkpoints of
 * search indexes, which release 0.1.0 shares.
 */
export function keyOf({ name, version, generation }: BuildId): VersionKey {
  return { name: generation === 1 ? name : `${name}.${generation}`, version };
}

export interface VersionKey {
  readonly name: string;
  readonly version: number;
}
