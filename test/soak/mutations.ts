import type { Random } from "../search/corpus.ts";

/** Values in unexpected places. */
const STRANGERS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  65_536,
  0.1,
  "",
  "*",
  "_score",
  "9999-99-99||/M",
  "x".repeat(2_000),
  [],
  {},
  [[[[]]]],
  { match_all: {} },
  { bool: { should: [] } },
  { terms: { field: "variables.variable_name.keyword" } },
  "variables.variable_name.keyword",
  "facility.location",
  "temporal_extent.time_period_begin",
];

/** A copy, since later mutations may change it. */
const stranger = (random: Random): unknown => structuredClone(random.pick(STRANGERS));

type Tree = unknown[] | { [name: string]: unknown };

/** The body with a few of its parts replaced, moved, repeated or left out. */
export function mutated(body: object, random: Random): object {
  const copy: Tree = JSON.parse(JSON.stringify(body));
  for (let changes = 1 + random.below(3); changes > 0; changes--) change(copy, random);
  return copy;
}

function change(body: Tree, random: Random): void {
  const trees = treesOf(body);
  const tree = random.pick(trees);
  const names = Object.keys(tree);
  const name = names.length > 0 ? random.pick(names) : undefined;
  const kind = random.next();
  if (kind < 0.5) put(tree, name ?? "query", stranger(random));
  else if (kind < 0.75) put(tree, name ?? "aggs", structuredClone(random.pick(trees)));
  else if (kind < 0.9 && name !== undefined) remove(tree, name);
  else if (Array.isArray(tree)) tree.push(...Array.from({ length: 50 }, () => structuredClone(tree[0] ?? 0)));
  else put(tree, String(stranger(random)), stranger(random));
}

function treesOf(value: unknown): Tree[] {
  if (Array.isArray(value)) return [value, ...value.flatMap(treesOf)];
  if (!isObject(value)) return [];
  return [value, ...Object.values(value).flatMap(treesOf)];
}

const isObject = (value: unknown): value is { [name: string]: unknown } => typeof value === "object" && value !== null;

function put(tree: Tree, name: string, value: unknown): void {
  if (!Array.isArray(tree)) tree[name] = value;
  else if (tree.length === 0) tree.push(value);
  else tree[Number(name) || 0] = value;
}

function remove(tree: Tree, name: string): void {
  if (Array.isArray(tree)) tree.splice(Number(name), 1);
  else delete tree[name];
}
