import { illegalOnShard } from "./errors/errors.ts";
import { type InnerHits, readInnerHits } from "./inner-hits.ts";
import { isObject, type JsonObject } from "./json/json.ts";
import { ObjectMembers } from "./members/object-members.ts";
import { unknownKey } from "./members/options.ts";
import type { ClauseReader } from "./queries/kind.ts";
import type { Clause } from "./queries/table.ts";
import type { SortKey } from "./sort/read.ts";

/** `collapse`: of the hits with the same value of the field, only the best one is answered. */
export interface Collapse {
  readonly field: string;
  /** The last of several with the same name is answered. */
  readonly innerHits: readonly InnerHits[];
}

/** Reads `collapse`; undefined when there is none. @throws SearchRejected, ShardFailure */
export function readCollapse(
  body: JsonObject,
  sort: readonly SortKey[] | undefined,
  hasAfter: boolean,
  reader: ClauseReader<Clause>,
): Collapse | undefined {
  const value = body.get("collapse");
  if (value === undefined) return undefined;
  if (!isObject(value)) throw unknownKey("collapse", body);
  const members = new ObjectMembers("collapse", value, ["field", "inner_hits", "max_concurrent_group_searches"]);
  const groups = members.integer("max_concurrent_group_searches");
  if (groups !== undefined && groups < 1) {
    throw members.invalid("max_concurrent_group_searches", "maxConcurrentGroupRequests` must be positive");
  }
  const innerHits = readInnerHits(members, reader);
  const field = members.text("field");
  if (field === undefined || field === "") throw illegalOnShard("no collapse field specified");
  if (hasAfter) checkAfter(field, sort);
  return { field, innerHits };
}

/** `search_after` can continue behind a group only where hits are sorted by the groups. */
function checkAfter(field: string, sort: readonly SortKey[] | undefined): void {
  const [only, second] = sort ?? [];
  if (only?.kind === "field" && only.field === field && second === undefined) return;
  throw illegalOnShard(
    "Cannot use [collapse] in conjunction with [search_after] unless the search is sorted on the same field. Multiple sort fields are not allowed.",
  );
}
