import { MAX_BUCKETS, MAX_REPEATED_LENGTH } from "../../limits.ts";
import type { CalendarUnit } from "../dates/intervals.ts";
import {
  illegalArgument,
  illegalOnShard,
  parsingException,
  rejected,
  ShardFailure,
  within,
  xContentParseException,
} from "../errors/errors.ts";
import { SearchRejected } from "../errors/rejected.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { isScalar, tokenOf } from "../members/options.ts";
import { readInterval, readOffset } from "./date-histogram.ts";
import { type Grid, tilesOf } from "./geo-grid.ts";
import { readHistogramInterval } from "./histogram.ts";
import type { AggregationKind } from "./kind.ts";
import { AggregationMembers } from "./members.ts";
import type { ValueType } from "./values.ts";

export interface CompositeBody {
  readonly sources: readonly CompositeSource[];
  readonly size: number;
  /** The answer begins behind this key: a scalar for each source, or null where it has keys for missing values. */
  readonly after: JsonObject | undefined;
}

/** A source of one part of the key. */
export type CompositeSource = SourceBody &
  ({ readonly kind: "terms" } | { readonly kind: "histogram"; readonly interval: number } | DateSource | TileSource);

interface DateSource {
  readonly kind: "date_histogram";
  /** A calendar unit or milliseconds. */
  readonly interval: CalendarUnit | number | undefined;
  /** Milliseconds. */
  readonly offset: number;
  readonly timeZone: string | undefined;
  readonly format: string | undefined;
}

interface TileSource {
  readonly kind: "geotile_grid";
  readonly grid: Grid;
}

interface SourceBody {
  readonly name: string;
  readonly field: string;
  readonly valueType: ValueType | undefined;
  readonly ascending: boolean;
  /** Documents without the field have a key of their own. */
  readonly hasMissing: boolean;
  readonly missingFirst: boolean;
}

const DEFAULT_SIZE = 10;

export const composite: AggregationKind<CompositeBody> = {
  options: ["sources", "size", "after"],
  makes: "buckets",
  read(members) {
    const size = members.integer("size") ?? DEFAULT_SIZE;
    const sources = sourcesOf(members);
    const after = members.object("after");
    if (size <= 0) throw illegalArgument(`[size] must be a positive integer, got [${size}]`);
    if (size > MAX_BUCKETS) throw tooLarge(size);
    if (after) checkAfter(after, sources);
    return { sources, size, after };
  },
};

function checkAfter(after: JsonObject, sources: readonly CompositeSource[]): void {
  if (after.size !== sources.length) {
    throw illegalOnShard(`[after] has ${after.size} value(s) but [sources] has ${sources.length}`);
  }
  for (const { name, hasMissing } of sources) {
    const value = after.get(name);
    if (value === undefined) throw illegalOnShard(`Missing value for [after.${name}]`);
    if (isScalar(value) || (value === null && hasMissing)) continue;
    const found = value === null ? "null" : isArray(value) ? "ArrayList" : value.size > 0 ? "LinkedHashMap" : "HashMap";
    throw illegalOnShard(`Invalid value for [after.${name}], expected comparable, got [${found}]`);
  }
}

function tooLarge(size: number): ShardFailure {
  const limit = "This limit can be set by changing the [search.max_buckets] cluster level setting.";
  const reason = `Trying to create too many buckets. Must be less than or equal to: [${MAX_BUCKETS}] but was [${size}].`;
  return new ShardFailure("too_many_buckets_exception", `${reason} ${limit}`, { max_buckets: MAX_BUCKETS });
}

/** A list, or one source without it. */
function sourcesOf(members: AggregationMembers): readonly CompositeSource[] {
  const value = members.body.get("sources");
  if (value === undefined) throw illegalArgument("Required [sources]");
  if (!isArray(value) && !isObject(value)) throw members.wrongType("sources");
  const read = (isArray(value) ? value : [value]).map((each) => inSources(members, () => readSource(each, members)));
  if (read.length === 0 || new Set(read.map(({ name }) => name)).size < read.length) {
    inSources(members, () => {
      throw xContentParseException("Failed to build [composite] after last required field arrived");
    });
  }
  return read;
}

function inSources<Value>(members: AggregationMembers, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SearchRejected)) throw error;
    const at = locationOfValue(members.body, "sources");
    throw within(error, "x_content_parse_exception", "[composite] failed to parse field [sources]", at);
  }
}

const BASIC_OPTIONS = ["field", "missing_bucket", "missing_order", "order", "value_type"];

function readSource(value: JsonValue, members: AggregationMembers): CompositeSource {
  const malformed = (expected: string, found: string) =>
    rejected("parsing_exception", `Failed to parse object: expecting token of type [${expected}] but found [${found}]`);
  if (!isObject(value)) throw malformed("START_OBJECT", tokenOf(value));
  const [entry, second] = value;
  if (!entry) throw malformed("FIELD_NAME", "END_OBJECT");
  const [name, definition] = entry;
  expectAtMost(MAX_REPEATED_LENGTH, name.length, "characters", "[sources] has a name of");
  if (!isObject(definition)) throw malformed("START_OBJECT", tokenOf(definition));
  const [kindEntry] = definition;
  if (!kindEntry) throw malformed("FIELD_NAME", "END_OBJECT");
  const [kind, body] = kindEntry;
  if (!isObject(body)) throw malformed("START_OBJECT", tokenOf(body));
  const of = (...options: string[]) =>
    new AggregationMembers(kind, name, body, [...BASIC_OPTIONS, ...options], members.clauses);
  const source = sourceOf(kind, of, name);
  if (!source) throw parsingException(`invalid source type: ${kind}`, locationOfValue(definition, kind));
  if (second || definition.size > 1) throw malformed("FIELD_NAME", "END_OBJECT");
  return source;
}

function sourceOf(
  kind: string,
  of: (...options: string[]) => AggregationMembers,
  name: string,
): CompositeSource | undefined {
  switch (kind) {
    case "terms":
      return { kind, ...basicsOf(of(), name) };
    case "histogram": {
      const members = of("interval");
      return { kind, interval: readHistogramInterval(members), ...basicsOf(members, name) };
    }
    case "date_histogram": {
      const members = of("calendar_interval", "fixed_interval", "offset", "time_zone", "format");
      return {
        kind,
        interval: readInterval(members),
        offset: readOffset(members),
        timeZone: members.timeZone(),
        format: members.format(),
        ...basicsOf(members, name),
      };
    }
    case "geotile_grid": {
      const members = of("precision", "bounds");
      return { kind, grid: tilesOf(members), ...basicsOf(members, name) };
    }
    default:
      return undefined;
  }
}

function basicsOf(members: AggregationMembers, name: string): SourceBody {
  const ascending = choice(members, "order", ["asc", "desc"], "Unknown order") !== "desc";
  const missingOrder = choice(members, "missing_order", ["first", "last", "default"], "Unknown missing order");
  const hasMissing = members.boolean("missing_bucket") ?? false;
  const valueType = members.valueType();
  const field = members.field();
  if (!hasMissing && missingOrder !== undefined && missingOrder !== "default") {
    throw illegalOnShard("missingOrder can only be set if missingBucket is true");
  }
  const missingFirst = missingOrder === undefined || missingOrder === "default" ? ascending : missingOrder === "first";
  return { name, field, valueType, ascending, hasMissing, missingFirst };
}

function choice(members: AggregationMembers, member: string, known: readonly string[], refusal: string) {
  const text = members.text(member)?.toLowerCase();
  if (text === undefined || known.includes(text)) return text;
  throw members.invalid(member, `${refusal} [${text}]`);
}
