import { MAX_MULTI_TERMS_FIELDS } from "../../limits.ts";
import { readFieldConfig } from "./field-config.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { readSelection, SELECTION_OPTIONS, type TermSelection } from "./term-selection.ts";
import type { ValuesBody } from "./values.ts";

/** One field of the keys. */
export interface KeyField extends ValuesBody {
  readonly timeZone: string | undefined;
}

export interface MultiTermsBody extends TermSelection {
  readonly fields: readonly KeyField[];
}

const MIN_FIELDS = 2;
/** Options of a field beside its name and `missing`. Scripts are refused. */
const FIELD_OPTIONS = ["value_type", "format", "time_zone"];

export const multiTerms: AggregationKind<MultiTermsBody> = {
  options: ["terms", ...SELECTION_OPTIONS],
  makes: "buckets",
  read(members) {
    const fields = readFields(members);
    const minDocCount = members.integer("min_doc_count") ?? 1;
    if (minDocCount < 1) {
      const reason = `[minDocCount] must be greater than or equal to 1. Found [${minDocCount}] in [${members.name}]`;
      throw members.invalid("min_doc_count", reason);
    }
    return { fields, ...readSelection(members) };
  },
};

function readFields(members: AggregationMembers): readonly KeyField[] {
  const bodies = members.objects("terms");
  const { length } = bodies;
  const parameter = `The [terms] parameter in the aggregation [${members.name}]`;
  if (length < MIN_FIELDS) {
    const hint = length === 1 ? " For a single field user terms aggregation." : "";
    throw members.invalid("terms", `${parameter} must be present and have at least 2 fields or scripts.${hint}`);
  }
  if (length > MAX_MULTI_TERMS_FIELDS) {
    const rule = `cannot have more than ${MAX_MULTI_TERMS_FIELDS} fields or scripts. Found [${length}].`;
    throw members.invalid("terms", `${parameter} ${rule}`);
  }
  return bodies.map((body) => {
    const { config, members: own } = readFieldConfig(members, "terms", body, FIELD_OPTIONS);
    return { ...config, format: own.format(), valueType: own.valueType(), timeZone: own.timeZone() };
  });
}
