-- Makes the role of airlog's services, which owns their database and is no superuser. PostgreSQL's container runs this once, on an
-- empty volume. The superuser loses its password, so that it can log in only from within the container:
--
--   docker compose exec postgres psql -U postgres airlog
\set password `cat /run/secrets/postgres-password`
create role airlog login password :'password';
alter database airlog owner to airlog;
-- The metrics show the oldest transaction of any role.
grant pg_read_all_stats to airlog;
alter role postgres password null;
