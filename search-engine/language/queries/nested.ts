import { illegalArgument } from "../errors/errors.ts";
import { isObject, type JsonValue } from "../json/json.ts";
import { doesNotSupport, Options } from "../members/options.ts";
import { flatMembers } from "./flat-members.ts";
import type { ReadClause } from "./kind.ts";

export interface NestedBody {
  readonly path: string;
  /** Whether a path that is not mapped as nested matches nothing instead of being refused. */
  readonly ignoreUnmapped: boolean;
}

const scalars = ["path", "score_mode", "ignore_unmapped", "boost", "_name"];
const SCORE_MODES = ["avg", "max", "min", "none", "sum"];

/**
 * A clause about nested objects of a path. Its inner clause is checked and not kept, since no field is mapped as
 * nested.
 */
export const nested: ReadClause<NestedBody> = (body, reader) => {
  const settings = new Map<string, JsonValue>();
  let hasQuery = false;
  for (const [name, value] of flatMembers(body)) {
    if (isObject(value) && name === "query") {
      reader.read(value, body, name);
      hasQuery = true;
    } else if (!isObject(value) && scalars.includes(name)) settings.set(name, value);
    else throw doesNotSupport("nested", body, name);
  }
  const given = new Options("nested", settings, scalars, body);
  const mode = given.text("score_mode");
  if (mode !== undefined && !SCORE_MODES.includes(mode)) {
    throw illegalArgument(`No score mode for child query [${mode}] found`);
  }
  const path = given.text("path");
  if (path === undefined) throw illegalArgument("[nested] requires 'path' field");
  if (!hasQuery) throw illegalArgument("[nested] requires 'query' field");
  const { boost: _ } = given;
  return { path, ignoreUnmapped: given.boolean("ignore_unmapped") ?? false };
};
