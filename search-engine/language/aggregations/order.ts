import { MAX_ORDER_CRITERIA } from "../../limits.ts";
import { parsingException, within, xContentParseException } from "../errors/errors.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type Location,
  locationOfEnd,
  locationOfValue,
} from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { tokenOf } from "../members/options.ts";
import type { AggregationMembers } from "./members.ts";
import { aggregationPath, type PathElement } from "./path.ts";

/**
 * A criterion: `_count`, `_key`, or the path of a metric or single bucket among the sub-aggregations, such as
 * `sizes.avg`.
 */
export interface OrderBy {
  /** Undefined for `_count` and `_key`. */
  readonly elements: readonly PathElement[] | undefined;
  readonly path: string;
  readonly ascending: boolean;
}

const byPath = (path: string, ascending: boolean, elements?: readonly PathElement[]): OrderBy => ({
  path,
  elements,
  ascending,
});

export const byKey = (ascending: boolean): OrderBy => byPath("_key", ascending);
export const byCount = (ascending: boolean): OrderBy => byPath("_count", ascending);

/** Reads `order`: one criterion or several. @throws SearchRejected */
export function readOrder(members: AggregationMembers): readonly OrderBy[] | undefined {
  const value = members.body.get("order");
  if (value === undefined) return undefined;
  if (!isArray(value) && !isObject(value)) throw members.wrongType("order");
  const criteria = isArray(value) ? value : [value];
  if (criteria.length === 0) throw members.invalid("order", "compound order must have at least one element");
  expectAtMost(MAX_ORDER_CRITERIA, criteria.length, "criteria", "[order] has");
  return criteria.map((each) => readCriterion(members, each));
}

function readCriterion(members: AggregationMembers, criterion: JsonValue): OrderBy {
  const list = members.body.get("order");
  if (isArray(criterion)) throw members.invalid("order", "criteria of [order] are no lists");
  if (!isObject(criterion)) throw unreadable(members, "Unexpected token [END_ARRAY] for [order]");
  // As in Elasticsearch, the last of several members of one object counts.
  const [path, direction] = [...criterion].at(-1) ?? [];
  if (path === undefined || direction === undefined) {
    const at = isArray(list) ? undefined : locationOfEnd(criterion);
    throw unreadable(members, "Must specify at least one field for [order]", at);
  }
  const at = locationOfValue(criterion, path);
  if (typeof direction !== "string")
    throw unreadable(members, `Unexpected token [${tokenOf(direction)}] for [order]`, at);
  const name = direction.toLowerCase();
  if (name !== "asc" && name !== "desc") throw unreadable(members, `Unknown order direction [${direction}]`, at);
  return byPath(
    path,
    name === "asc",
    path === "_count" || path === "_key" ? undefined : elementsOf(path, members, criterion),
  );
}

function unreadable({ kind }: AggregationMembers, reason: string, at?: Location): Error {
  const cause = parsingException(reason, at);
  return within(cause, "x_content_parse_exception", `[${kind}] failed to parse field [order]`, at);
}

function elementsOf(path: string, members: AggregationMembers, criterion: JsonObject): readonly PathElement[] {
  const elements = aggregationPath(path);
  if (!("malformed" in elements) && elements.length > 0) return elements;
  const reason = "malformed" in elements ? `Invalid path element [${elements.malformed}] in path` : "Invalid path";
  const cause = { type: "illegal_argument_exception", reason: `${reason} [${path}]` };
  throw xContentParseException(`[${members.kind}] failed to parse field [order]`, locationOfEnd(criterion), cause);
}
