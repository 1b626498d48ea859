import { MAX_AGGREGATION_DEPTH, MAX_AGGREGATIONS, MAX_REPEATED_LENGTH } from "../../limits.ts";
import { illegalArgument, illegalOnShard, parsingException, type ShardFailure } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfName, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { tokenOf } from "../members/options.ts";
import type { ClauseReader } from "../queries/kind.ts";
import type { Clause } from "../queries/table.ts";
import type { AggregationKind } from "./kind.ts";
import { AggregationMembers } from "./members.ts";
import { checkOrder, refusalOfTermsOrder, withoutPipelines } from "./order-paths.ts";
import { pascalCase } from "./pascal-case.ts";
import { checkPipelines } from "./pipeline-paths.ts";
import { checkReverseNested, checkSamplers } from "./surroundings.ts";
import {
  type Aggregation,
  type AggregationBodies,
  type AggregationName,
  type AggregationOf,
  aggregationKinds,
  isAggregationName,
} from "./table.ts";

/** Reads `aggs`. @throws SearchRejected, ShardFailure */
export function readAggregations(value: JsonObject, clauses: ClauseReader<Clause>): readonly Aggregation[] {
  const tree = new TreeReader(clauses).read(value, 1);
  checkPipelines(tree);
  checkOrders(tree, clauses);
  checkReverseNested(tree);
  checkSamplers(tree);
  return tree;
}

/** Reads the aggregations of one search. */
class TreeReader {
  readonly #clauses: ClauseReader<Clause>;
  #count = 0;

  constructor(clauses: ClauseReader<Clause>) {
    this.#clauses = clauses;
  }

  read(value: JsonObject, depth: number): readonly Aggregation[] {
    if (depth > MAX_AGGREGATION_DEPTH) {
      throw illegalArgument(`aggregations are nested deeper than [${MAX_AGGREGATION_DEPTH}]`);
    }
    this.#add(value.size);
    return [...value].map(([name, definition]) => {
      expectAtMost(MAX_REPEATED_LENGTH, name.length, "characters", "[aggs] has a name of");
      if (!/^[^[\]>]+$/.test(name)) {
        const allowed = "Aggregation names can contain any character except '[', ']', and '>'";
        throw parsingException(`Invalid aggregation name [${name}]. ${allowed}`, locationOfName(value, name));
      }
      if (!isObject(definition)) {
        const reason = `Aggregation definition for [${name} starts with a [${tokenOf(definition)}], expected a [START_OBJECT].`;
        throw parsingException(reason, locationOfValue(value, name));
      }
      return this.#definition(name, definition, value, depth);
    });
  }

  /** Counted before further work on them. */
  #add(more: number): void {
    this.#count += more;
    if (this.#count <= MAX_AGGREGATIONS) return;
    const what = "aggregations, sources of composite aggregations and fields of multi_terms and top_metrics";
    throw illegalArgument(`there are more than [${MAX_AGGREGATIONS}] ${what}`);
  }

  #definition(name: string, definition: JsonObject, parent: JsonObject, depth: number): Aggregation {
    let found: Aggregation | undefined;
    let below: readonly Aggregation[] = [];
    let hasBelow = false;
    let meta: string | undefined;
    for (const [member, body] of definition) {
      if (!isObject(body)) {
        const reason = `Expected [START_OBJECT] under [${member}], but got a [${tokenOf(body)}] in [${name}]`;
        throw parsingException(reason, locationOfValue(definition, member));
      }
      if (member === "meta") {
        meta = jsonText(body);
        expectAtMost(MAX_REPEATED_LENGTH, meta.length, "characters", `[${name}] has [meta] of`);
      } else if (member === "aggs" || member === "aggregations") {
        hasBelow = true;
        below = this.read(body, depth + 1);
      } else {
        if (found) {
          const reason = `Found two aggregation type definitions in [${name}]: [${found.kind}] and [${member}]`;
          throw parsingException(reason, locationOfValue(definition, member));
        }
        if (!isAggregationName(member)) {
          throw parsingException(`Unknown aggregation type [${member}]`, locationOfValue(definition, member));
        }
        found = this.#readAs(member, body, name);
      }
    }
    if (found?.kind === "composite") this.#add(found.body.sources.length);
    if (found?.kind === "multi_terms") this.#add(found.body.fields.length);
    if (found?.kind === "top_metrics") this.#add(found.body.metrics.length);
    if (!found) throw parsingException(`Missing definition for aggregation [${name}]`, locationOfValue(parent, name));
    const { makes } = aggregationKinds[found.kind];
    if (hasBelow && makes === "pipeline") {
      throw illegalArgument(`Aggregation [${name}] cannot define sub-aggregations`);
    }
    if (hasBelow && (makes === "metric" || makes === "hits")) {
      throw illegalArgument(`Aggregator [${name}] of type [${found.kind}] cannot accept sub-aggregations`);
    }
    for (const { kind, name: inner } of below) if (kind === "global") throw globalBelow(name, inner);
    if (found.kind === "global") checkScoresOfHits(below);
    if (!ABOVE_COMPOSITES.has(found.kind)) checkComposite(found.kind, below);
    return { ...found, meta, below };
  }

  #readAs<Name extends AggregationName>(kind: Name, body: JsonObject, name: string): AggregationOf<Name> {
    const { options, read } = kinds[kind];
    const members = new AggregationMembers(kind, name, body, options, this.#clauses);
    return { name, kind, body: read(members), meta: undefined, below: [] };
  }
}

/** @throws SearchRejected, ShardFailure */
function checkOrders(tree: readonly Aggregation[], clauses: ClauseReader<Clause>): void {
  for (const { kind, body, below } of tree) {
    checkOrders(below, clauses);
    if (!("order" in body)) continue;
    const followed = withoutPipelines(below);
    const refusal = kind === "terms" ? refusalOfTermsOrder(body.order, followed, true) : undefined;
    if (refusal) clauses.refuse(refusal);
    if (kind !== "terms") checkOrder(body.order, followed);
  }
}

const kinds: { readonly [Name in AggregationName]: AggregationKind<AggregationBodies[Name]> } = aggregationKinds;

const globalBelow = (name: string, inner: string): ShardFailure =>
  illegalOnShard(
    `Aggregation [${name}] cannot have a global sub-aggregation [${inner}]. Global aggregations can only be defined as top level aggregations`,
  );

/**
 * Elasticsearch scores sorted hits with the query, which the documents of a global need not match.
 * @throws SearchRejected
 */
function checkScoresOfHits(ofGlobal: readonly Aggregation[]): void {
  for (const { kind, name, body, below } of ofGlobal) {
    if (kind === "top_hits" && body.sort && body.trackScores) {
      throw illegalArgument(`[track_scores] is not supported with [sort] inside a global aggregation: [${name}]`);
    }
    checkScoresOfHits(below);
  }
}

/** Aggregations that may contain a composite. */
const ABOVE_COMPOSITES: ReadonlySet<AggregationName> = new Set(["filter", "nested"]);

/** @throws ShardFailure */
function checkComposite(kind: AggregationName, below: readonly Aggregation[]): void {
  for (const each of below) {
    if (ABOVE_COMPOSITES.has(each.kind)) checkComposite(kind, each.below);
    if (each.kind !== "composite") continue;
    const words = kind === "composite" ? "CompositeAggregation" : `${pascalCase(kind)}Aggregator`;
    throw illegalOnShard(`[composite] aggregation cannot be used with a parent aggregation of type: [${words}Factory]`);
  }
}

function jsonText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (isObject(value)) {
    return `{${[...value].map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`).join(",")}}`;
  }
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
