import { MAX_TOP_HITS_WINDOW } from "../../limits.ts";
import { illegalArgument, illegalOnShard } from "../errors/errors.ts";
import { fetchMembers, readFetch } from "../fetch/read.ts";
import type { JsonObject } from "../json/json.ts";
import { integerAt, isScalar, unknownKey } from "../members/options.ts";
import type { Page } from "../page.ts";
import { readSort } from "../sort/read.ts";
import type { AggregationKind } from "./kind.ts";

const DEFAULT_SIZE = 3;
/** Members that may only be false. */
const REFUSED_WHEN_TRUE: readonly string[] = ["explain", "version", "seq_no_primary_term"];
const SUPPORTED: ReadonlySet<string> = new Set([
  "from",
  "size",
  "sort",
  "track_scores",
  ...fetchMembers,
  ...REFUSED_WHEN_TRUE,
]);

/** The best documents of a bucket. */
export const topHits: AggregationKind<Page> = {
  options: undefined,
  makes: "hits",
  read({ body, name, clauses }) {
    for (const member of body.keys()) if (!SUPPORTED.has(member)) throw unknownKey(member, body);
    for (const member of REFUSED_WHEN_TRUE) if (booleanOf(body, member)) throw unknownKey(member, body);
    const [from, size] = [countOf(body, "from", name) ?? 0, countOf(body, "size", name) ?? DEFAULT_SIZE];
    const trackScores = booleanOf(body, "track_scores");
    const read = { from, size, sort: readSort(body, clauses), trackScores, fetch: readFetch(body, clauses) };
    checkWindow(from + size, name);
    return read;
  },
};

function countOf(body: JsonObject, member: "from" | "size", name: string): number | undefined {
  const value = body.get(member);
  if (value === undefined) return undefined;
  if (!isScalar(value)) throw unknownKey(member, body);
  const count = integerAt(body, member);
  if (count >= 0) return count;
  throw illegalArgument(`[${member}] must be greater than or equal to 0. Found [${count}] in [${name}]`);
}

function booleanOf(body: JsonObject, member: string): boolean {
  const value = body.get(member);
  if (value === undefined || typeof value === "boolean") return value ?? false;
  if (typeof value !== "string") throw unknownKey(member, body);
  if (value === "true" || value === "false") return value === "true";
  throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
}

function checkWindow(window: number, name: string): void {
  if (window > MAX_TOP_HITS_WINDOW) {
    throw illegalOnShard(
      `Top hits result window is too large, the top hits aggregator [${name}]'s from + size must be less than or equal to: [${MAX_TOP_HITS_WINDOW}] but was [${window}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
    );
  }
  if (window > 0) return;
  throw illegalOnShard(
    "numHits must be > 0; please use TotalHitCountCollectorManager if you just need the total hit count",
  );
}
