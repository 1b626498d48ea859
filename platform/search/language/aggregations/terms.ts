import { illegalArgument, rejected, within } from "../errors.ts";
import { isArray, isObject, locationOfValue } from "../json.ts";
import { MAX_BUCKETS } from "../limits.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { byCount, type OrderBy, readOrder } from "./order.ts";
import { VALUES_OPTIONS, type ValuesBody } from "./values.ts";

export interface TermsBody extends ValuesBody {
  readonly size: number;
  /** Buckets that a shard would send on: Elasticsearch's sums and bounds of errors are made of these. */
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly order: readonly OrderBy[];
  readonly showError: boolean;
  /** How a keyword field's terms are counted, which makes no difference here; other names are refused. */
  readonly executionHint: string | undefined;
  readonly include: TermFilter | undefined;
  readonly exclude: TermFilter | undefined;
}

/** Exact values, or a regular expression that whole terms match. */
export type TermFilter = readonly string[] | { readonly pattern: string };

export const terms: AggregationKind<TermsBody> = {
  options: [
    ...VALUES_OPTIONS,
    ...["size", "shard_size", "min_doc_count", "order", "include", "exclude"],
    ...["show_term_doc_count_error", "collect_mode", "execution_hint"],
  ],
  makes: "buckets",
  read(members) {
    const values = members.values();
    const size = positive(members, "size") ?? 10;
    const order = readOrder(members) ?? [byCount(false)];
    const isByKey = order[0]?.path === "_key";
    const shardSize = positive(members, "shard_size") ?? (isByKey ? size : Math.trunc(size * 1.5 + 10));
    checkCollectMode(members);
    return {
      ...values,
      executionHint: members.text("execution_hint"),
      size,
      shardSize: Math.max(size, shardSize),
      minDocCount: members.minDocCount() ?? 1,
      order,
      showError: members.boolean("show_term_doc_count_error") ?? false,
      include: termFilter(members, "include"),
      exclude: termFilter(members, "exclude"),
    };
  },
};

function checkCollectMode(members: AggregationMembers): void {
  const mode = members.text("collect_mode");
  if (mode === undefined || mode === "depth_first" || mode === "breadth_first") return;
  const cause = rejected("parse_exception", `no [collect_mode] found for value [${mode}]`);
  const at = locationOfValue(members.body, "collect_mode");
  throw within(cause, "x_content_parse_exception", "[terms] failed to parse field [collect_mode]", at);
}

function positive(members: AggregationMembers, member: "size" | "shard_size"): number | undefined {
  const value = members.integer(member);
  if (value !== undefined && value > MAX_BUCKETS) {
    const found = `Found [${value}] in [${members.name}]`;
    throw illegalArgument(`[${member}] must be less than or equal to [${MAX_BUCKETS}]. ${found}`);
  }
  if (value === undefined || value > 0) return value;
  const spelling = member === "size" ? "size" : "shardSize";
  const reason = `[${spelling}] must be greater than 0. Found [${value}] in [${members.name}]`;
  throw members.invalid(member, reason);
}

function termFilter(members: AggregationMembers, member: "include" | "exclude"): TermFilter | undefined {
  const value = members.body.get(member);
  if (value === undefined) return undefined;
  if (typeof value === "string") return { pattern: value };
  if (isArray(value)) return value.map((each) => String(members.scalar(member, each)));
  if (member === "exclude" || !isObject(value)) throw members.wrongType(member);
  throw illegalArgument("[terms] supports [include] as a regular expression or an array of exact values only");
}
