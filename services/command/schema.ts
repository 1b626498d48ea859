import type { Migration } from "../../platform/database/migrations.ts";

/** Tables of the write side: who may write, and what was answered. They are no part of the log. */
export const COMMAND_MIGRATIONS: readonly Migration[] = [
  {
    name: "command-1",
    sql: `
      create table accounts (
        name text primary key,
        provider text not null,
        roles text[] not null,
        password_hash text not null,
        disabled boolean not null default false,
        created_at timestamptz not null default now()
      );
      create table failed_logins (
        account_hash text not null,
        address text not null,
        times timestamptz[] not null,
        last_time timestamptz not null,
        primary key (account_hash, address)
      );
      create index failed_logins_last_time on failed_logins (last_time);
      create table remembered_answers (
        provider text not null,
        method text not null,
        path text not null,
        key text not null,
        body_hash text not null,
        holder uuid not null,
        claimed_until timestamptz not null,
        answer text,
        created_at timestamptz not null,
        primary key (provider, method, path, key)
      );
      create index remembered_answers_created_at on remembered_answers (created_at);`,
  },
  {
    name: "command-2",
    sql: `
      create sequence station_ids as integer;
      create sequence timeseries_ids as integer;
      create table measurement_keys (
        kind text not null,
        key text not null,
        id integer not null,
        parent integer,
        primary key (kind, key)
      );
      create index measurement_keys_id on measurement_keys (kind, id);
      create index measurement_keys_parent on measurement_keys (parent) where parent is not null;`,
  },
  {
    name: "command-3",
    sql: "create table names_of_log (log_id text primary key, position text not null);",
  },
  {
    // Raised whenever the account's tokens end: by a new password, other roles, or when it is disabled.
    name: "command-4",
    sql: "alter table accounts add column token_generation integer not null default 0;",
  },
  {
    // Changes of accounts that no service has logged yet.
    name: "command-5",
    sql: `
      create table account_changes (
        id bigint generated always as identity primary key,
        time timestamptz not null default now(),
        actor text not null,
        account text not null,
        provider text not null,
        roles text[] not null,
        change text not null
      );`,
  },
  {
    // Runs under the key that may have stored something.
    name: "command-6",
    sql: "alter table remembered_answers add column runs integer not null default 1;",
  },
  {
    // `provider` names the account that sent the key; `owner` is the provider of that account.
    name: "command-7",
    sql: `
      alter table remembered_answers add column owner text;
      update remembered_answers set owner = accounts.provider from accounts
        where remembered_answers.provider = 'account:' || accounts.name;
      create index remembered_answers_of_owner on remembered_answers (owner, created_at);`,
  },
];
