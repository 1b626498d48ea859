import { illegalArgument, parsingException } from "../../language/errors.ts";
import { placeOfEnd } from "../../language/json.ts";
import { Options } from "../../language/options.ts";
import type { FieldTable } from "../index/mapping.ts";
import { glob } from "./glob.ts";
import type { QueryKind } from "./kind.ts";
import { Bool } from "./nodes/bool.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";
import { Present } from "./nodes/present.ts";

const options = ["field", "boost"];

export const exists: QueryKind = {
  name: "exists",
  options,
  parse(body, context) {
    const clause = new Options("exists", body, options);
    const name = clause.text("field");
    if (name === undefined) throw parsingException("[exists] must be provided with a [field]", placeOfEnd(body));
    if (name === "") throw illegalArgument("field name is null or empty");
    context.field(name);
    const fields = fieldsBelow(name, context.index.fields);
    if (fields.length === 0) return new MatchNone();
    const clauses = fields.map((field) => ({ occur: "should" as const, query: new Present(field) }));
    return boosted(new ConstantScore(new Bool(clauses, 0)), clause.boost);
  },
};

/** The field, the fields of an object, or all whose names match a pattern. */
function fieldsBelow(name: string, fields: FieldTable): string[] {
  if (name === "_id") return [name];
  if (name.includes("*")) {
    const matches = glob(name);
    return fields.names().filter((each) => matches(each) && !each.startsWith("_"));
  }
  if (fields.field(name)) return [name];
  return fields.isObject(name) ? fields.names().filter((each) => each.startsWith(`${name}.`)) : [];
}
