import { parsingException, rejected } from "../../language/errors.ts";
import { isArray, placeOfEnd } from "../../language/json.ts";
import { numberOf, Options } from "../../language/options.ts";
import type { FieldTable } from "../index/mapping.ts";
import { glob } from "./glob.ts";
import type { QueryKind } from "./kind.ts";
import { matchQuery, matchStyle } from "./match.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { DisjunctionMax } from "./nodes/disjunction-max.ts";

const options = [
  "query",
  "fields",
  "type",
  "tie_breaker",
  "operator",
  "minimum_should_match",
  "zero_terms_query",
  "lenient",
  "boost",
];

export const multiMatch: QueryKind = {
  name: "multi_match",
  options,
  parse(body, context) {
    const clause = new Options("multi_match", body, options);
    const text = clause.text("query");
    if (text === undefined) throw parsingException("No text specified for multi_match query", placeOfEnd(body));
    const type = clause.text("type") ?? "best_fields";
    if (type !== "best_fields") {
      throw rejected("parse_exception", `failed to parse [multi_match] query type [${type}]. unknown type.`);
    }
    const asked = fieldsOf(clause);
    const style = matchStyle(clause);
    const lenient = clause.get("lenient") === undefined ? asked.has("*") : style.lenient;
    const fields = resolve(asked, context.index.fields);
    const queries = [...fields].map(([name, boost]) =>
      boosted(matchQuery(context.field(name), text, { ...style, lenient }, context), boost),
    );
    if (queries.length === 0) return new MatchNone();
    return boosted(new DisjunctionMax(queries, clause.number("tie_breaker") ?? 0), clause.boost);
  },
};

/** Names or patterns with their boosts; without any, all fields. */
function fieldsOf(clause: Options): Map<string, number> {
  const given = clause.get("fields");
  const names = given === undefined ? ["*"] : isArray(given) ? given : [given];
  const fields = new Map<string, number>();
  for (const each of names) {
    const name = clause.scalar("fields", each);
    const caret = name.indexOf("^");
    if (caret < 0) fields.set(name, 1);
    else fields.set(name.slice(0, caret), Math.fround(numberOf(name.slice(caret + 1))));
  }
  return fields;
}

/** A field that several patterns name has the product of their boosts. Unknown names are left out. */
function resolve(asked: ReadonlyMap<string, number>, fields: FieldTable): Map<string, number> {
  const resolved = new Map<string, number>();
  for (const [name, boost] of asked) {
    const names = name.includes("*") ? matching(name, fields) : fields.field(name) ? [name] : [];
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
