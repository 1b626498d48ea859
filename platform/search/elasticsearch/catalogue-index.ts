import { createHash, randomUUID } from "node:crypto";
import { type View, versionedName } from "../../../contracts/views/declaration.ts";
import { DYNAMIC_FIELDS, type FieldMapping, type IndexMapping } from "../mapping.ts";
import { type Cluster, ClusterRefused } from "./cluster.ts";

/** One index of a view, behind two aliases: one that it is fed by, one that readers search once it is complete. */
export interface IndexNames {
  /** What is searched. */
  readonly search: string;
  /** What is written. */
  readonly feed: string;
}

/**
 * Alias of a view's index. The log's id in it lets several systems share a cluster, and tells what was built from a log
 * before it was restored.
 */
export function indexAlias(view: Pick<View, "name" | "version">, logId: string): string {
  return `${versionedName(view)}_${logId}`;
}

/** The names that belong to a view's version. Indexes themselves get this name and a random end. */
export function indexNames(alias: string): IndexNames {
  return { search: alias, feed: `${alias}-feed` };
}

export interface IndexDefinition {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly mappings: IndexMapping;
}

export function indexDefinition(mappings: IndexMapping): IndexDefinition {
  return {
    settings: {
      // One, so that scores and ties are those of the whole catalogue.
      number_of_shards: 1,
      // A copy as soon as there is a second node to hold it.
      "index.auto_expand_replicas": "0-1",
      // The follower refreshes, and so knows what can be found.
      refresh_interval: "-1",
      // An old write that comes late must find the tombstone of what was deleted meanwhile.
      "index.gc_deletes": "1h",
      "index.mapping.total_fields.limit": fieldCount(mappings.properties) + 2 * DYNAMIC_FIELDS,
      "index.mapping.total_fields.ignore_dynamic_beyond_limit": true,
    },
    mappings,
  };
}

/** Tells definitions apart: an index of another one is filled anew. */
export function fingerprint(definition: IndexDefinition): string {
  return createHash("sha256").update(JSON.stringify(definition)).digest("hex").slice(0, 16);
}

/** As Elasticsearch counts: objects, fields, and the fields of fields. */
function fieldCount(properties: Readonly<Record<string, FieldMapping>>): number {
  return Object.values(properties).reduce(
    (sum, field) => sum + 1 + fieldCount(field.fields ?? {}) + fieldCount(field.properties ?? {}),
    0,
  );
}

export interface FoundIndex {
  readonly name: string;
  readonly uuid: string;
  readonly aliases: readonly string[];
}

/** The index of this name, or those behind this alias. */
export async function findIndexes(cluster: Cluster, name: string, signal: AbortSignal): Promise<readonly FoundIndex[]> {
  interface Described {
    readonly aliases: Readonly<Record<string, unknown>>;
    readonly settings: { readonly index: { readonly uuid: string } };
  }
  try {
    const found = await cluster.call<Readonly<Record<string, Described>>>({
      method: "GET",
      path: `/${name}`,
      query: { features: "aliases,settings" },
      signal,
    });
    return Object.entries(found).map(([index, { aliases, settings }]) => ({
      name: index,
      uuid: settings.index.uuid,
      aliases: Object.keys(aliases),
    }));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Creates an empty index behind the feed's alias only: it is not searched yet. */
export async function createIndex(
  cluster: Cluster,
  names: IndexNames,
  definition: IndexDefinition,
  signal: AbortSignal,
): Promise<FoundIndex> {
  const name = `${names.search}-${randomUUID()}`;
  const body = JSON.stringify(definition);
  await cluster.call({ method: "PUT", path: `/${name}`, body, signal });
  const others = await findIndexes(cluster, names.feed, signal);
  await updateAliases(cluster, signal, [
    ...others.map((other) => ({ remove: { index: other.name, alias: names.feed } })),
    { add: { index: name, alias: names.feed } },
  ]);
  const [index] = await findIndexes(cluster, name, signal);
  if (!index) throw new Error(`index ${name} is gone as soon as it was made`);
  return index;
}

/** From now on readers search this index. Those that it replaces are deleted, and what failed attempts left behind. */
export async function publishIndex(
  cluster: Cluster,
  names: IndexNames,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const all = await findIndexes(cluster, `${names.search}-*`, signal);
  const old = all.filter((other) => other.name !== name && isOurs(other.name, names));
  await updateAliases(cluster, signal, [
    { add: { index: name, alias: names.search } },
    ...old.map((other) => ({ remove_index: { index: other.name } })),
  ]);
}

/** Whether we gave the index its name: nothing else is ever deleted. */
function isOurs(name: string, names: IndexNames): boolean {
  return name.startsWith(`${names.search}-`) && UUID.test(name.slice(names.search.length + 1));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function refreshIndex(cluster: Cluster, name: string, signal: AbortSignal): Promise<void> {
  await cluster.call({ method: "POST", path: `/${name}/_refresh`, signal });
}

/** All of them at one moment. */
function updateAliases(cluster: Cluster, signal: AbortSignal, actions: readonly object[]): Promise<unknown> {
  return cluster.call({ method: "POST", path: "/_aliases", body: JSON.stringify({ actions }), signal });
}

function isMissing(error: unknown): boolean {
  return error instanceof ClusterRefused && error.status === 404;
}
