import { createHash, randomUUID } from "node:crypto";
import { buildName } from "../../../contracts/views/declaration.ts";
import type { BuildId } from "../../views/schema.ts";
import { DYNAMIC_FIELDS, type FieldMapping, type IndexMapping } from "../mapping.ts";
import { type Cluster, ClusterRefused } from "./cluster.ts";

/** Aliases of a view's index: one for writing, and one for searching once it is complete. */
export interface IndexNames {
  /** Alias for searches. */
  readonly search: string;
  /** Alias for writes. */
  readonly feed: string;
}

/**
 * Search alias of a build's index. The log's id in it lets several systems share a cluster, and excludes indexes that
 * were built before the log was restored. The alias of a first build has no number, as in release 0.1.0.
 */
export function indexAlias(build: BuildId, logId: string): string {
  const name = buildName(build);
  return `${build.generation === 1 ? name.slice(0, -"_1".length) : name}_${logId}`;
}

/** The aliases that belong to a search alias. Indexes are named `<search alias>-<UUID>`. */
export function indexNames(alias: string): IndexNames {
  return { search: alias, feed: `${alias}-feed` };
}

const UNBLOCK_TIMEOUT_MS = 10_000;

export interface IndexDefinition {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly mappings: IndexMapping;
}

/** Settings and mappings of a new index. */
export function indexDefinition(mappings: IndexMapping): IndexDefinition {
  return {
    settings: {
      // One shard, so that scores and ties are computed over the whole catalogue.
      number_of_shards: 1,
      // One replica as soon as there is a second node.
      "index.auto_expand_replicas": "0-1",
      // The follower refreshes explicitly, so it knows what is searchable.
      refresh_interval: "-1",
      // A late write of an older version must still find the tombstone of a deleted document.
      "index.gc_deletes": "1h",
      "index.mapping.total_fields.limit": fieldCount(mappings.properties) + 2 * DYNAMIC_FIELDS,
      "index.mapping.total_fields.ignore_dynamic_beyond_limit": true,
    },
    mappings,
  };
}

/** Identifies a definition. When it changes, the index is built anew. */
export function fingerprint(definition: IndexDefinition): string {
  return createHash("sha256").update(JSON.stringify(definition)).digest("hex").slice(0, 16);
}

/** Number of fields as Elasticsearch counts them: objects, fields and sub-fields. */
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
  /** Whether writes are blocked, as while it is cloned. */
  readonly isBlocked: boolean;
}

/**
 * Indexes behind a name, an alias or a wildcard pattern; empty if there are none.
 * @throws SearchUnavailable, ClusterRefused
 */
export async function findIndexes(cluster: Cluster, name: string, signal: AbortSignal): Promise<readonly FoundIndex[]> {
  interface Described {
    readonly aliases: Readonly<Record<string, unknown>>;
    readonly settings: { readonly index: { readonly uuid: string; readonly blocks?: { readonly write?: string } } };
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
      isBlocked: settings.index.blocks?.write === "true",
    }));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Creates an empty index and points the feed alias at it. It is not searched yet. */
export async function createIndex(
  cluster: Cluster,
  names: IndexNames,
  definition: IndexDefinition,
  signal: AbortSignal,
): Promise<FoundIndex> {
  const name = `${names.search}-${randomUUID()}`;
  const body = JSON.stringify(definition);
  await cluster.call({ method: "PUT", path: `/${name}`, body, signal });
  return feedInto(cluster, names, name, signal);
}

/**
 * Clones an index and points the feed alias at the clone, which is not searched yet. Writes to the original are blocked
 * meanwhile.
 */
export async function cloneIndex(
  cluster: Cluster,
  names: IndexNames,
  source: string,
  signal: AbortSignal,
): Promise<FoundIndex> {
  const name = `${names.search}-${randomUUID()}`;
  const body = JSON.stringify({ settings: { "index.blocks.write": null } });
  try {
    await blockWrites(cluster, source, true, signal);
    await cluster.call({ method: "POST", path: `/${source}/_clone/${name}`, body, signal });
  } finally {
    await blockWrites(cluster, source, false, AbortSignal.timeout(UNBLOCK_TIMEOUT_MS));
  }
  return feedInto(cluster, names, name, signal);
}

/** Blocks or allows writes. A process that was killed while it cloned the index leaves it blocked. */
export async function blockWrites(
  cluster: Cluster,
  name: string,
  isBlocked: boolean,
  signal: AbortSignal,
): Promise<void> {
  const body = JSON.stringify({ "index.blocks.write": isBlocked || null });
  await cluster.call({ method: "PUT", path: `/${name}/_settings`, body, signal });
}

/** Points the feed alias at an index. */
async function feedInto(cluster: Cluster, names: IndexNames, name: string, signal: AbortSignal): Promise<FoundIndex> {
  const others = await findIndexes(cluster, names.feed, signal);
  await updateAliases(cluster, signal, [
    ...others.map((other) => ({ remove: { index: other.name, alias: names.feed } })),
    { add: { index: name, alias: names.feed } },
  ]);
  const [index] = await findIndexes(cluster, name, signal);
  if (!index) throw new Error(`index ${name} disappeared right after it was made`);
  return index;
}

/**
 * Points the search alias at this index. Deletes the indexes that it replaces and those left behind by failed attempts.
 */
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

/** Deletes every index that `createIndex` made for these names. */
export async function deleteIndexes(cluster: Cluster, names: IndexNames, signal: AbortSignal): Promise<void> {
  const all = await findIndexes(cluster, `${names.search}-*`, signal);
  const ours = all.filter(({ name }) => isOurs(name, names));
  if (ours.length === 0) return;
  await updateAliases(
    cluster,
    signal,
    ours.map(({ name }) => ({ remove_index: { index: name } })),
  );
}

/** Whether `createIndex` chose the name. No other index is ever deleted. */
function isOurs(name: string, names: IndexNames): boolean {
  return name.startsWith(`${names.search}-`) && UUID.test(name.slice(names.search.length + 1));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function refreshIndex(cluster: Cluster, name: string, signal: AbortSignal): Promise<void> {
  await cluster.call({ method: "POST", path: `/${name}/_refresh`, signal });
}

/** Applies all actions atomically. */
function updateAliases(cluster: Cluster, signal: AbortSignal, actions: readonly object[]): Promise<unknown> {
  return cluster.call({ method: "POST", path: "/_aliases", body: JSON.stringify({ actions }), signal });
}

function isMissing(error: unknown): boolean {
  return error instanceof ClusterRefused && error.status === 404;
}
