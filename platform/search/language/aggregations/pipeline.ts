import { illegalArgument, parsingException, rejected } from "../errors.ts";
import { isArray, isObject, locationOfValue } from "../json.ts";
import { isNumber, tokenOf } from "../options.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { aggregationPath, type PathElement } from "./path.ts";

export type GapPolicy = "skip" | "insert_zeros" | "keep_values";

/** An aggregation of other aggregations' answers. */
export interface PipelineBody {
  /** As the search has it. */
  readonly bucketsPath: string;
  readonly path: readonly PathElement[];
  /** What a bucket without documents, or without a number, counts as. */
  readonly gapPolicy: GapPolicy;
  readonly format: string | undefined;
}

const SHARED_MEMBERS = ["buckets_path", "format", "gap_policy"];

/** The kind of a pipeline with members of its own. */
export function pipeline<Own>(
  more: readonly string[],
  readMore: (members: AggregationMembers) => Own,
): AggregationKind<PipelineBody & Own> {
  return {
    options: undefined,
    makes: "pipeline",
    read(members) {
      for (const [member, value] of members.body) {
        const isKnown = SHARED_MEMBERS.includes(member) ? typeof value === "string" : more.includes(member);
        if (!isKnown && !(member === "buckets_path" && isArray(value))) throw unexpected(members, member);
      }
      const shared = readShared(members);
      return { ...shared, ...readMore(members) };
    },
  };
}

export const plainPipeline: AggregationKind<PipelineBody> = pipeline([], () => ({}));

function readShared(members: AggregationMembers): PipelineBody {
  const given = members.body.get("buckets_path");
  const paths = isArray(given) ? given : [given];
  const [bucketsPath] = paths;
  if (given === undefined) {
    throw withoutPath(members);
  }
  if (typeof bucketsPath !== "string" || paths.length > 1) throw unexpected(members, "buckets_path");
  const path = aggregationPath(bucketsPath);
  if ("malformed" in path) throw unexpected(members, "buckets_path");
  return { bucketsPath, path, gapPolicy: gapPolicyOf(members), format: members.text("format") };
}

function withoutPath({ kind, name }: AggregationMembers): Error {
  if (kind === "cumulative_sum") return illegalArgument("Required [buckets_path]");
  const what = kind === "serial_diff" || kind === "derivative" ? "derivative aggregation" : "aggregation";
  return parsingException(`Missing required field [buckets_path] for ${what} [${name}]`);
}

/** @throws SearchRejected */
export function gapPolicyOf(members: AggregationMembers): GapPolicy {
  const given = members.text("gap_policy") ?? "skip";
  if (given === "skip" || given === "insert_zeros" || given === "keep_values") return given;
  const accepted = "accepted values: [insert_zeros, skip, keep_values]";
  throw parsingException(`Invalid gap policy: [${given}], ${accepted}`, locationOfValue(members.body, "gap_policy"));
}

function unexpected({ body, name }: AggregationMembers, member: string): Error {
  const value = body.get(member);
  return parsingException(
    `Unexpected token ${isObject(value) ? "START_OBJECT" : tokenOf(value)} [${member}] in [${name}]`,
    locationOfValue(body, member),
  );
}

export interface SerialDiffBody {
  /** Buckets back to the one that is subtracted. */
  readonly lag: number;
}

export const serialDiff = pipeline<SerialDiffBody>(["lag"], (members) => {
  const lag = members.body.get("lag") ?? 1;
  if (!isNumber(lag)) throw unexpected(members, "lag");
  if (lag >= 1) return { lag: Math.trunc(Number(lag)) };
  throw parsingException(`Lag must be a positive, non-zero integer.  Value supplied was${lag} in [${members.name}].`);
});

/** What Elasticsearch's validation of a whole request says. */
export const invalidRequest = (reason: string): Error =>
  rejected("action_request_validation_exception", `Validation Failed: 1: ${reason};`);

export const extendedStatsBucket = pipeline(["sigma"], (members) => ({ sigma: members.number("sigma") ?? 2 }));
