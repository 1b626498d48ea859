import { illegalOnShard } from "../errors.ts";
import { fieldWithValues } from "../fields.ts";
import { ObjectMembers } from "../object-members.ts";
import { isNumber } from "../options.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";

export interface WeightedField {
  readonly field: string;
  readonly missing: string | number | undefined;
}

export interface WeightedAvgBody {
  readonly value: WeightedField;
  readonly weight: WeightedField;
  readonly format: string | undefined;
}

export const weightedAvg: AggregationKind<WeightedAvgBody> = {
  options: ["value", "weight", "format"],
  makes: "metric",
  read(members) {
    const [value, weight, format] = [fieldOf(members, "value"), fieldOf(members, "weight"), members.text("format")];
    const absent = value ? "weight" : "value";
    if (!value || !weight) throw illegalOnShard(`Could not find field name [${absent}] in multiValuesSource`);
    return { value, weight, format };
  },
};

function fieldOf(members: AggregationMembers, member: "value" | "weight"): WeightedField | undefined {
  const body = members.object(member);
  if (!body) return undefined;
  const config = new ObjectMembers("field_config", body, ["field", "missing"]);
  const field = config.text("field");
  if (field === undefined) {
    throw members.invalid(member, "[field] and [script] cannot both be null.  Please specify one or the other.");
  }
  const missing = body.get("missing");
  // Null is as good as nothing here, unlike in other aggregations.
  if (missing === undefined || missing === null) return { field: fieldWithValues(field), missing: undefined };
  const scalar = config.scalar("missing", missing);
  return { field: fieldWithValues(field), missing: isNumber(scalar) ? Number(scalar) : String(scalar) };
}
