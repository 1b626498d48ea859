import { parsingException, within, xContentParseException } from "../errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json.ts";
import { tokenOf } from "../options.ts";

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
      locationOfValue(body, "order"),
    );
  }
  return (isArray(value) ? value : [value]).map((each) => readCriterion(kind, body, each));
}

function readCriterion(kind: string, body: JsonObject, criterion: JsonValue): OrderBy {
  if (!isObject(criterion)) {
    throw xContentParseException(`[${kind}] failed to parse field [order]`, locationOfValue(body, "order"));
  }
  // Of several members of one object the last counts, as it does in Elasticsearch.
  const [path, direction] = [...criterion].at(-1) ?? [];
  if (path === undefined) {
    throw xContentParseException(`[${kind}] failed to parse field [order]`, locationOfValue(body, "order"));
  }
  const name = String(direction).toLowerCase();
  if (name !== "asc" && name !== "desc") {
    const at = locationOfValue(criterion, path);
    const cause = parsingException(`Unknown order direction [${direction}]`, at);
    throw within(cause, "x_content_parse_exception", `[${kind}] failed to parse field [order]`, at);
  }
  return { path, ascending: name === "asc" };
}
