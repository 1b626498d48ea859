import type { ExistsBody } from "../language/queries/exists.ts";
import { countedGlob } from "./glob.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { Bool } from "./nodes/bool.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";
import { Present } from "./nodes/present.ts";

export const exists: Compile<ExistsBody> = ({ field, boost }, context) => {
  const fields = fieldsBelow(field, context);
  if (fields.length === 0) return new MatchNone();
  const clauses = fields.map((each) => ({ occur: "should" as const, query: new Present(each) }));
  return boosted(new ConstantScore(new Bool(clauses, 0)), boost);
};

/** The field itself, the fields of an object, or those whose names match a pattern. */
function fieldsBelow(name: string, { index: { fields }, work }: CompileContext): string[] {
  if (name === "_id") return [name];
  if (name.includes("*")) {
    const matches = countedGlob(name, work);
    return fields.names().filter((each) => matches(each) && !each.startsWith("_"));
  }
  if (fields.field(name)) return [name];
  return fields.isObject(name) ? fields.names().filter((each) => each.startsWith(`${name}.`)) : [];
}
