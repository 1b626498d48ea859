import type { Random } from "./corpus.ts";

/** Bucket aggregations made by chance. */

type Json = Record<string, unknown>;

/** What random bodies are made of elsewhere. */
export interface Ingredients {
  query(): Json;
  readonly keywordFields: readonly string[];
  readonly dateFields: readonly string[];
  readonly numberField: string;
}

/** The definition of one bucket aggregation, without those below it. */
export function randomBuckets(r: Random, ingredients: Ingredients): Json {
  const kinds = [filter, filters, missing];
  return r.pick(kinds)(r, ingredients);
}

function filter(_r: Random, { query }: Ingredients): Json {
  return { filter: query() };
}

function filters(r: Random, { query }: Ingredients): Json {
  const list = Array.from({ length: 1 + r.below(3) }, query);
  const named = Object.fromEntries(list.map((each, n) => [r.pick(["x", "ä", "10", "2"]) + n, each]));
  return {
    filters: {
      filters: r.chance(0.5) ? list : named,
      ...(r.chance(0.3) ? { other_bucket: r.chance(0.7) } : {}),
      ...(r.chance(0.2) ? { other_bucket_key: "rest" } : {}),
      ...(r.chance(0.2) ? { keyed: r.chance(0.5) } : {}),
    },
  };
}

function missing(r: Random, { keywordFields, dateFields, numberField }: Ingredients): Json {
  return { missing: { field: r.pick([...keywordFields, ...dateFields, numberField, "facility.location"]) } };
}
