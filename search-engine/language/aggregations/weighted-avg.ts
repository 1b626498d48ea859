import { illegalOnShard } from "../errors/errors.ts";
import { type FieldConfig, readFieldConfig } from "./field-config.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";

export interface WeightedAvgBody {
  readonly value: FieldConfig;
  readonly weight: FieldConfig;
  readonly format: string | undefined;
}

export const weightedAvg: AggregationKind<WeightedAvgBody> = {
  options: ["value", "weight", "format"],
  makes: "metric",
  read(members) {
    const [value, weight, format] = [fieldOf(members, "value"), fieldOf(members, "weight"), members.format()];
    const absent = value ? "weight" : "value";
    if (!value || !weight) throw illegalOnShard(`Could not find field name [${absent}] in multiValuesSource`);
    return { value, weight, format };
  },
};

function fieldOf(members: AggregationMembers, member: "value" | "weight"): FieldConfig | undefined {
  const body = members.object(member);
  return body && readFieldConfig(members, member, body).config;
}
