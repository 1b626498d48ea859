import { type HostileSearch, repeated } from "./hostile-search.ts";

const queryString = (query: string, more: object = {}) => ({ query: { query_string: { query, ...more } } });
const simple = (query: string) => ({ query: { simple_query_string: { query } } });

/** Expensive query strings. */
export const QUERY_STRING_SEARCHES: readonly HostileSearch[] = [
  {
    name: "4,000 words in all fields",
    body: queryString(repeated(4_000, (n) => `w${n}`).join(" ")),
    expected: "query_shard_exception",
  },
  {
    name: "75 words in all fields of every record",
    body: queryString(
      repeated(75, (n) => ["fox", "dog", "lazy", "ozone", "variable"][n % 5] + (n > 50 ? `${n}` : "")).join(" "),
    ),
    expected: 200,
  },
  {
    name: "8,000 words in the fields of a pattern",
    body: queryString(repeated(8_000, (n) => `${n}`).join(" "), { fields: ["identification.abstr*"] }),
    expected: 200,
  },
  {
    name: "a query string of groups, 100,000 deep",
    body: queryString("(".repeat(100_000)),
    expected: "query_shard_exception",
  },
  {
    name: "50 patterns in all fields",
    body: queryString(repeated(50, (n) => `*${n}e*o?`).join(" ")),
    expected: "query_shard_exception",
  },
  {
    name: "a regular expression with thousands of states in all fields",
    body: queryString("/.*[a-m].{11}/"),
    expected: "too_many_nested_clauses",
  },
  {
    name: "15 simple regular expressions in all fields",
    body: queryString(repeated(15, (n) => `/fo${n}.*[a-m]../`).join(" ")),
    expected: "too_many_nested_clauses",
  },
  {
    name: "50 fuzzy words in one field",
    body: queryString(repeated(50, (n) => `quick${n}~2`).join(" "), { default_field: "identification.abstract" }),
    expected: 200,
  },
  {
    name: "200,000 operators",
    body: queryString(`+${"-".repeat(200_000)}cloud`),
    expected: "query_shard_exception",
  },
  {
    name: "a simple query string of 100,000 parentheses and quotes",
    body: simple(`${'("a '.repeat(50_000)}`),
    expected: "query_shard_exception",
  },
  {
    name: "a simple query string of groups, 2,000 deep",
    body: simple(`${"(".repeat(2_000)}fox${")".repeat(2_000)}`),
    expected: 200,
  },
];
