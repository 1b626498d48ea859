import type { Migration } from "../database/migrations.ts";

/**
 * The registry of views. `position` and `sequence` say how far a view is and are written in the transaction that
 * writes its rows; `slice` is where a change that runs through many rows has come to, `position` then being before it;
 * `bookmark` is the feed's own note on where `position` is.
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
];

/** Told on after everything that a view's readers may wait for. */
export const VIEWS_CHANNEL = "views";

/** One version of one view. */
export interface ViewVersion {
  readonly name: string;
  readonly version: number;
}
