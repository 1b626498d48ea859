import { analyze } from "../../language/analysis/tokenizer.ts";
import { isPattern, type MultiMatchBody } from "../../language/queries/multi-match.ts";
import type { FieldTable } from "../index/mapping.ts";
import { glob } from "./glob.ts";
import type { Compile } from "./kind.ts";
import { matchQuery } from "./match.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { DisjunctionMax } from "./nodes/disjunction-max.ts";

export const multiMatch: Compile<MultiMatchBody> = ({ text, fields: asked, style, tieBreaker, boost }, context) => {
  const fields = resolve(asked, context.index.fields);
  if (fields.size === 0) return new MatchNone();
  // Fields named without a pattern were counted when the clause was read.
  const found = [...fields.keys()].filter((name) => !asked.has(name) && context.field(name)?.kind === "text").length;
  if (found > 0) context.countClauses(analyze(text).length * found);
  const queries = [...fields].map(([name, boostOfField]) =>
    boosted(matchQuery(context.field(name), text, style, context), boostOfField),
  );
  return boosted(new DisjunctionMax(queries, tieBreaker), boost);
};

/**
 * Fields with their boosts. One that several patterns match has the product of their boosts. Unknown names are left
 * out.
 */
function resolve(asked: ReadonlyMap<string, number>, fields: FieldTable): Map<string, number> {
  const resolved = new Map<string, number>();
  for (const [name, boost] of asked) {
    const names = isPattern(name) ? matching(name, fields) : fields.field(name) ? [name] : [];
    for (const each of names) resolved.set(each, Math.fround((resolved.get(each) ?? 1) * boost));
  }
  return resolved;
}

function matching(pattern: string, fields: FieldTable): string[] {
  const matches = glob(pattern);
  return fields.names().filter((name) => {
    const kind = fields.field(name)?.kind;
    return matches(name) && !name.startsWith("_") && kind !== "geo_point" && kind !== "geo_shape";
  });
}
