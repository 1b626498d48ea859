import { MAX_AGGREGATIONS } from "../../../../contracts/limits.ts";
import { illegalArgument, parsingException, reduceFailure } from "../errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfName, locationOfValue } from "../json.ts";
import { MAX_AGGREGATION_DEPTH } from "../limits.ts";
import { tokenOf } from "../options.ts";
import type { AggregationKind } from "./kind.ts";
import { AggregationMembers } from "./members.ts";
import { metricPath, type OrderBy } from "./order.ts";
import {
  type Aggregation,
  type AggregationBodies,
  type AggregationName,
  type AggregationOf,
  aggregationKinds,
  isAggregationName,
} from "./table.ts";

/** Reads `aggs`. @throws SearchRejected, ShardFailure */
export function readAggregations(value: JsonObject): readonly Aggregation[] {
  const tree = readTree(value, 1);
  const count = countOf(tree);
  if (count > MAX_AGGREGATIONS) {
    throw illegalArgument(`there are [${count}] aggregations, at most [${MAX_AGGREGATIONS}] are allowed`);
  }
  return tree;
}

const countOf = (tree: readonly Aggregation[]): number => tree.reduce((sum, { below }) => sum + 1 + countOf(below), 0);

function readTree(value: JsonObject, depth: number): readonly Aggregation[] {
  if (depth > MAX_AGGREGATION_DEPTH) {
    throw illegalArgument(`aggregations are nested deeper than [${MAX_AGGREGATION_DEPTH}]`);
  }
  return [...value].map(([name, definition]) => {
    if (!/^[^[\]>]+$/.test(name)) {
      const allowed = "Aggregation names can contain any character except '[', ']', and '>'";
      throw parsingException(`Invalid aggregation name [${name}]. ${allowed}`, locationOfName(value, name));
    }
    if (!isObject(definition)) {
      const reason = `Aggregation definition for [${name} starts with a [${tokenOf(definition)}], expected a [START_OBJECT].`;
      throw parsingException(reason, locationOfValue(value, name));
    }
    return readDefinition(name, definition, value, depth);
  });
}

function readDefinition(name: string, definition: JsonObject, parent: JsonObject, depth: number): Aggregation {
  let found: Aggregation | undefined;
  let below: readonly Aggregation[] = [];
  let meta: string | undefined;
  for (const [member, body] of definition) {
    if (!isObject(body)) {
      const reason = `Expected [START_OBJECT] under [${member}], but got a [${tokenOf(body)}] in [${name}]`;
      throw parsingException(reason, locationOfValue(definition, member));
    }
    if (member === "meta") meta = jsonText(body);
    else if (member === "aggs" || member === "aggregations") below = readTree(body, depth + 1);
    else {
      if (found) {
        const reason = `Found two aggregation type definitions in [${name}]: [${found.kind}] and [${member}]`;
        throw parsingException(reason, locationOfValue(definition, member));
      }
      if (!isAggregationName(member)) {
        throw parsingException(`Unknown aggregation type [${member}]`, locationOfValue(definition, member));
      }
      found = readAs(member, body, name);
    }
  }
  if (!found) throw parsingException(`Missing definition for aggregation [${name}]`, locationOfValue(parent, name));
  if (below.length > 0 && !aggregationKinds[found.kind].hasBuckets) {
    throw illegalArgument(`Aggregator [${name}] of type [${found.kind}] cannot accept sub-aggregations`);
  }
  if ("order" in found.body) checkOrder(found.body.order, below);
  return { ...found, meta, below };
}

const kinds: { readonly [Name in AggregationName]: AggregationKind<AggregationBodies[Name]> } = aggregationKinds;

function readAs<Name extends AggregationName>(kind: Name, body: JsonObject, name: string): AggregationOf<Name> {
  const { options, read } = kinds[kind];
  const members = new AggregationMembers(kind, name, body, options);
  return { name, kind, body: read(members), meta: undefined, below: [] };
}

/** Buckets can be ordered by a metric right below. @throws SearchRejected */
function checkOrder(order: readonly OrderBy[], below: readonly Aggregation[]): void {
  for (const { path } of order) {
    if (path === "_count" || path === "_key") continue;
    const refused = (why: string) =>
      reduceFailure("illegal_argument_exception", `Invalid aggregation order path [${path}]. ${why}`);
    const { name, key } = metricPath(path);
    const kind = below.find((each) => each.name === name)?.kind;
    if (kind === undefined) throw refused(`Cannot find aggregation named [${name}]`);
    if (aggregationKinds[kind].hasBuckets) throw refused(`Can't sort a [${kind}] aggregation [${name}]`);
    if (key === "value") continue;
    const advice = "Either use [value] as key or drop the key all together";
    throw refused(`Unknown value key [${key}] for single-value metric aggregation [${name}]. ${advice}`);
  }
}

function jsonText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (isObject(value)) {
    return `{${[...value].map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`).join(",")}}`;
  }
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
