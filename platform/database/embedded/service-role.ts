import pg from "pg";
import type { Logger } from "pino";
import { codeOf, messageOf } from "../../errors.ts";
import { EmbeddedClient } from "./client.ts";

/**
 * Takes the superuser's rights from the role of the connection string, with which the cluster was made. That role is
 * renamed and loses its password, so that nobody can log in as superuser. A new role with the old name and password
 * owns the database and everything in it. All of this is one transaction. Does nothing on a cluster where it has been
 * done.
 *
 * If other processes use the tables for long, it is left to the next start, with a warning.
 * @throws Error of the server, or of the connection
 */
export async function withdrawSuperuser(connectionString: string, logger: Logger): Promise<void> {
  const client = new EmbeddedClient({ connectionString, statement_timeout: TIMEOUT_MS });
  // The next query fails with this error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ is_bootstrap: boolean }>(
      `select oid = ${BOOTSTRAP_SUPERUSER} as is_bootstrap from pg_roles where rolname = session_user`,
    );
    if (rows[0]?.is_bootstrap) await client.query(replaceRole(client.user ?? ""));
  } catch (error) {
    if (!IN_USE.has(codeOf(error))) throw error;
    const reason = messageOf(error);
    logger.warn({ reason }, "PostgreSQL's role stays a superuser until the next start: other processes use its tables");
  } finally {
    await client.end();
  }
}

const TIMEOUT_MS = 30_000;
/** A lock timeout, and a deadlock with others who use the tables. */
const IN_USE: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"]);
/** The role that initdb makes. It always keeps the superuser's rights (pg_authid.dat of PostgreSQL). */
const BOOTSTRAP_SUPERUSER = 10;

/** The statements of one message are one transaction. The role gets the rights for metrics and backups. */
function replaceRole(name: string): string {
  const role = pg.escapeIdentifier(name);
  const renamed = pg.escapeIdentifier(`${name}_superuser`);
  const of = (text: string) => pg.escapeLiteral(text);
  return `
    set local lock_timeout = '2s';
    -- No session renames its own role.
    create role renaming superuser;
    set local session authorization renaming;
    alter role ${role} rename to ${renamed};
    do $$
    declare
      password text := (select rolpassword from pg_authid where oid = ${BOOTSTRAP_SUPERUSER});
      owned record;
    begin
      execute format('create role %I login replication password %L', ${of(name)}, password);
      execute format('alter database %I owner to %I', current_database(), ${of(name)});
      for owned in
        select 'schema' as kind, format('%I', nspname) as name
        from pg_namespace where nspowner = ${BOOTSTRAP_SUPERUSER} and nspname !~ '^pg_|^information_schema$'
        union all
        select case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, format('%I.%I', nspname, relname)
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relowner = ${BOOTSTRAP_SUPERUSER} and relkind in ('r', 'p', 'S', 'v') and nspname !~ '^pg_|^information_schema$'
          -- A column's sequence follows its table.
          and not (relkind = 'S' and exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i')))
      loop
        execute format('alter %s %s owner to %I', owned.kind, owned.name, ${of(name)});
      end loop;
    end $$;
    grant pg_read_all_stats to ${role};
    grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean) to ${role};
    alter role ${renamed} password null;
    reset session authorization;
    drop role renaming;`;
}
