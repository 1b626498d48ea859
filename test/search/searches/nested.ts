import { queries, type Search } from "./search.ts";

const query = { match_all: {} };
const nested = { path: "variables", query };
const ignored = { path: "nope", query, ignore_unmapped: true };

export const nestedSearches: readonly Search[] = queries("nested", [
  { nested },
  { nested: ignored },
  { nested: { ...nested, ignore_unmapped: true } },
  { nested: { ...nested, ignore_unmapped: "true" } },
  { nested: { ...nested, ignore_unmapped: false } },
  { nested: { ...nested, path: "nope" } },
  { nested: { ...nested, path: "" } },
  { nested: { ...nested, path: 5 } },
  { nested: { ...nested, path: "identification.title" } },
  ...["avg", "max", "min", "none", "sum"].map((score_mode) => ({ nested: { ...ignored, score_mode } })),
  { nested: { ...ignored, score_mode: "x" } },
  { nested: { ...ignored, boost: 2 } },
  { nested: { ...ignored, boost: "x" } },
  { nested: { ...ignored, query: { term: { "temporal_extent.time_period_begin": "x" } } } },
  { bool: { must_not: [{ nested: ignored }] } },
  { bool: { should: [{ nested: ignored }, { match: { "identification.title": "ozone" } }] } },
  { nested: {} },
  { nested: { path: "variables" } },
  { nested: { query } },
  { nested: { ...nested, query: [] } },
  { nested: { ...nested, query: 5 } },
  { nested: { ...nested, query: { nope: {} } } },
  { nested: { ...nested, nope: 1 } },
  { nested: { ...nested, nope: {} } },
  { nested: { ...nested, nope: [] } },
  { nested: { ...nested, ignore_unmapped: "x" } },
]);
