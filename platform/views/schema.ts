import type { Migration } from "../database/migrations.ts";

/**
 * The registry of views. `position` and `sequence` are how far a view is, written in the transaction that writes its
 * rows. `slice` is the cursor of a change of many rows; `position` is then before that change. `bookmark` is the feed's
 * own note on `position`.
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

/** Notified after every change of a view's progress. */
export const VIEWS_CHANNEL = "views";

/** One version of one view. */
export interface ViewVersion {
  readonly name: string;
  readonly version: number;
}
