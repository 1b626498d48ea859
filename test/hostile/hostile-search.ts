/** Searches that ask for far more than they need, each with the service's answer: 200, or a refusal with its type. */
export interface HostileSearch {
  readonly name: string;
  readonly body: object;
  readonly expected: 200 | string;
}

export const repeated = <Value>(count: number, value: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => value(n));

/** A field with many values in each record. */
export const MANY = "variables.variable_name.keyword";

/** A field with a different value in each record. */
export const PID = "identification.identifier.pid.keyword";

/** `count` copies of the aggregation in a bucket for each value of the field. */
export const belowTerms = (field: string, count: number, aggregation: object) => ({
  size: 0,
  aggs: {
    a: { terms: { field, size: 65_536 }, aggs: Object.fromEntries(repeated(count, (n) => [`a${n}`, aggregation])) },
  },
});

/** The aggregation nested in itself. */
export function nested(depth: number, make: (below: object | undefined) => object): { size: number; aggs: object } {
  let aggregation: object | undefined;
  for (let level = 0; level < depth; level++) aggregation = make(aggregation);
  return { size: 0, aggs: { a: aggregation } };
}
