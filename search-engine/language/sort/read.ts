import { MAX_SORT_KEYS, MAX_SORT_TEXT_LENGTH } from "../../limits.ts";
import {
  illegalArgument,
  illegalOnShard,
  parsingException,
  queryShardException,
  type ShardFailure,
  xContentParseException,
} from "../errors/errors.ts";
import { fieldWithValues } from "../fields.ts";
import { isArray, isObject, type JsonObject, type JsonValue, type Location, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { inMember } from "../members/in-member.ts";
import { ObjectMembers } from "../members/object-members.ts";
import { asWritten, isScalar, type Scalar, scalarText, tokenOf, type WrittenScalar } from "../members/options.ts";
import type { ClauseReader } from "../queries/kind.ts";
import { isMultiValueMode, type MultiValueMode } from "../queries/multi-value-mode.ts";
import { type DistanceKey, readDistanceKey } from "./distance.ts";
import { type NestedSort, readNestedSort } from "./nested.ts";
import { isDescending } from "./order.ts";

/** One key of `sort`. */
export type SortKey = FieldKey | DistanceKey;

/** By a field, by `_score`, or by `_doc`, the order of the index. */
export interface FieldKey {
  readonly kind: "field";
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: MultiValueMode | undefined;
  /** The place of documents without a value: `_first`, `_last` or a value. */
  readonly missing: Scalar | undefined;
  readonly unmappedType: string | undefined;
  readonly format: string | undefined;
  /** The type to sort numbers as. */
  readonly numericType: NumericType | undefined;
  readonly nested: NestedSort | undefined;
}

const numericTypes = ["long", "double", "date", "date_nanos"] as const;
export type NumericType = (typeof numericTypes)[number];

const options = ["order", "missing", "mode", "unmapped_type", "format", "numeric_type", "nested"];
const scoreOptions = ["order"];

/** Reads `sort`. Undefined when it is the default: best score first. @throws SearchRejected, ShardFailure */
export function readSort(body: JsonObject, reader: ClauseReader<unknown>): readonly SortKey[] | undefined {
  const value = body.get("sort");
  if (value === undefined) return undefined;
  const keys: SortKey[] = [];
  for (const key of keysIn(value, body, reader)) {
    if (keys.length === MAX_SORT_KEYS) throw illegalArgument(`[sort] has more than [${MAX_SORT_KEYS}] keys`);
    keys.push(key);
  }
  const given = keys.reduce((sum, key) => sum + (key.kind === "field" ? textLength(key) : 0), 0);
  expectAtMost(MAX_SORT_TEXT_LENGTH, given, "characters", "[missing] and [format] of the keys of [sort] have");
  const [first, second] = keys;
  const isDefault = !first || (!second && first.kind === "field" && first.field === "_score" && first.reverse);
  if (isDefault) return undefined;
  return keys;
}

/** Length of the text written for hits, whatever their values are. */
const textLength = ({ missing, format = "" }: FieldKey): number =>
  (missing === undefined ? 0 : scalarText(missing).length) + format.length;

function* keysIn(value: JsonValue, body: JsonObject, reader: ClauseReader<unknown>): Generator<SortKey> {
  if (isScalar(value)) yield plainKey(scalarText(value));
  else if (isObject(value)) yield* keysOf(value, reader);
  else if (isArray(value)) {
    for (const each of value) {
      if (typeof each === "string") yield plainKey(each);
      else if (isObject(each)) yield* keysOf(each, reader);
      else {
        throw illegalArgument(
          "malformed sort format, within the sort array, an object, or an actual string are allowed",
        );
      }
    }
  } else throw parsingException(`Unknown key for a ${tokenOf(value)} in [sort].`, locationOfValue(body, "sort"));
}

/** A key by a field in its default order. @throws ShardFailure */
export const plainKey = (field: string): FieldKey => ({
  kind: "field",
  field: sortableField(field),
  reverse: field === "_score",
  mode: undefined,
  missing: undefined,
  unmappedType: undefined,
  format: undefined,
  numericType: undefined,
  nested: undefined,
});

const DISTANCE_KEYS: ReadonlySet<string> = new Set(["_geo_distance", "_geoDistance"]);

/** Refuses `_script`, which is not a field. @throws ShardFailure */
function sortableField(name: string): string {
  if (name === "_script") throw noMapping(name);
  return fieldWithValues(name);
}

export const noMapping = (field: string): ShardFailure =>
  queryShardException(`No mapping found for [${field}] in order to sort on`);

function* keysOf(object: JsonObject, reader: ClauseReader<unknown>): Generator<SortKey> {
  for (const [field, content] of object) {
    if (DISTANCE_KEYS.has(field) && isObject(content)) yield readDistanceKey(content, reader);
    else if (typeof content === "string") yield { ...plainKey(field), reverse: isDescending(content) };
    else if (isObject(content)) yield fieldKey(field, content, reader);
    else {
      const reason = `[field_sort] Expected START_OBJECT but was: ${tokenOf(content)}`;
      throw xContentParseException(reason, locationOfValue(object, field));
    }
  }
}

function fieldKey(field: string, content: JsonObject, reader: ClauseReader<unknown>): FieldKey {
  const isScore = field === "_score";
  const members = new ObjectMembers(isScore ? "_score" : "field_sort", content, isScore ? scoreOptions : options);
  const order = members.text("order");
  const mode = members.text("mode");
  const missing = content.get("missing") ?? undefined;
  const numericType = numericTypeOf(members);
  if (numericType === "date_nanos") checkNanosMode(mode);
  return {
    kind: "field",
    field: sortableField(field),
    reverse: order === undefined ? field === "_score" : isDescending(order, (why) => members.invalid("order", why)),
    mode: mode === undefined ? undefined : modeOf(mode, members),
    missing: missing === undefined ? undefined : members.scalar("missing", missing),
    unmappedType: members.text("unmapped_type"),
    format: members.format(),
    numericType,
    nested: nestedOf(members, reader),
  };
}

function numericTypeOf(members: ObjectMembers): NumericType | undefined {
  const text = members.text("numeric_type")?.toLowerCase();
  const type = numericTypes.find((each) => each === text);
  if (type || text === undefined) return type;
  const reason = `invalid value for [numeric_type], must be [${numericTypes.join(", ")}], got ${text}`;
  throw members.invalid("numeric_type", reason);
}

/**
 * Refuses means and sums of nanoseconds, which have more digits than the embedded engine's numbers.
 * @throws ShardFailure
 */
function checkNanosMode(mode: string | undefined): void {
  if (mode === undefined || ["min", "max"].includes(mode.toLowerCase())) return;
  throw illegalOnShard(`[mode] [${mode}] is not supported with [numeric_type] [date_nanos]: use [min] or [max]`);
}

function nestedOf(members: ObjectMembers, reader: ClauseReader<unknown>): NestedSort | undefined {
  const body = members.object("nested");
  const refuse = (reason: string, at: Location | undefined) =>
    xContentParseException("[field_sort] failed to parse field [nested]", at, {
      type: "illegal_argument_exception",
      reason,
    });
  return body && inMember(members, "nested", () => readNestedSort(body, reader, refuse));
}

function modeOf(text: string, members: ObjectMembers): MultiValueMode {
  const mode = text.toLowerCase();
  if (isMultiValueMode(mode)) return mode;
  throw members.invalid("mode", `Unknown SortMode [${text}]`);
}

/** A value of `search_after`. */
export type AfterValue = WrittenScalar | null;

/**
 * The values of `search_after`, one for each key. Null means a missing term; keys that certainly are numbers can't have
 * it.
 * @throws ShardFailure
 */
export function valuesAfter(values: readonly JsonValue[], keys: readonly SortKey[] | undefined): readonly AfterValue[] {
  if (!keys) throw illegalOnShard("Sort must contain at least one field.");
  if (values.length !== keys.length) {
    throw illegalOnShard(`search_after has ${values.length} value(s) but sort has ${keys.length}.`);
  }
  return keys.map((key, place) => {
    const value = values[place];
    if (isScalar(value)) return asWritten(value, values, place);
    if (value === null && !isSurelyNumber(key)) return value;
    throw badSearchAfter(key.kind === "distance" ? "_geo_distance" : key.field);
  });
}

/** Only dates have a format. */
const isSurelyNumber = (key: SortKey): boolean =>
  key.kind === "distance" ||
  key.format !== undefined ||
  key.numericType !== undefined ||
  key.field === "_score" ||
  isIndexOrder(key.field);

/** Whether a key sorts by the order of the index, which has two names. */
export const isIndexOrder = (field: string): boolean => field === "_doc" || field === "_shard_doc";

export function badSearchAfter(field: string, text?: string): ShardFailure {
  const cause =
    text === undefined ? undefined : { type: "number_format_exception", reason: `For input string: "${text}"` };
  return illegalOnShard(`Failed to parse search_after value for field [${field}].`, cause);
}
