/** One search body that both engines get. */
export interface Search {
  readonly name: string;
  /** The body, or its text if the text matters (large integers, broken JSON). */
  readonly body: unknown;
  /** Follow `search_after` for this many pages in all. */
  readonly pages?: number;
}

/** Searches of one family, named by their bodies unless a name is given. */
export function family(name: string, bodies: readonly unknown[]): Search[] {
  return bodies.map((body, index) => ({ name: `${name} ${index + 1}`, body }));
}

/** Queries whose answers need no sources. */
export const queries = (name: string, list: readonly unknown[], more: object = {}): Search[] =>
  family(
    name,
    list.map((query) => ({ query, _source: false, ...more })),
  );

/** Aggregations over all records, or over the records of a query. */
export const aggregations = (name: string, list: readonly unknown[], more: object = {}): Search[] =>
  family(
    name,
    list.map((aggs) => ({ size: 0, aggs, ...more })),
  );
