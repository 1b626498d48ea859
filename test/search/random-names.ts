import type { Random } from "./corpus.ts";

/** No two of the names fall into one bucket of a Java HashMap, where Elasticsearch would order them randomly. */
const names = ["all", "a", "r", "c", "D", "5", "f", "one"];
const named = new Set([
  ...["bool", "boosting", "constant_score", "dis_max", "exists", "function_score", "geo_bounding_box", "geo_distance"],
  ...["geo_shape", "multi_match", "query_string", "simple_query_string", "terms"],
]);

/** The clause with names in some of the clauses inside it. */
export function withNames<Value>(r: Random, clause: Value): Value {
  if (Array.isArray(clause)) return clause.map((each) => withNames(r, each)) as Value;
  if (typeof clause !== "object" || clause === null) return clause;
  const members = Object.entries(clause).map(([kind, body]) => {
    const inner = withNames(r, body);
    const isNamed = named.has(kind) && typeof inner === "object" && !Array.isArray(inner) && r.chance(0.5);
    return [kind, isNamed ? { ...inner, _name: r.pick(names) } : inner];
  });
  return Object.fromEntries(members) as Value;
}
