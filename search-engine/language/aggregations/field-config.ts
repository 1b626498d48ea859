import { fieldWithValues } from "../fields.ts";
import type { JsonObject } from "../json/json.ts";
import { isNumber, scalarText } from "../members/options.ts";
import { AggregationMembers } from "./members.ts";

/** One field of an aggregation over several fields. */
export interface FieldConfig {
  readonly field: string;
  readonly missing: string | number | undefined;
}

/**
 * Reads the configuration of a field under `member`. `more`: members that it may have besides `field` and `missing`.
 * @throws SearchRejected, ShardFailure
 */
export function readFieldConfig(
  members: AggregationMembers,
  member: string,
  body: JsonObject,
  more: readonly string[] = [],
): { readonly config: FieldConfig; readonly members: AggregationMembers } {
  const options = ["field", "missing", ...more];
  const own = new AggregationMembers("field_config", members.name, body, options, members.clauses);
  const field = own.text("field");
  if (field === undefined) {
    throw members.invalid(member, "[field] and [script] cannot both be null.  Please specify one or the other.");
  }
  const missing = body.get("missing");
  const config = { field: fieldWithValues(field), missing: undefined };
  // Null means absent here, unlike in other aggregations.
  if (missing === undefined || missing === null) return { config, members: own };
  const value = isNumber(missing) ? Number(missing) : scalarText(own.missingScalar(missing));
  return { config: { ...config, missing: value }, members: own };
}
