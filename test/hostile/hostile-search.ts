/** Searches that ask for far more than they need, each with what the service answers: 200, or a refusal with its type. */
export interface HostileSearch {
  readonly name: string;
  readonly body: object;
  readonly expected: 200 | string;
}

export const repeated = <Value>(count: number, value: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => value(n));

/** A field of which records have many values. */
export const MANY = "variables.variable_name.keyword";

/** A field of which each record has a value of its own. */
export const PID = "identification.identifier.pid.keyword";

/** So many times the aggregation in a bucket for each value of the field. */
export const belowTerms = (field: string, count: number, aggregation: object) => ({
  size: 0,
  aggs: {
    a: { terms: { field, size: 65_536 }, aggs: Object.fromEntries(repeated(count, (n) => [`a${n}`, aggregation])) },
  },
});

/** The same aggregation inside itself. */
export function nested(depth: number, make: (below: object | undefined) => object): { size: number; aggs: object } {
  let aggregation: object | undefined;
  for (let level = 0; level < depth; level++) aggregation = make(aggregation);
  return { size: 0, aggs: { a: aggregation } };
}
