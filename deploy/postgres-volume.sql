-- Does for a volume of an earlier release what postgres-role.sql does for a new one. In such a volume the services'
-- role is PostgreSQL's initial superuser, which can't lose that right: it is renamed, and a new role with its old name gets
-- everything that it owns. Everything is done or nothing, except for the role `renaming`, which a repetition drops. Run it once,
-- with the services stopped:
--
--   docker compose exec -T postgres psql -U airlog airlog <deploy/postgres-volume.sql
\set ON_ERROR_STOP on
-- No role renames itself.
drop role if exists renaming;
create role renaming superuser login;
\connect - renaming
begin;
alter role airlog rename to postgres;
\i /docker-entrypoint-initdb.d/airlog.sql
do $$
declare
  owned record;
begin
  for owned in
    select 'schema' as kind, nspname::text as name
    from pg_namespace where nspowner = 'postgres'::regrole and nspname !~ '^pg_|^information_schema$'
    union all
    select case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, format('%I.%I', nspname, relname)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relowner = 'postgres'::regrole and relkind in ('r', 'p', 'S', 'v') and nspname !~ '^pg_|^information_schema$'
      -- A column's sequence follows its table.
      and not (relkind = 'S' and exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i')))
  loop
    execute format('alter %s %s owner to airlog', owned.kind, owned.name);
  end loop;
end $$;
commit;
\connect - postgres
drop role renaming;
