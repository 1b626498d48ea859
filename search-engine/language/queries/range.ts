import { dateFormat } from "../dates/format.ts";
import { DateProblem } from "../dates/problem.ts";
import { timeZone } from "../dates/zone.ts";
import { illegalArgument, rejected } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import { isArray, isObject, type JsonValue } from "../json/json.ts";
import {
  asWritten,
  doesNotSupport,
  expectedText,
  isJavaNumber,
  isScalar,
  type Options,
  scalarText,
} from "../members/options.ts";
import { expectScalarName } from "./clause-name.ts";
import { fieldMembers, textIn } from "./field.ts";
import { aboutField } from "./kind.ts";

export interface RangeBody extends RangeBounds {
  readonly field: string;
  /** For dates. */
  readonly format: string | undefined;
  readonly timeZone: string | undefined;
  readonly boost: number;
}

export interface RangeBounds {
  readonly lower: string | undefined;
  readonly upper: string | undefined;
  readonly includesLower: boolean;
  readonly includesUpper: boolean;
  /** Whether some bound is a number, which means milliseconds since 1970 for dates without a `format`. */
  readonly isNumeric: boolean;
}

const options = [
  ...["gt", "gte", "lt", "lte", "from", "to", "include_lower", "include_upper"],
  ...["format", "time_zone", "relation", "boost", "_name"],
];

export const range = aboutField<RangeBody>((body) => {
  for (const [name, value] of body) if (isScalar(value)) throw doesNotSupport("range", body, name);
  const { field, options: members } = fieldMembers("range", body, options);
  const given = body.get(field);
  if (given === null || (isArray(given) && isWithoutObjects(given)))
    throw illegalArgument("field name is null or empty");
  if (!isObject(body.get(field))) throw doesNotSupport("range", body, field);
  expectScalarName(members.members);
  members.refuseTokens({ numbers: ["boost"], booleans: ["include_lower", "include_upper"] });
  for (const name of ["format", "time_zone"]) {
    if (members.members.get(name) === null) throw expectedText(members.members, name);
  }
  const read = {
    field: searchableField(field),
    ...boundsOf(members),
    timeZone: checkedZone(textIn(members.members, "time_zone")),
    format: checkedFormat(textIn(members.members, "format")),
    boost: members.boost,
  };
  checkRelation(members);
  return read;
});

/** The last of several members for the same bound counts. */
function boundsOf(members: Options): RangeBounds {
  let [lower, upper] = ["gte", "lte"];
  let [includesLower, includesUpper] = [true, true];
  for (const name of members.members.keys()) {
    if (name === "include_lower") includesLower = members.boolean(name) ?? true;
    else if (name === "include_upper") includesUpper = members.boolean(name) ?? true;
    else if (name === "from") lower = name;
    else if (name === "to") upper = name;
    else if (name === "gt" || name === "gte") [lower, includesLower] = [name, name === "gte"];
    else if (name === "lt" || name === "lte") [upper, includesUpper] = [name, name === "lte"];
  }
  return {
    lower: boundIn(members, lower),
    upper: boundIn(members, upper),
    includesLower,
    includesUpper,
    isNumeric: isJavaNumber(members.get(lower)) || isJavaNumber(members.get(upper)),
  };
}

/** Elasticsearch reads each item of a list as the bound, so its last item counts. */
function boundIn(members: Options, name: string): string | undefined {
  const value = members.get(name);
  if (isScalar(value)) return scalarText(asWritten(value, members.members, name));
  return isArray(value) && isWithoutObjects(value) ? "]" : members.text(name);
}

const isWithoutObjects = (list: readonly JsonValue[]): boolean =>
  list.every((each) => !isObject(each) && (!isArray(each) || isWithoutObjects(each)));

/** `relation` applies to fields of ranges. There are none, so its value is only checked. */
function checkRelation({ members }: Options): void {
  const value = members.get("relation");
  if (value === undefined) return;
  if (!isScalar(value)) throw expectedText(members, "relation");
  const relation = String(value).toLowerCase();
  if (relation === "disjoint") throw illegalArgument(`[range] query does not support relation [${value}]`);
  if (!["intersects", "within", "contains"].includes(relation)) {
    throw illegalArgument(`${value} is not a valid relation`);
  }
}

function checkedZone(id: string | undefined): string | undefined {
  try {
    if (id !== undefined) timeZone(id);
    return id;
  } catch (error) {
    if (!(error instanceof DateProblem)) throw error;
    const java =
      error.type === "zone_rules_exception" ? "java.time.zone.ZoneRulesException" : "java.time.DateTimeException";
    const cause = { type: error.type, reason: error.message };
    throw rejected("illegal_argument_exception", `${java}: ${error.message}`, {}, cause);
  }
}

function checkedFormat(pattern: string | undefined): string | undefined {
  try {
    if (pattern !== undefined) dateFormat(pattern, "root");
    return pattern;
  } catch (error) {
    if (!(error instanceof DateProblem)) throw error;
    const reason = error.message.replace(/^Invalid format: \[.*?\]: /s, "");
    throw rejected("illegal_argument_exception", error.message, {}, { type: "illegal_argument_exception", reason });
  }
}
