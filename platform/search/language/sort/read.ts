import { MAX_SORT_KEYS } from "../../../../contracts/limits.ts";
import {
  illegalArgument,
  illegalOnShard,
  parsingException,
  queryShardException,
  type ShardFailure,
  xContentParseException,
} from "../errors.ts";
import { fieldWithValues } from "../fields.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json.ts";
import { ObjectMembers } from "../object-members.ts";
import { isScalar, type Scalar, tokenOf } from "../options.ts";
import { type DistanceKey, readDistanceKey } from "./distance.ts";
import { isDescending, isSortMode, type SortMode } from "./mode.ts";

/** One key of `sort`. */
export type SortKey = FieldKey | DistanceKey;

/** By a field, by `_score`, or by `_doc`, the order of the index. */
export interface FieldKey {
  readonly kind: "field";
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: SortMode | undefined;
  /** Where documents without a value go: `_first`, `_last` or a value. */
  readonly missing: Scalar | undefined;
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
    else if (typeof content === "string") yield { ...plainKey(field), reverse: isDescending(content) };
    else if (isObject(content)) yield fieldKey(field, content);
    else {
      const reason = `[field_sort] Expected START_OBJECT but was: ${tokenOf(content)}`;
      throw xContentParseException(reason, locationOfValue(object, field));
    }
  }
}

function fieldKey(field: string, content: JsonObject): FieldKey {
  const isPlace = field === "_score" || field === "_doc";
  const parser = field === "_score" ? "_score" : "field_sort";
  const members = new ObjectMembers(parser, content, isPlace ? placeOptions : options);
  const order = members.text("order");
  const mode = members.text("mode");
  const missing = content.get("missing") ?? undefined;
  return {
    kind: "field",
    field: sortableField(field),
    reverse: order === undefined ? field === "_score" : isDescending(order, (why) => members.invalid("order", why)),
    mode: mode === undefined ? undefined : modeOf(mode, members),
    missing: missing === undefined ? undefined : members.scalar("missing", missing),
    unmappedType: members.text("unmapped_type"),
    format: members.text("format"),
  };
}

function modeOf(text: string, members: ObjectMembers): SortMode {
  const mode = text.toLowerCase();
  if (isSortMode(mode)) return mode;
  throw members.invalid("mode", `Unknown SortMode [${text}]`);
}

/** A value of `search_after`. */
export type AfterValue = Scalar | null;

/**
 * The values of `search_after`, one for each key. Null stands for a missing term; keys that surely are numbers have none.
 * @throws ShardFailure
 */
export function valuesAfter(values: readonly JsonValue[], keys: readonly SortKey[] | undefined): readonly AfterValue[] {
  if (!keys) throw illegalOnShard("Sort must contain at least one field.");
  if (values.length !== keys.length) {
    throw illegalOnShard(`search_after has ${values.length} value(s) but sort has ${keys.length}.`);
  }
  return keys.map((key, place) => {
    const value = values[place];
    if (isScalar(value) || (value === null && !isSurelyNumber(key))) return value;
    throw badSearchAfter(key.kind === "distance" ? "_geo_distance" : key.field);
  });
}

/** Only dates have a format. */
const isSurelyNumber = (key: SortKey): boolean =>
  key.kind === "distance" || key.format !== undefined || key.field === "_score" || key.field === "_doc";

export function badSearchAfter(field: string, text?: string): ShardFailure {
  const cause =
    text === undefined ? undefined : { type: "number_format_exception", reason: `For input string: "${text}"` };
  return illegalOnShard(`Failed to parse search_after value for field [${field}].`, cause);
}
