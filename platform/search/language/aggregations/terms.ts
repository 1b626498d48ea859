import { illegalArgument, rejected, within } from "../errors.ts";
import { isArray, locationOfValue } from "../json.ts";
import { MAX_BUCKETS } from "../limits.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { byCount, type OrderBy, readOrder } from "./order.ts";

export interface TermsBody {
  readonly field: string;
  readonly missing: string | number | undefined;
  readonly format: string | undefined;
  readonly size: number;
  /** Buckets that a shard would send on: Elasticsearch's sums and bounds of errors are made of these. */
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly order: readonly OrderBy[];
  readonly showError: boolean;
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
}

export const terms: AggregationKind<TermsBody> = {
  options: [
    ...["field", "missing", "format", "size", "shard_size", "min_doc_count", "order", "include", "exclude"],
    ...["show_term_doc_count_error", "collect_mode", "execution_hint"],
  ],
  makes: "buckets",
  read(members) {
    const [field, missing, format] = [members.field(), members.missing(), members.text("format")];
    const size = positive(members, "size") ?? 10;
    const order = readOrder(members) ?? [byCount(false)];
    const isByKey = order[0]?.path === "_key";
    const shardSize = positive(members, "shard_size") ?? (isByKey ? size : Math.trunc(size * 1.5 + 10));
    checkCollectMode(members);
    members.text("execution_hint");
    return {
      field,
      missing,
      format,
      size,
      shardSize: Math.max(size, shardSize),
      minDocCount: members.minDocCount() ?? 1,
      order,
      showError: members.boolean("show_term_doc_count_error") ?? false,
      include: exactValues(members, "include"),
      exclude: exactValues(members, "exclude"),
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

function exactValues(members: AggregationMembers, member: "include" | "exclude"): readonly string[] | undefined {
  const value = members.body.get(member);
  if (value === undefined) return undefined;
  if (!isArray(value)) throw illegalArgument(`[terms] supports [${member}] as an array of exact values only`);
  return value.map((each) => String(members.scalar(member, each)));
}
