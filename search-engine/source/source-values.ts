/** A document as `JSON.parse` returns it. */
export type ParsedSource = Readonly<Record<string, unknown>>;

export const isSourceObject = (value: unknown): value is ParsedSource =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The values at a path of a document: items of arrays one by one, objects whole, without null. */
export function sourceValues(source: unknown, path: string): unknown[] {
  return leavesOf(valueAt(source, path)).filter((value) => value !== null);
}

/** A value as Java writes it: Elasticsearch's text of an object in place of a text. */
export function javaText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(javaText).join(", ")}]`;
  if (!isSourceObject(value)) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}=${javaText(member)}`);
  return `{${members.join(", ")}}`;
}

/**
 * The value at the path; a list where the path leads through an array. Finds members with dots in their names too.
 * Undefined when there is nothing.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  if (Array.isArray(value)) {
    const found = value.map((each) => valueAt(each, path)).filter((each) => each !== undefined);
    return found.length > 0 ? found : undefined;
  }
  if (!isSourceObject(value)) return undefined;
  for (let dot = path.indexOf("."); ; dot = path.indexOf(".", dot + 1)) {
    const name = dot < 0 ? path : path.slice(0, dot);
    const found = Object.hasOwn(value, name) ? valueAt(value[name], dot < 0 ? "" : path.slice(dot + 1)) : undefined;
    if (found !== undefined || dot < 0) return found;
  }
}

/** Level by level, as Elasticsearch unfolds arrays in arrays. */
function leavesOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  const leaves: unknown[] = [];
  let level: readonly unknown[] = [value];
  while (level.length > 0) {
    const deeper: unknown[] = [];
    for (const each of level) {
      if (Array.isArray(each)) deeper.push(...each);
      else leaves.push(each);
    }
    level = deeper;
  }
  return leaves;
}
