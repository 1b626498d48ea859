import { parsingException, within } from "../errors.ts";
import { isArray, isObject, type JsonValue, locationOfValue } from "../json.ts";
import type { AggregationMembers } from "./members.ts";

/** One criterion: `_count`, `_key` or the path of a metric right below, such as `mean` or `mean.value`. */
export interface OrderBy {
  readonly path: string;
  readonly ascending: boolean;
}

/** A metric, and which of its numbers: `value` where the path does not say. */
export interface MetricPath {
  readonly name: string;
  readonly key: string;
}

/** What a path such as `mean`, `mean.value`, `sizes.avg` or `sizes[avg]` leads to. */
export function metricPath(path: string): MetricPath {
  const name = /^[^.[]*/.exec(path)?.[0] ?? "";
  return { name, key: path === name ? "value" : path.slice(name.length).replace(/^[.[]|\]$/g, "") };
}

/** Reads `order`: one criterion or several. @throws SearchRejected */
export function readOrder(members: AggregationMembers): readonly OrderBy[] | undefined {
  const value = members.body.get("order");
  if (value === undefined) return undefined;
  if (!isArray(value) && !isObject(value)) throw members.wrongType("order");
  const criteria = isArray(value) ? value : [value];
  if (criteria.length === 0) throw members.invalid("order", "compound order must have at least one element");
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
  return { path, ascending: name === "asc" };
}
