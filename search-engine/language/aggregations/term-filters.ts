import { illegalArgument, rejected, within, xContentParseException } from "../errors/errors.ts";
import { MAX_INT } from "../java/java-numbers.ts";
import { isArray, isObject, type JsonObject, locationOfValue } from "../json/json.ts";
import { inMember } from "../members/in-member.ts";
import { integerAt } from "../members/options.ts";
import { clausesOfExpression } from "../queries/regexp-cost.ts";
import type { AggregationMembers } from "./members.ts";

/** Which terms have buckets. */
export interface TermFilters {
  readonly include: TermFilter | undefined;
  readonly exclude: TermFilter | undefined;
}

/** Exact values, a regular expression that whole terms match, or one of several partitions by hash. */
export type TermFilter =
  | readonly string[]
  | { readonly pattern: string }
  | { readonly partition: number; readonly of: number };

export function readTermFilters(members: AggregationMembers): TermFilters {
  const include = includeOf(members);
  const exclude = valuesOrPattern(members, "exclude");
  if (exclude && include && "partition" in include) {
    throw members.invalid("exclude", "Cannot specify any excludes when using a partition-based include");
  }
  return { include, exclude };
}

function includeOf(members: AggregationMembers): TermFilter | undefined {
  const value = members.body.get("include");
  return isObject(value) ? partitionOf(value, members) : valuesOrPattern(members, "include");
}

function valuesOrPattern(members: AggregationMembers, member: "include" | "exclude"): TermFilter | undefined {
  const value = members.body.get(member);
  if (value === undefined) return undefined;
  if (typeof value === "string") {
    members.clauses.countClauses(clausesOfExpression(value));
    return { pattern: value };
  }
  if (isArray(value)) return value.map((each) => String(members.scalar(member, each)));
  throw members.wrongType(member);
}

/** The greatest `int` of Java. */

function partitionOf(value: JsonObject, members: AggregationMembers): TermFilter {
  for (const [name, given] of value) {
    if (name !== "partition" && name !== "num_partitions") throw unknown(name, members);
    if (typeof given === "string" && Number.isNaN(Number(given))) throw noNumber(value, name, members);
  }
  return inMember(members, "include", () => {
    const [partition, of] = [wholeNumber(value, "partition"), wholeNumber(value, "num_partitions")];
    if (partition >= 0 && partition < of && of <= MAX_INT) return { partition, of };
    throw illegalArgument(`Partition must be >=0 and < numPartition which is ${of}`);
  });
}

function unknown(name: string, { kind, body }: AggregationMembers): Error {
  const cause = rejected("parse_exception", `Unknown parameter in Include/Exclude clause: ${name}`);
  const at = locationOfValue(body, "include");
  return within(cause, "x_content_parse_exception", `[${kind}] failed to parse field [include]`, at);
}

function noNumber(value: JsonObject, name: string, { kind }: AggregationMembers): Error {
  const cause = { type: "number_format_exception", reason: `For input string: "${value.get(name)}"` };
  return xContentParseException(`[${kind}] failed to parse field [include]`, locationOfValue(value, name), cause);
}

function wholeNumber(value: JsonObject, name: "partition" | "num_partitions"): number {
  const given = value.get(name);
  if (given === undefined) throw illegalArgument(`Missing [${name}] parameter for partition-based include`);
  return integerAt(value, name);
}
