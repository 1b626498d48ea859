import { parsingException, within, xContentParseException } from "../../language/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, placeOfValue } from "../../language/json.ts";
import { tokenOf } from "../../language/options.ts";
import type { Below } from "./aggregation.ts";
import type { BucketTable } from "./buckets.ts";

/** One criterion: `_count`, `_key` or the path of a metric below. */
export interface OrderBy {
  readonly path: string;
  readonly ascending: boolean;
}

/** Reads `order`: one criterion or several. @throws SearchRejected */
export function readOrder(kind: string, body: JsonObject): readonly OrderBy[] | undefined {
  const value = body.get("order");
  if (value === undefined) return undefined;
  if (!isArray(value) && !isObject(value)) {
    throw xContentParseException(
      `[${kind}] order doesn't support values of type: ${tokenOf(value)}`,
      placeOfValue(body, "order"),
    );
  }
  return (isArray(value) ? value : [value]).map((each) => readCriterion(kind, body, each));
}

function readCriterion(kind: string, body: JsonObject, criterion: JsonValue): OrderBy {
  if (!isObject(criterion)) {
    throw xContentParseException(`[${kind}] failed to parse field [order]`, placeOfValue(body, "order"));
  }
  // Of several members of one object the last counts, as it does in Elasticsearch.
  const [path, direction] = [...criterion].at(-1) ?? [];
  if (path === undefined) {
    throw xContentParseException(`[${kind}] failed to parse field [order]`, placeOfValue(body, "order"));
  }
  const name = String(direction).toLowerCase();
  if (name !== "asc" && name !== "desc") {
    const at = placeOfValue(criterion, path);
    const cause = parsingException(`Unknown order direction [${direction}]`, at);
    throw within(cause, "x_content_parse_exception", `[${kind}] failed to parse field [order]`, at);
  }
  return { path, ascending: name === "asc" };
}

export type Compare = (a: number, b: number) => number;

/** Where buckets go whose metric has no number: behind all others, or where a largest number would. */
export type Numberless = "last" | "largest";

/** Compares buckets by criteria; buckets that are equal in all of them, by key. */
export function bucketOrder(
  criteria: readonly OrderBy[],
  table: BucketTable,
  compareKeys: Compare,
  below: Below,
  numberless: Numberless,
): Compare {
  const byKey = { path: "_key", ascending: true };
  const all = criteria.some(({ path }) => path === "_key") ? criteria : [...criteria, byKey];
  const compares = all.map((each) => criterion(each, table, compareKeys, below, numberless));
  return (a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function criterion(
  { path, ascending }: OrderBy,
  table: BucketTable,
  compareKeys: Compare,
  below: Below,
  numberless: Numberless,
): Compare {
  const sign = ascending ? 1 : -1;
  if (path === "_count") return (a, b) => sign * (table.counts[a]! - table.counts[b]!);
  if (path === "_key") return (a, b) => sign * compareKeys(table.keys[a]!, table.keys[b]!);
  const metric = below.metric(path);
  return (a, b) => {
    const [x, y] = [metric(a), metric(b)];
    if (Number.isNaN(x) || Number.isNaN(y)) {
      return (numberless === "last" ? 1 : sign) * (Number(Number.isNaN(x)) - Number(Number.isNaN(y)));
    }
    return x === y ? 0 : sign * (x < y ? -1 : 1);
  };
}

/** The first `limit` of the items in order. */
export function firstOf(items: readonly number[], limit: number, compare: Compare): number[] {
  if (limit >= items.length || limit > 1_000) return [...items].sort(compare).slice(0, limit);
  const first: number[] = [];
  for (const item of items) {
    if (first.length === limit && compare(item, first[limit - 1]!) >= 0) continue;
    let low = 0;
    for (let high = first.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (compare(item, first[middle]!) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(low, 0, item);
    if (first.length > limit) first.pop();
  }
  return first;
}
