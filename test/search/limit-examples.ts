/** A field of texts, whose words are analysed. */
export const TEXT = "identification.abstract";

export const repeated = <Value>(count: number, value: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => value(n));
export const should = (count: number, clause: object) => ({
  query: { bool: { should: repeated(count, () => clause) } },
});
export const wrapped = (depth: number, inner: object, wrap: (inner: object) => object) =>
  repeated(depth, () => wrap).reduce((body, each) => each(body), inner);
export const belowTerms = (aggs: object) => ({ size: 0, aggs: { a: { terms: { field: `${TEXT}.keyword` }, aggs } } });
export const aggregation = (kind: string, body: object) => ({ size: 0, aggs: { a: { [kind]: body } } });
export const suggestion = (kind: string, text: string, options: object = {}) => ({
  suggest: { a: { text, [kind]: { field: TEXT, ...options } } },
});
export const words = (count: number) => repeated(count, (n) => `w${n}`).join(" ");
