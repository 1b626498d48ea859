import { MAX_ORDER_CRITERIA } from "../../limits.ts";
import { expectAtMost } from "../bounds.ts";
import { parsingException, within, xContentParseException } from "../errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfEnd, locationOfValue } from "../json.ts";
import type { AggregationMembers } from "./members.ts";
import { aggregationPath, type PathElement } from "./path.ts";

/** One criterion: `_count`, `_key` or the path of a metric or of a single bucket below, such as `sizes.avg`. */
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
  if (!isObject(criterion)) throw members.failed("order", "parsing_exception", "Unexpected token for [order]");
  // Of several members of one object the last counts, as it does in Elasticsearch.
  const [path, direction] = [...criterion].at(-1) ?? [];
  if (path === undefined) {
    throw members.failed("order", "parsing_exception", "Must specify at least one field for [order]");
  }
  const name = String(direction).toLowerCase();
  if (name !== "asc" && name !== "desc") {
    const at = locationOfValue(criterion, path);
    const cause = parsingException(`Unknown order direction [${direction}]`, at);
    throw within(cause, "x_content_parse_exception", `[${members.kind}] failed to parse field [order]`, at);
  }
  return byPath(
    path,
    name === "asc",
    path === "_count" || path === "_key" ? undefined : elementsOf(path, members, criterion),
  );
}

function elementsOf(path: string, members: AggregationMembers, criterion: JsonObject): readonly PathElement[] {
  const elements = aggregationPath(path);
  if (!("malformed" in elements) && elements.length > 0) return elements;
  const reason = "malformed" in elements ? `Invalid path element [${elements.malformed}] in path` : "Invalid path";
  const cause = { type: "illegal_argument_exception", reason: `${reason} [${path}]` };
  throw xContentParseException(`[${members.kind}] failed to parse field [order]`, locationOfEnd(criterion), cause);
}
