import type { DomainEvent } from "../events.ts";
import { keysOf } from "../keys.ts";

/** A build of a view, as the code addresses it that makes, reads, follows or waits for it. */
export interface View<Name extends string = string, Table extends string = string> {
  readonly name: Name;
  readonly version: number;
  /** Number of the build among those of its version. A declaration is the first one. */
  readonly generation: number;
  /** The types of the events that change it. */
  readonly handles: readonly string[];
  /** The PostgreSQL schema that holds this build's tables, such as `catalogue_v1_1`. */
  readonly schema: string;
  /** Each table as SQL addresses it, such as `catalogue_v1_1.records`. */
  readonly tables: Readonly<Record<Table, string>>;
  /** Statements that create the schema with its tables. */
  readonly ddl: string;
  /** Another build of the same version; the same object each time. */
  build(generation: number): View<Name, Table>;
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

export function declareView<const Name extends string, const Table extends string>(
  declaration: Declaration<Name, Table>,
): View<Name, Table> {
  const builds = new Map<number, View<Name, Table>>();
  const build = (generation: number): View<Name, Table> => {
    const made = builds.get(generation) ?? buildOf(declaration, generation, build);
    builds.set(generation, made);
    return made;
  };
  return build(1);
}

function buildOf<Name extends string, Table extends string>(
  declaration: Declaration<Name, Table>,
  generation: number,
  build: View<Name, Table>["build"],
): View<Name, Table> {
  const { name, version, handles, tables: definitions, indexes } = declaration;
  const schema = buildName({ name, version, generation });
  const names = keysOf(definitions);
  // `fromEntries` forgets that the keys are those of `definitions`.
  const tables = Object.fromEntries(names.map((table) => [table, `${schema}.${table}`])) as Record<Table, string>;
  const statements = names.flatMap((table) => [
    `create table ${tables[table]} ${definitions[table]}`,
    ...(indexes?.[table] ?? []).map((index) => `create index on ${tables[table]} ${index}`),
  ]);
  return {
    ...{ name, version, generation, handles, schema, tables },
    ddl: [`create schema ${schema}`, ...statements].join(";\n"),
    build,
  };
}

/** A build as schemas and indexes name it, such as `catalogue_v1_1`. */
export function buildName({ name, version, generation }: Pick<View, "name" | "version" | "generation">): string {
  return `${name.replaceAll("-", "_")}_v${version}_${generation}`;
}
