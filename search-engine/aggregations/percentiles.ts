import { u32 } from "../bytes/arrays.ts";
import type { PercentilesBody } from "../language/aggregations/percentiles.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { javaDouble, javaDoubleText } from "../language/java/java-numbers.ts";
import type { Work } from "../work/work.ts";
import type { Collector, MakeCollector, Pieces } from "./aggregation.ts";
import { histogramQuantile, histogramRank } from "./histogram-quantiles.ts";
import { OwnerValues } from "./owner-values.ts";
import { quantile, rank } from "./quantiles.ts";
import { eachNumber, type NumberSource, numberSource } from "./values.ts";

/**
 * Exact percentiles. Elasticsearch's are exact up to twenty times the compression (2,000 values by default) and
 * estimates above that, where the two differ by less than one per cent of the values.
 */
export const percentiles = of("percentiles", (values, percent, digits) =>
  digits === undefined ? quantile(values, Math.max(0, percent / 100)) : histogramQuantile(values, percent, digits),
);

/** The percentage of values up to each of the keys; exact where `percentiles` is. */
export const percentileRanks = of("percentile_ranks", (values, value, digits) =>
  digits === undefined ? rank(values, value) * 100 : histogramRank(values, value, digits),
);

/** `digits`: significant digits of the HDR histogram, if the values are kept in one. */
type NumberOf = (values: Float64Array, key: number, digits: number | undefined) => number;

/** Elasticsearch fails at numbers that its histogram does not take */
const outsideHistogram = (value: number): Error =>
  illegalOnShard(`[hdr] keeps no negative numbers, but got [${javaDouble(value)}]`);

function of(kind: string, numberOf: NumberOf): MakeCollector<PercentilesBody> {
  return (body, context) =>
    new Percentiles(body, numberOf, numberSource(kind, body.field, context, body), context.work);
}

class Percentiles implements Collector {
  readonly #body: PercentilesBody;
  readonly #numberOf: NumberOf;
  readonly #source: NumberSource;
  readonly #values: OwnerValues;
  readonly #work: Work;

  constructor(body: PercentilesBody, numberOf: NumberOf, source: NumberSource, work: Work) {
    this.#body = body;
    this.#numberOf = numberOf;
    this.#source = source;
    this.#values = new OwnerValues(work);
    this.#work = work;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const values = this.#values;
    const isHistogram = this.#body.digits !== undefined;
    eachNumber(this.#source, segment, docs, count, (index, value) => {
      if (isHistogram && value < 0) throw outsideHistogram(value);
      values.add(owners ? u32(owners, index) : 0, value);
    });
  }

  metric(owner: number, key: string): number {
    return this.#numberOf(this.#values.of(owner), Number(key), this.#body.digits);
  }

  result(owner: number): Pieces {
    return { pieces: this.#pieces(this.#values.of(owner)) };
  }

  *#pieces(values: Float64Array): Generator<string> {
    const { keys, keyed, digits } = this.#body;
    this.#work.spend(keys.length);
    yield keyed ? `"values":{` : `"values":[`;
    for (const [place, key] of keys.entries()) {
      const value = this.#numberOf(values, key, digits);
      yield (place > 0 ? "," : "") + (keyed ? this.#member(key, value) : this.#object(key, value));
    }
    yield keyed ? "}" : "]";
  }

  #member(key: number, value: number): string {
    const name = javaDoubleText(key);
    const text = this.#text(value);
    return `"${name}":${printed(value)}${text === undefined ? "" : `,"${name}_as_string":${text}`}`;
  }

  #object(key: number, value: number): string {
    const text = this.#text(value);
    const asString = text === undefined ? "" : `,"value_as_string":${text}`;
    return `{"key":${javaDouble(key)},"value":${printed(value)}${asString}}`;
  }

  #text(value: number): string | undefined {
    const text = Number.isNaN(value) ? undefined : this.#source.asText(value);
    return text === undefined ? undefined : JSON.stringify(text);
  }
}

const printed = (value: number): string => (Number.isNaN(value) ? "null" : javaDouble(value));
