import type { Queryable } from "./port.ts";

/** Properties of a database that airlog depends on. */
export interface Properties {
  readonly version: string;
  readonly encoding: string;
  /** The schema of new tables; null when no schema of the search path exists. */
  readonly schema: string | null;
  readonly search_path: string;
  readonly role: string;
  readonly takes_writes: boolean;
  readonly may_make_tables: boolean | null;
  readonly may_make_schemas: boolean;
  /** Settings by which PostgreSQL may lose what it has confirmed. */
  readonly unsafe: readonly string[];
}

const OLDEST_VERSION = 17;

/** Queries the properties of a database, in one statement. */
export async function propertiesOf(database: Queryable): Promise<Properties> {
  const [row] = await database.query<Properties>(`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_schema()::text as schema, current_setting('search_path') as search_path, current_user::text as role,
      current_setting('transaction_read_only') = 'off' as takes_writes,
      has_schema_privilege(current_schema(), 'create') as may_make_tables,
      has_database_privilege(current_database(), 'create') as may_make_schemas,
      array(select name from pg_settings where setting = 'off'
        and name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name) as unsafe`);
  if (row === undefined) throw new Error("PostgreSQL answers without a row");
  return row;
}

/** Why airlog can't work on such a database, and what to do; undefined when it can. */
export function refusalOf(database: Properties): string | undefined {
  const { version, encoding, schema, search_path, role, takes_writes, may_make_tables, may_make_schemas } = database;
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    return `PostgreSQL ${version} is too old: airlog needs PostgreSQL ${OLDEST_VERSION} or later`;
  if (encoding !== "UTF8")
    return `the database's encoding is ${encoding}: airlog needs UTF8 (create database … template template0 encoding 'UTF8')`;
  if (!takes_writes)
    return "PostgreSQL takes no writes: it is a standby, or default_transaction_read_only is on for this database or role";
  if (schema === null)
    return `no schema of the search path (${search_path}) exists: make one, or reset search_path for this database and role`;
  if (may_make_tables !== true)
    return `the role ${role} may not make tables in the schema ${schema}: make it the owner of the database (alter database … owner to ${role})`;
  if (!may_make_schemas)
    return `the role ${role} may not make schemas: make it the owner of the database (alter database … owner to ${role})`;
  return undefined;
}
