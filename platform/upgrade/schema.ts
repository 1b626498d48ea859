import type { Migration } from "../database/migrations.ts";

/**
 * `event_versions`: the written version of each type; 1 where there is no row. `processes`: the running processes, with
 * the versions that each reads. A new system writes the newest versions from the start, since no earlier release reads
 * its log. A system with accounts was begun by an earlier release, and waits for `upgrade finish`.
 */
export const UPGRADE_MIGRATIONS: readonly Migration[] = [
  {
    name: "upgrade-1",
    sql: `
      create table event_versions (type text primary key, version int not null);
      create table processes (
        id uuid primary key,
        host text not null,
        pid int not null,
        release text not null,
        services text[] not null,
        reads jsonb not null,
        started timestamptz not null default clock_timestamp(),
        seen timestamptz not null default clock_timestamp()
      ) with (fillfactor = 50);
      ${newest("ObservationsIngested", 2)}`,
  },
  { name: "upgrade-2", sql: newest("ObservationsIngested", 3) },
];

/** The statement that a new version of a type adds to the step of its release. */
function newest(type: string, version: number): string {
  return `
    do $$ begin
      if to_regclass('accounts') is not null then
        if exists (select from accounts) then return; end if;
      end if;
      insert into event_versions values ('${type}', ${version})
        on conflict (type) do update set version = excluded.version;
    end $$;`;
}
