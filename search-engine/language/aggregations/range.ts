import { MAX_REPEATED_LENGTH } from "../../limits.ts";
import { illegalOnShard, within, xContentParseException } from "../errors/errors.ts";
import { isArray, isObject, type JsonValue, type Location, locationOfName, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { isNumber, tokenOf } from "../members/options.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { VALUES_OPTIONS, type ValuesBody } from "./values.ts";

export interface RangeBody extends ValuesBody {
  readonly ranges: readonly Range[];
  readonly keyed: boolean;
  /** For dates. */
  readonly timeZone: string | undefined;
}

/** `from` belongs to the range, `to` does not. Undefined leaves a side open. */
export interface Range {
  readonly key: string | undefined;
  readonly from: Edge;
  readonly to: Edge;
}

/** A number, or a text in the field's format. */
export type Edge = number | string | undefined;

export const range: AggregationKind<RangeBody> = {
  options: [...VALUES_OPTIONS, "ranges", "keyed"],
  makes: "buckets",
  read: (members) => readRanges(members, undefined),
};

export const dateRange: AggregationKind<RangeBody> = {
  options: [...VALUES_OPTIONS, "ranges", "keyed", "time_zone"],
  makes: "buckets",
  read: (members) => readRanges(members, members.timeZone()),
};

function readRanges(members: AggregationMembers, timeZone: string | undefined): RangeBody {
  const ranges = rangesOf(members);
  const keyed = members.boolean("keyed") ?? false;
  const values = members.values();
  if (ranges.length === 0) throw illegalOnShard(`No [ranges] specified for the [${members.name}] aggregation`);
  return { ...values, ranges, keyed, timeZone };
}

/** A list, or one range without it. */
function rangesOf(members: AggregationMembers): readonly Range[] {
  const value = members.body.get("ranges");
  if (value === undefined) return [];
  if (!isArray(value) && !isObject(value)) throw members.wrongType("ranges");
  return (isArray(value) ? value : [value]).map((each) => readRange(members, each));
}

const RANGE_MEMBERS = ["key", "from", "to"];

function readRange(members: AggregationMembers, value: JsonValue): Range {
  const refused = (reason: string, at?: Location, whole = at) => {
    const cause = xContentParseException(`[range] ${reason}`, at);
    return within(cause, "x_content_parse_exception", `[${members.kind}] failed to parse field [ranges]`, whole);
  };
  if (!isObject(value)) throw refused("Expected START_OBJECT but was: END_ARRAY");
  for (const [member, each] of value) {
    const at = locationOfValue(value, member);
    if (!RANGE_MEMBERS.includes(member)) throw refused(`unknown field [${member}]`, locationOfName(value, member), at);
    if (typeof each === "string" || isNumber(each) || (each === null && member !== "key")) continue;
    throw refused(`${member} doesn't support values of type: ${tokenOf(each)}`, at);
  }
  const edge = (name: string): Edge => {
    const given = value.get(name);
    return typeof given === "string" ? given : isNumber(given) ? Number(given) : undefined;
  };
  const key = edge("key")?.toString();
  expectAtMost(MAX_REPEATED_LENGTH, key?.length ?? 0, "characters", "[ranges] has a key of");
  return { key, from: edge("from"), to: edge("to") };
}
