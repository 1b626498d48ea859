import { MAX_COMPRESSION, MAX_PERCENTS } from "../../limits.ts";
import { doubleIn, javaDouble } from "../java/java-numbers.ts";
import { isArray, type JsonObject, type JsonValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { inMember } from "../members/in-member.ts";
import { ObjectMembers } from "../members/object-members.ts";
import { notANumber, numberAt } from "../members/options.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { type MetricBody, metric } from "./metrics.ts";

export interface PercentilesBody extends MetricBody {
  /** Percents, or values whose ranks to compute; ascending. */
  readonly keys: readonly number[];
  /** Whether the answer has an object by key instead of a list. */
  readonly keyed: boolean;
  /** Significant digits of the HDR histogram that keeps the values; undefined: values are kept as they are. */
  readonly digits: number | undefined;
}

export const DEFAULT_PERCENTS = [1, 5, 25, 50, 75, 95, 99];

export const percentiles: AggregationKind<PercentilesBody> = kindOf("percents", (given, members) => {
  if (!given) return DEFAULT_PERCENTS;
  if (given.length === 0) throw failedToBuild(members, "[percents] must not be empty");
  const outside = given.find((percent) => !(percent >= 0 && percent <= 100));
  if (outside !== undefined) throw failedToBuild(members, `percent must be in [0,100], got [${javaDouble(outside)}]`);
  const seen = new Set<number>();
  const twice = given.find((percent) => seen.size === seen.add(percent).size);
  if (twice !== undefined) throw failedToBuild(members, `percent [${javaDouble(twice)}] has been specified twice`);
  return given;
});

export const percentileRanks: AggregationKind<PercentilesBody> = kindOf("values", (given, members) => {
  if (!given) throw failedToBuild(members, "[values] must not be null");
  if (given.length === 0) throw failedToBuild(members, "[values] must not be an empty array");
  return given;
});

function kindOf(
  keys: "percents" | "values",
  check: (given: readonly number[] | undefined, members: AggregationMembers) => readonly number[],
): AggregationKind<PercentilesBody> {
  return {
    options: ["field", "missing", "format", keys, "keyed", "tdigest", "hdr"],
    makes: "metric",
    refusesKey: (key, name, { digits }) => {
      if (key === undefined) return "Missing value key in [null] which refers to a multi-value metric aggregation";
      if (digits !== undefined && keys === "values" && Number(key) < 0) return noNegative(name, key);
      return Number.isNaN(Number(key)) ? `For input string: "${key}"` : undefined;
    },
    read(members) {
      const given = numbersIn(members, keys);
      const keyed = members.boolean("keyed") ?? true;
      const digest = members.object("tdigest");
      if (digest) checkDigest(digest);
      const digits = digitsOf(members);
      if (digest && digits !== undefined) {
        throw members.failedToBuild("Only one percentiles method should be declared.");
      }
      const checked = [...check(given, members)].sort((a, b) => a - b);
      if (digits !== undefined) checkHistogramKeys(checked, members);
      return { ...metric.read(members), keys: checked, keyed, digits };
    },
  };
}

const DEFAULT_DIGITS = 3;
const MAX_DIGITS = 5;

/** @throws SearchRejected */
function digitsOf(members: AggregationMembers): number | undefined {
  const body = members.object("hdr");
  if (!body) return undefined;
  return inMember(members, "hdr", () => {
    const hdr = new ObjectMembers("hdr", body, ["number_of_significant_value_digits"]);
    const digits = hdr.integer("number_of_significant_value_digits") ?? DEFAULT_DIGITS;
    if (digits >= 0 && digits <= MAX_DIGITS) return digits;
    const reason = `[numberOfSignificantValueDigits] must be between 0 and ${MAX_DIGITS}`;
    throw hdr.invalid("number_of_significant_value_digits", reason);
  });
}

/** A negative number crashes Elasticsearch. @throws SearchRejected */
function checkHistogramKeys(keys: readonly number[], members: AggregationMembers): void {
  const negative = keys.find((key) => key < 0);
  if (negative === undefined) return;
  throw failedToBuild(members, noNegative("hdr", javaDouble(negative)));
}

const noNegative = (name: string, number: string): string => `[${name}] keeps no negative numbers, but got [${number}]`;

/**
 * Options of the digest by which Elasticsearch estimates many values. Answers here are exact, so its compression does
 * not matter; its other digest, `high_accuracy`, estimates few values too.
 */
function checkDigest(body: JsonObject): void {
  const members = new ObjectMembers("tdigest", body, ["compression", "execution_hint"]);
  const compression = members.number("compression") ?? 0;
  if (compression < 0) {
    const found = `Found [${javaDouble(compression)}]`;
    throw members.invalid("compression", `[compression] must be greater than or equal to 0. ${found}`);
  }
  checkDigestSize(compression, members);
  checkExecutionHint(members);
}

/** @throws SearchRejected when Elasticsearch would reserve more memory than it has, in each bucket */
export function checkDigestSize(compression: number, { kind }: ObjectMembers): void {
  expectAtMost(MAX_COMPRESSION, compression, "means", `[${kind}] keeps by its [compression]`);
}

/** @throws SearchRejected */
export function checkExecutionHint(members: ObjectMembers): void {
  const hint = members.text("execution_hint");
  if (hint === undefined || hint === "default") return;
  throw members.invalid("execution_hint", `Invalid execution_hint [${hint}], valid values are [default]`);
}

/** An array of numbers, or one. @throws SearchRejected */
export function numbersIn(members: AggregationMembers, member: string): readonly number[] | undefined {
  const value = members.body.get(member);
  if (value === undefined) return undefined;
  if (value === null) throw members.wrongType(member);
  const number = (each: JsonValue) => {
    if (typeof each !== "string") return numberAt(members.body, member, each);
    const parsed = doubleIn(each);
    if (parsed !== undefined) return parsed;
    throw members.failed(member, "number_format_exception", notANumber(each));
  };
  if (!isArray(value)) return [number(value)];
  expectAtMost(MAX_PERCENTS, value.length, "numbers", `[${member}] has`);
  return value.map(number);
}

const failedToBuild = (members: AggregationMembers, reason: string): Error =>
  members.failedToBuild(`${reason}: [${members.name}]`);
