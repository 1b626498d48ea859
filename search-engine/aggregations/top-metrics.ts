import { item, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { FieldConfig } from "../language/aggregations/field-config.ts";
import { NO_NUMBER, noNumber, unsupportedPath } from "../language/aggregations/pipeline-paths.ts";
import type { TopMetricsBody } from "../language/aggregations/top-metrics.ts";
import { illegalOnShard, reduceFailure } from "../language/errors/errors.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import { isIndexOrder, type SortKey } from "../language/sort/read.ts";
import { type NumberOrder, numberReader } from "../sort/number-comparator.ts";
import type { AggregationContext, Collector, MakeCollector } from "./aggregation.ts";
import { eachTerm, type TermSource, termSource } from "./term-source.ts";
import { type SortedDocument, TopByOwner } from "./top-by-owner.ts";
import { numberSource } from "./values.ts";

/** Values of the documents that sort first in each bucket. */
export const topMetrics: MakeCollector<TopMetricsBody> = (body, context, _below, name) =>
  new TopMetrics(name, body, context);

/** Steps of reading and writing a value. */
const STEPS_OF_A_VALUE = 10;

/** One value of a document. */
interface Metric {
  readonly field: string;
  /** As JSON; null where there is none. */
  json(segment: SegmentReader, doc: number): string;
  /** NaN where there is none; undefined for texts. */
  number?(segment: SegmentReader, doc: number): number;
}

class TopMetrics implements Collector {
  readonly #name: string;
  readonly #context: AggregationContext;
  readonly #order: NumberOrder;
  readonly #sortText: (number: number) => string;
  readonly #metrics: readonly Metric[];
  readonly #byField: ReadonlyMap<string, Metric>;
  readonly #top: TopByOwner;

  constructor(name: string, { metrics, sort, size }: TopMetricsBody, context: AggregationContext) {
    this.#name = name;
    this.#context = context;
    this.#metrics = metrics.map((config) => metricOf(config, context));
    this.#byField = new Map(this.#metrics.map((metric) => [metric.field, metric]));
    this.#order = orderOf(sort, context);
    this.#sortText = textOf(sort, this.#order, context);
    this.#top = new TopByOwner(size, sort.reverse, context.work);
    if (this.#order.needsScores) context.scores.areNeeded = true;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const read = this.#order.read(segment);
    const { needsScores } = this.#order;
    const { scores } = this.#context;
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      const number = read(doc, needsScores ? Math.fround(scores.of(doc)) : 0);
      this.#top.add(owners ? u32(owners, index) : 0, segment, doc, number);
    }
  }

  metric(owner: number, key: string): number {
    const first = this.#top.first(owner);
    const metric = this.#byField.get(key);
    if (!first || !metric) return Number.NaN;
    if (metric.number) return metric.number(this.#segmentOf(first), first.doc);
    throw illegalOnShard(`[top_metrics] can't order buckets by [${key}]: its values are texts`);
  }

  pipelineNumber(owner: number, key: string): number {
    const metric = this.#byField.get(key);
    // A path without a field asks for the key `value`.
    if (!metric && key === "value") throw noNumber(`got: [InternalTopMetrics] at aggregation [${this.#name}]`);
    if (!metric) throw unsupportedPath(this.#name, key);
    if (!this.#top.first(owner)) throw reduceFailure("illegal_argument_exception", NO_NUMBER);
    if (!metric.number) throw noNumber(`got: [BytesRef] at aggregation [${this.#name}]`);
    return this.metric(owner, key);
  }

  result(owner: number): string {
    const documents = this.#top.of(owner);
    this.#context.work.spend(documents.length * this.#metrics.length * STEPS_OF_A_VALUE);
    return `"top":[${documents.map((each) => this.#written(each)).join(",")}]`;
  }

  #written(document: SortedDocument): string {
    const segment = this.#segmentOf(document);
    const metrics = this.#metrics.map(({ field, json }) => `${JSON.stringify(field)}:${json(segment, document.doc)}`);
    return `{"sort":[${this.#sortText(document.number)}],"metrics":{${metrics.join(",")}}}`;
  }

  #segmentOf({ segment }: SortedDocument): SegmentReader {
    return item(this.#context.index.segments, segment);
  }
}

/** @throws ShardFailure when the key can't be sorted by here */
function orderOf(key: SortKey, context: AggregationContext): NumberOrder {
  if (key.kind === "distance") return numbersOf(key, context);
  if (key.numericType) throw illegalOnShard("[top_metrics] does not support [numeric_type] in its sort");
  if (isIndexOrder(key.field)) throw illegalOnShard(`sorting by ${key.field} is not supported`);
  const kind = context.index.fields.field(key.field)?.kind;
  if (kind !== "geo_point") return numbersOf(key, context);
  throw cantSort(
    key.field,
    kind,
    "can't sort on geo_point or point field without using specific sorting feature, like geo_distance",
    context,
  );
}

function numbersOf(key: SortKey, context: AggregationContext): NumberOrder {
  const order = context.numberOrder(key.kind === "field" ? { ...key, format: undefined } : key);
  if (!("kind" in order)) return order;
  throw cantSort(order.field, "keyword", "only supported on numeric fields", context);
}

const cantSort = (field: string, type: string, why: string, { index }: AggregationContext): Error =>
  illegalOnShard(`error building sort for field [${field}] of type [${type}] in index [${index.indexName}]: ${why}`);

/** Numbers that documents sort by are written in the format of their field, not in that of the key. */
function textOf(key: SortKey, { print }: NumberOrder, context: AggregationContext): (number: number) => string {
  if (key.kind === "distance" || key.field === "_score") return javaDouble;
  const { field, unmappedType } = key;
  const unmapped = unmappedType === "date" || unmappedType === "boolean" ? unmappedType : "double";
  const { asText } = numberSource("top_metrics", field, context, { unmapped });
  return (number) => {
    const text = asText(number);
    if (text === undefined) return print(number);
    if (text !== null) return JSON.stringify(text);
    // Elasticsearch fails here.
    throw illegalOnShard(`[top_metrics] finds a document without [${field}]: use [missing] in its sort, or filter`);
  };
}

/** @throws ShardFailure for a field without such values */
function metricOf({ field, missing }: FieldConfig, context: AggregationContext): Metric {
  const terms = termSource("top_metrics", field, context, missing);
  return terms ? ofTerms(field, terms) : ofNumbers(field, missing, context);
}

/** The first of several terms. */
const ofTerms = (field: string, source: TermSource): Metric => ({
  field,
  json: (segment, doc) => {
    let first: number | undefined;
    eachTerm(source, segment, Uint32Array.of(doc), 1, (_index, ordinal) => {
      first ??= ordinal;
    });
    return first === undefined ? "null" : JSON.stringify(source.text(first));
  },
});

/** The mean of several numbers. */
function ofNumbers(field: string, missing: FieldConfig["missing"], context: AggregationContext): Metric {
  const source = numberSource("top_metrics", field, context, { missing });
  const isUnmapped = context.index.fields.field(field) === undefined;
  const picked = { missing: source.missing, mode: "avg", whole: source.type !== "double" } as const;
  const numberOf = (segment: SegmentReader, doc: number) => numberReader(source.values(segment), picked)(doc, 0);
  return {
    field,
    number: numberOf,
    json: (segment, doc) => {
      const number = numberOf(segment, doc);
      if (Number.isNaN(number)) return "null";
      const text = source.asText(number);
      if (text !== undefined) return JSON.stringify(text);
      return isUnmapped && Number.isInteger(number) ? String(number) : javaDouble(number);
    },
  };
}
