/** Initial buckets of a Java hash map. Their number doubles when the map has more than three quarters as many keys. */
const FIRST_BUCKETS = 16;
const LOAD = 0.75;

/**
 * The entries in the order of a Java hash map, if inserted in the given order. Elasticsearch keeps the fields of a
 * clause in one, and reports the first of several that refuse the clause.
 */
export function inHashOrder<Value>(entries: ReadonlyMap<string, Value>): Map<string, Value> {
  let buckets = FIRST_BUCKETS;
  while (entries.size > buckets * LOAD) buckets *= 2;
  const placed = Array.from(entries, (entry) => ({ entry, bucket: spreadHash(entry[0]) & (buckets - 1) }));
  return new Map(placed.sort((a, b) => a.bucket - b.bucket).map(({ entry }) => entry));
}

/** The entries in the order of a Java tree map. */
export const inTreeOrder = <Value>(entries: ReadonlyMap<string, Value>): Map<string, Value> =>
  new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Java's hash of a string, spread as in its hash maps. */
function spreadHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash ^ (hash >>> 16);
}
