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
  readonly date_style: string;
  readonly isolation: string;
  readonly extra_float_digits: number;
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
      current_setting('DateStyle') as date_style, current_setting('default_transaction_isolation') as isolation,
      current_setting('extra_float_digits')::int as extra_float_digits,
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
  // The driver reads dates of other styles as null.
  if (!database.date_style.startsWith("ISO"))
    return `DateStyle is ${database.date_style} for this database or the role ${role}: airlog needs ISO (alter role … set datestyle = 'ISO')`;
  if (database.isolation !== "read committed")
    return `default_transaction_isolation is ${database.isolation} for this database or the role ${role}: airlog needs read committed`;
  // Fewer digits would round numbers.
  if (database.extra_float_digits < 1)
    return `extra_float_digits is ${database.extra_float_digits} for this database or the role ${role}: airlog needs 1, which is PostgreSQL's default`;
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
