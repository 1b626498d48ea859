import { MAX_SORT_KEYS } from "../../../../contracts/limits.ts";
import {
  illegalArgument,
  parsingException,
  queryShardException,
  ShardFailure,
  xContentParseException,
} from "../errors.ts";
import { fieldWithValues } from "../fields.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfName, locationOfValue } from "../json.ts";
import { isScalar, scalarText, tokenOf } from "../options.ts";
import { type DistanceKey, readDistanceKey } from "./distance.ts";
import type { SortMode } from "./mode.ts";

/** One key of `sort`. */
export type SortKey = FieldKey | DistanceKey;

/** By a field, by `_score`, or by `_doc`, the order of the index. */
export interface FieldKey {
  readonly kind: "field";
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: SortMode | undefined;
  /** Where documents without a value go: `_first`, `_last` or a value. */
  readonly missing: JsonValue | undefined;
  readonly unmappedType: string | undefined;
  readonly format: string | undefined;
}

const options = ["order", "missing", "mode", "unmapped_type", "format"];
const placeOptions = ["order"];

/** Reads `sort`. Undefined when it is the default: best score first. @throws SearchRejected, ShardFailure */
export function readSort(body: JsonObject): readonly SortKey[] | undefined {
  const value = body.get("sort");
  if (value === undefined) return undefined;
  const keys = [...keysIn(value, body)];
  const [first, second] = keys;
  const isDefault = !first || (!second && first.kind === "field" && first.field === "_score" && first.reverse);
  if (isDefault) return undefined;
  if (keys.length > MAX_SORT_KEYS) throw illegalArgument(`[sort] has more than [${MAX_SORT_KEYS}] keys`);
  return keys;
}

function* keysIn(value: JsonValue, body: JsonObject): Generator<SortKey> {
  if (typeof value === "string") yield plainKey(value);
  else if (isObject(value)) yield* keysOf(value);
  else if (isArray(value)) {
    for (const each of value) {
      if (typeof each === "string") yield plainKey(each);
      else if (isObject(each)) yield* keysOf(each);
      else {
        throw illegalArgument(
          "malformed sort format, within the sort array, an object, or an actual string are allowed",
        );
      }
    }
  } else throw parsingException(`Unknown key for a ${tokenOf(value)} in [sort].`, locationOfValue(body, "sort"));
}

const plainKey = (field: string): FieldKey => ({
  kind: "field",
  field: sortableField(field),
  reverse: field === "_score",
  mode: undefined,
  missing: undefined,
  unmappedType: undefined,
  format: undefined,
});

/** Sort keys of Elasticsearch that are not fields: a document's place in its shard, and a script. */
const REFUSED_KEYS: ReadonlySet<string> = new Set(["_shard_doc", "_script"]);

/** @throws ShardFailure */
function sortableField(name: string): string {
  if (REFUSED_KEYS.has(name)) throw noMapping(name);
  return fieldWithValues(name);
}

export const noMapping = (field: string): ShardFailure =>
  queryShardException(`No mapping found for [${field}] in order to sort on`);

function* keysOf(object: JsonObject): Generator<SortKey> {
  for (const [field, content] of object) {
    if (field === "_geo_distance" && isObject(content)) yield readDistanceKey(content);
    else if (typeof content === "string") yield { ...plainKey(field), reverse: orderOf(content, object, field) };
    else if (isObject(content)) yield fieldKey(field, content);
    else {
      const reason = `[field_sort] Expected START_OBJECT but was: ${tokenOf(content)}`;
      throw xContentParseException(reason, locationOfValue(object, field));
    }
  }
}

function fieldKey(field: string, content: JsonObject): FieldKey {
  const isPlace = field === "_score" || field === "_doc";
  for (const name of content.keys()) {
    if ((isPlace ? placeOptions : options).includes(name)) continue;
    const parser = field === "_score" ? "_score" : "field_sort";
    throw xContentParseException(`[${parser}] unknown field [${name}]`, locationOfName(content, name));
  }
  const text = (name: string) => {
    const given = content.get(name);
    return isScalar(given) ? scalarText(given) : undefined;
  };
  const order = text("order");
  return {
    kind: "field",
    field: sortableField(field),
    reverse: order === undefined ? field === "_score" : orderOf(order, content, "order"),
    mode: modeOf(text("mode"), content),
    missing: content.get("missing"),
    unmappedType: text("unmapped_type"),
    format: text("format"),
  };
}

function orderOf(text: string, object: JsonObject, name: string): boolean {
  const order = text.toLowerCase();
  if (order === "asc" || order === "desc") return order === "desc";
  const reason = `No enum constant org.elasticsearch.search.sort.SortOrder.${text.toUpperCase()}`;
  if (name !== "order") throw illegalArgument(reason);
  throw xContentParseException("[field_sort] failed to parse field [order]", locationOfValue(object, name), {
    type: "illegal_argument_exception",
    reason,
  });
}

function modeOf(text: string | undefined, object: JsonObject): SortMode | undefined {
  const mode = text?.toLowerCase();
  switch (mode) {
    case undefined:
    case "min":
    case "max":
    case "sum":
    case "avg":
    case "median":
      return mode;
    default:
      throw xContentParseException("[field_sort] failed to parse field [mode]", locationOfValue(object, "mode"), {
        type: "illegal_argument_exception",
        reason: `Unknown SortMode [${text}]`,
      });
  }
}

/**
 * Checks that there is a value for each key. Null stands for a missing term; keys that surely are numbers have none.
 * @throws ShardFailure
 */
export function checkSearchAfter(values: readonly JsonValue[], keys: readonly SortKey[] | undefined): void {
  if (!keys) throw new ShardFailure("illegal_argument_exception", "Sort must contain at least one field.");
  if (values.length !== keys.length) {
    const message = `search_after has ${values.length} value(s) but sort has ${keys.length}.`;
    throw new ShardFailure("illegal_argument_exception", message);
  }
  for (const [place, key] of keys.entries()) {
    const value = values[place];
    if (isScalar(value) || (value === null && !isSurelyNumber(key))) continue;
    throw badSearchAfter(key.kind === "distance" ? "_geo_distance" : key.field);
  }
}

/** Only dates have a format. */
const isSurelyNumber = (key: SortKey): boolean =>
  key.kind === "distance" || key.format !== undefined || key.field === "_score" || key.field === "_doc";

export function badSearchAfter(field: string, text?: string): ShardFailure {
  const cause =
    text === undefined ? undefined : { type: "number_format_exception", reason: `For input string: "${text}"` };
  const reason = `Failed to parse search_after value for field [${field}].`;
  return new ShardFailure("illegal_argument_exception", reason, {}, cause);
}
