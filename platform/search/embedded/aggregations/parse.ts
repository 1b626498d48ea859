import { type ErrorMembers, illegalArgument, parsingException, xContentParseException } from "../../language/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, placeOfName, placeOfValue } from "../../language/json.ts";
import { maxAggregations } from "../../language/limits.ts";
import { tokenOf } from "../../language/options.ts";
import { SearchRejected } from "../../port.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { ParseContext } from "../query/kind.ts";
import {
  type AggregationContext,
  type AggregationKind,
  type Below,
  type Bind,
  type Collector,
  MOST_BUCKETS,
} from "./aggregation.ts";
import type { AggregationRun } from "./kind.ts";
import { aggregationKinds } from "./table.ts";

/** Aggregations below one another, at most. */
const DEEPEST = 32;

/** Reads `aggs` and binds it to the index. @throws SearchRejected for bad bodies, ShardFailure for unfit fields. */
export function parseAggregations(value: JsonObject, { index, now }: ParseContext): AggregationRun {
  const tree = readTree(value);
  const count = countOf(tree);
  if (count > maxAggregations) {
    throw illegalArgument(`there are [${count}] aggregations, at most [${maxAggregations}] are allowed`);
  }
  let buckets = 0;
  const countBuckets = (more: number) => {
    buckets += more;
    if (buckets > MOST_BUCKETS) throw tooManyBuckets();
  };
  const below = bind(tree, { index, now, countBuckets });
  const collectors = below.map(({ collector }) => collector);
  let waiting: readonly Collector[] = collectors;
  return {
    enter: (segment, everything) => {
      waiting = everything ? collectors.filter((collector) => !collector.collectAll?.(segment)) : collectors;
      return waiting.length > 0;
    },
    collect: (segment, docs, count) => {
      for (const collector of waiting) collector.collect(segment, docs, undefined, count);
    },
    answer: () => `{${below.map((each) => memberOf(each, 0)).join(",")}}`,
  };
}

const countOf = (tree: readonly Parsed[]): number => tree.reduce((sum, { below }) => sum + 1 + countOf(below), 0);

interface Parsed {
  readonly name: string;
  readonly kind: AggregationKind;
  readonly meta: string | undefined;
  readonly bind: Bind;
  readonly below: readonly Parsed[];
}

interface Bound {
  readonly parsed: Parsed;
  readonly collector: Collector;
}

function readTree(value: JsonObject, depth = 1): readonly Parsed[] {
  if (depth > DEEPEST) throw illegalArgument(`aggregations are nested deeper than [${DEEPEST}]`);
  return [...value].map(([name, definition]) => {
    if (!/^[^[\]>]+$/.test(name)) {
      const allowed = "Aggregation names can contain any character except '[', ']', and '>'";
      throw parsingException(`Invalid aggregation name [${name}]. ${allowed}`, placeOfName(value, name));
    }
    if (!isObject(definition)) {
      const reason = `Aggregation definition for [${name} starts with a [${tokenOf(definition)}], expected a [START_OBJECT].`;
      throw parsingException(reason, placeOfValue(value, name));
    }
    return readDefinition(name, definition, value, depth);
  });
}

function readDefinition(name: string, definition: JsonObject, parent: JsonObject, depth: number): Parsed {
  let found: { kind: AggregationKind; bind: Bind } | undefined;
  let below: readonly Parsed[] = [];
  let meta: string | undefined;
  for (const [member, body] of definition) {
    const at = placeOfValue(definition, member);
    if (!isObject(body)) {
      throw parsingException(
        `Expected [START_OBJECT] under [${member}], but got a [${tokenOf(body)}] in [${name}]`,
        at,
      );
    }
    if (member === "meta") meta = jsonText(body);
    else if (member === "aggs" || member === "aggregations") below = readTree(body, depth + 1);
    else {
      if (found) {
        const both = `[${found.kind.name}] and [${member}]`;
        throw parsingException(`Found two aggregation type definitions in [${name}]: ${both}`, at);
      }
      const kind = aggregationKinds.get(member);
      if (!kind) throw parsingException(`Unknown aggregation type [${member}]`, at);
      refuseUnknown(kind, body);
      found = { kind, bind: kind.parse(body, name) };
    }
  }
  if (!found) throw parsingException(`Missing definition for aggregation [${name}]`, placeOfValue(parent, name));
  if (below.length > 0 && !found.kind.buckets) {
    throw illegalArgument(`Aggregator [${name}] of type [${found.kind.name}] cannot accept sub-aggregations`);
  }
  return { name, meta, below, ...found };
}

function refuseUnknown({ name: kind, options }: AggregationKind, body: JsonObject): void {
  const unknown = [...body.keys()].find((member) => !options.includes(member));
  if (unknown !== undefined) {
    throw xContentParseException(`[${kind}] unknown field [${unknown}]`, placeOfName(body, unknown));
  }
}

const bind = (tree: readonly Parsed[], context: AggregationContext): readonly Bound[] =>
  tree.map((parsed) => ({ parsed, collector: parsed.bind(context, belowOf(bind(parsed.below, context))) }));

function belowOf(bound: readonly Bound[]): Below {
  return {
    isEmpty: bound.length === 0,
    collect: (segment: SegmentReader, docs: Uint32Array, owners: Uint32Array, count: number) => {
      for (const { collector } of bound) collector.collect(segment, docs, owners, count);
    },
    answer: (owner) => bound.map((each) => `,${memberOf(each, owner)}`).join(""),
    metric: (path) => metricOf(path, bound),
  };
}

function memberOf({ parsed: { name, meta }, collector }: Bound, owner: number): string {
  return `${JSON.stringify(name)}:{${meta === undefined ? "" : `"meta":${meta},`}${collector.answer(owner)}}`;
}

function metricOf(path: string, bound: readonly Bound[]): (owner: number) => number {
  const dot = path.search(/[.[]/);
  const name = dot < 0 ? path : path.slice(0, dot);
  const refuse = (reason: string) =>
    reduceFailure("illegal_argument_exception", `Invalid aggregation order path [${path}]. ${reason}`);
  const collector = bound.find(({ parsed }) => parsed.name === name)?.collector;
  if (!collector) throw refuse(`Cannot find aggregation named [${name}]`);
  if (!collector.metric) throw refuse(`Can't sort a [${collector.resultType}] aggregation [${name}]`);
  const key = dot < 0 ? "value" : path.slice(dot + 1).replace(/\]$/, "");
  if (key !== "value") {
    const advice = "Either use [value] as key or drop the key all together";
    throw refuse(`Unknown value key [${key}] for single-value metric aggregation [${name}]. ${advice}`);
  }
  return (owner) => collector.metric?.(owner) ?? Number.NaN;
}

/** A refusal while results are put together: Elasticsearch blames no shard for it. */
function reduceFailure(type: string, reason: string, more: ErrorMembers = {}): SearchRejected {
  return new SearchRejected(400, {
    root_cause: [],
    type: "search_phase_execution_exception",
    reason: "",
    phase: "fetch",
    grouped: true,
    failed_shards: [],
    caused_by: { type, reason, ...more },
  });
}

function tooManyBuckets(): SearchRejected {
  return reduceFailure(
    "too_many_buckets_exception",
    `Trying to create too many buckets. Must be less than or equal to: [${MOST_BUCKETS}] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
    { max_buckets: MOST_BUCKETS },
  );
}

function jsonText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (isObject(value)) {
    return `{${[...value].map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`).join(",")}}`;
  }
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
