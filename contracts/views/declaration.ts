import type { DomainEvent } from "../events.ts";

/** A view, as the code addresses it that builds, reads, follows or waits for it. */
export interface View<Name extends string = string, Table extends string = string> {
  readonly name: Name;
  readonly version: number;
  /** The types of the events that change it. */
  readonly handles: readonly string[];
  /** The PostgreSQL schema that holds this build's tables, such as `catalogue_v1_1`. */
  readonly schema: string;
  /** Each table as SQL addresses it, such as `catalogue_v1_1.records`. */
  readonly tables: Readonly<Record<Table, string>>;
  /** Statements that create the schema with its tables. */
  readonly ddl: string;
}

interface Declaration<Name extends string, Table extends string> {
  readonly name: Name;
  /** A view whose shape changes gets the next version, and is built beside the old one. */
  readonly version: number;
  readonly handles: readonly DomainEvent["type"][];
  /** Each table's columns and options: what follows `create table <name>`. */
  readonly tables: Readonly<Record<Table, string>>;
  /** Indexes of a table besides those of its constraints: what follows `create index on <name>`. */
  readonly indexes?: { readonly [Each in Table]?: readonly string[] };
}

/** Number of the build that the code uses; the same for every view. */
const GENERATION = 1;

export function declareView<const Name extends string, const Table extends string>({
  name,
  version,
  handles,
  tables: definitions,
  indexes,
}: Declaration<Name, Table>): View<Name, Table> {
  const schema = `${versionedName({ name, version })}_${GENERATION}`;
  // `keys` and `fromEntries` don't know that the keys are those of `definitions`.
  const names = Object.keys(definitions) as Table[];
  const tables = Object.fromEntries(names.map((table) => [table, `${schema}.${table}`])) as Record<Table, string>;
  const statements = names.flatMap((table) => [
    `create table ${tables[table]} ${definitions[table]}`,
    ...(indexes?.[table] ?? []).map((index) => `create index on ${tables[table]} ${index}`),
  ]);
  return { name, version, handles, schema, tables, ddl: [`create schema ${schema}`, ...statements].join(";\n") };
}

/** A view and its version, such as `catalogue_v1`. */
export function versionedName({ name, version }: Pick<View, "name" | "version">): string {
  return `${name}_v${version}`;
}
