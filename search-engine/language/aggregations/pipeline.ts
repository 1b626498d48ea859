import { unitLength } from "../dates/intervals.ts";
import { illegalArgument, parsingException, reduceFailure, rejected } from "../errors/errors.ts";
import { isArray, isObject, locationOfValue } from "../json/json.ts";
import { isNumber, isScalar, scalarText, tokenOf } from "../members/options.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { aggregationPath, type PathElement } from "./path.ts";

export type GapPolicy = "skip" | "insert_zeros" | "keep_values";

/** An aggregation over the answers of other aggregations. */
export interface PipelineBody {
  /** As written in the body. */
  readonly bucketsPath: string;
  readonly path: readonly PathElement[];
  /** The value of a bucket without documents or without a number. */
  readonly gapPolicy: GapPolicy;
  readonly format: string | undefined;
}

const SHARED_MEMBERS = ["buckets_path", "format", "gap_policy"];

/** Words the refusal of a member or of its value for a kind. */
type Refuse = (members: AggregationMembers, member: string) => Error;

/** The kind of a pipeline with members of its own. */
export function pipeline<Own>(
  more: readonly string[],
  readMore: (members: AggregationMembers) => Own,
  refuse: Refuse = unexpected,
): AggregationKind<PipelineBody & Own> {
  return {
    options: undefined,
    makes: "pipeline",
    read(members) {
      for (const [member, value] of members.body) {
        const isKnown = SHARED_MEMBERS.includes(member) ? typeof value === "string" : more.includes(member);
        if (!isKnown && !(member === "buckets_path" && isArray(value))) throw refuse(members, member);
      }
      const shared = readShared(members, refuse);
      return { ...shared, ...readMore(members) };
    },
  };
}

export const plainPipeline: AggregationKind<PipelineBody> = pipeline([], () => ({}));

/** The first of several paths counts. */
function readShared(members: AggregationMembers, refuse: Refuse): PipelineBody {
  const given = members.body.get("buckets_path");
  const [bucketsPath] = isArray(given) ? given : [given];
  if (given === undefined) throw withoutPath(members);
  if (!isScalar(bucketsPath)) throw refuse(members, "buckets_path");
  return { ...pathIn(scalarText(bucketsPath)), gapPolicy: gapPolicyOf(members), format: members.format() };
}

/** Reads the only path of a pipeline. @throws SearchRejected */
export function onlyPath(members: AggregationMembers): Pick<PipelineBody, "bucketsPath" | "path"> {
  const given = members.body.get("buckets_path");
  if (typeof given !== "string" && !isArray(given)) throw members.wrongType("buckets_path");
  const paths = isArray(given) ? given : [given];
  const [path] = paths;
  if (path === undefined || paths.length > 1) {
    throw invalidRequest(`buckets_path must contain a single entry for aggregation [${members.name}]`);
  }
  return pathIn(scalarText(members.scalar("buckets_path", path)));
}

function pathIn(bucketsPath: string): Pick<PipelineBody, "bucketsPath" | "path"> {
  const path = aggregationPath(bucketsPath);
  if (!("malformed" in path)) return { bucketsPath, path };
  throw invalidRequest(`Invalid path element [${path.malformed}] in path [${bucketsPath}]`);
}

function withoutPath({ kind, name }: AggregationMembers): Error {
  const what = kind === "serial_diff" || kind === "derivative" ? "derivative aggregation" : "aggregation";
  return parsingException(`Missing required field [buckets_path] for ${what} [${name}]`);
}

/** @throws SearchRejected */
export function gapPolicyOf(members: AggregationMembers, given = members.text("gap_policy") ?? "skip"): GapPolicy {
  if (given === "skip" || given === "insert_zeros" || given === "keep_values") return given;
  const accepted = "accepted values: [insert_zeros, skip, keep_values]";
  throw parsingException(`Invalid gap policy: [${given}], ${accepted}`, locationOfValue(members.body, "gap_policy"));
}

export function unexpected({ body, name }: AggregationMembers, member: string): Error {
  const value = body.get(member);
  return parsingException(
    `Unexpected token ${isObject(value) ? "START_OBJECT" : tokenOf(value)} [${member}] in [${name}]`,
    locationOfValue(body, member),
  );
}

/** The wording of kinds that report an unknown key for values of these types. */
const unknownKeyOf =
  (...types: readonly string[]): Refuse =>
  ({ body, name }, member) => {
    const token = tokenOf(body.get(member));
    const reason = types.includes(token)
      ? `Unknown key for a ${token} in [${name}]: [${member}].`
      : `Unexpected token ${token} in [${name}].`;
    return parsingException(reason, locationOfValue(body, member));
  };

export const cumulativeSum: AggregationKind<PipelineBody> = {
  options: ["buckets_path", "format"],
  makes: "pipeline",
  read(members) {
    members.require("buckets_path");
    return { ...onlyPath(members), gapPolicy: "skip", format: members.format() };
  },
};

export interface SerialDiffBody {
  /** Distance to the bucket that is subtracted. */
  readonly lag: number;
}

const unknownInSerialDiff = unknownKeyOf("VALUE_STRING", "VALUE_NUMBER", "START_ARRAY");

export const serialDiff = pipeline<SerialDiffBody>(
  ["lag"],
  (members) => {
    const given = members.body.get("lag") ?? 1;
    if (!isNumber(given)) throw unknownInSerialDiff(members, "lag");
    const lag = Math.trunc(Number(given));
    if (lag >= 1) return { lag };
    const reason = `Lag must be a positive, non-zero integer.  Value supplied was${lag} in [${members.name}]: [lag].`;
    throw parsingException(reason, locationOfValue(members.body, "lag"));
  },
  unknownInSerialDiff,
);

export interface DerivativeBody {
  /** The unit of `normalized_value`: milliseconds, or units of the keys of a histogram of numbers. */
  readonly unit: number | undefined;
}

const unknownInDerivative = unknownKeyOf("VALUE_STRING", "START_ARRAY");

export const derivative = pipeline<DerivativeBody>(
  ["unit"],
  (members) => {
    const unit = members.body.get("unit");
    if (unit === undefined) return { unit: undefined };
    if (typeof unit !== "string") throw unknownInDerivative(members, "unit");
    const length = unitLength(unit);
    if (length !== undefined) return { unit: length };
    const setting = "failed to parse setting [DerivativePipelineAggregationBuilder.unit] with value";
    const reason = `${setting} [${unit}] as a time value: unit is missing or unrecognized`;
    throw reduceFailure("illegal_argument_exception", reason);
  },
  unknownInDerivative,
);

/** The error of Elasticsearch's validation of a whole request. */
export const invalidRequest = (...reasons: readonly string[]): Error => {
  const listed = reasons.map((reason, index) => `${index + 1}: ${reason};`).join("");
  return rejected("action_request_validation_exception", `Validation Failed: ${listed}`);
};

export const extendedStatsBucket = pipeline(["sigma"], (members) => {
  const sigma = members.body.has("sigma") ? members.body.get("sigma") : DEFAULT_SIGMA;
  if (!isNumber(sigma)) throw unexpected(members, "sigma");
  if (Number(sigma) < 0) throw illegalArgument("sigma must be a non-negative double");
  return { sigma: Number(sigma) };
});

const DEFAULT_SIGMA = 2;
