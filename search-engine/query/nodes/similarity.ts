import { f64 } from "../../bytes/arrays.ts";
import type { IndexReader } from "../../index/segment.ts";
import { byteToLength } from "../../index/smallfloat.ts";
import { illegalOnShard } from "../../language/errors/errors.ts";

const f = Math.fround;
const k1 = f(1.2);
const b = f(0.75);

/** BM25 in float32, with each step rounded as in Lucene. One instance per query and field. */
export class Similarity {
  readonly #weight: number;
  readonly #normInverses: Float64Array;

  /** `idf` and `boost` are float32. @throws ShardFailure where the boost makes scores beyond float32 */
  constructor(statistics: FieldStatistics, idf: number, boost: number) {
    this.#weight = f(f(boost * f(1 + k1)) * idf);
    if (!Number.isFinite(this.#weight)) throw illegalOnShard("the boosts of a term make scores beyond a float");
    this.#normInverses = normInverses(statistics);
  }

  /** The score of a frequency (float32 for phrases) in a document with this norm. */
  score(frequency: number, norm: number): number {
    const weight = this.#weight;
    return f(weight - f(weight / f(1 + f(frequency * f64(this.#normInverses, norm)))));
  }
}

/** Statistics of a field over all segments, including deleted documents. */
export interface FieldStatistics {
  /** Documents that have a term in the field, and occurrences of all terms. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

export function fieldStatistics(index: IndexReader, field: string): FieldStatistics {
  let docCount = 0;
  let sumTotalTermFreq = 0;
  for (const segment of index.segments) {
    const inverted = segment.inverted(field);
    docCount += inverted?.docCount ?? 0;
    sumTotalTermFreq += inverted?.sumTotalTermFreq ?? 0;
  }
  return { docCount, sumTotalTermFreq };
}

/** BM25's inverse document frequency of a term that `docFreq` documents have; float32. */
export function inverseDocumentFrequency({ docCount }: FieldStatistics, docFreq: number): number {
  return f(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));
}

/** By norm: the inverse of the term that depends on the length. Doubles that hold float32 values need no conversion. */
function normInverses({ docCount, sumTotalTermFreq }: FieldStatistics): Float64Array {
  const average = f(sumTotalTermFreq / docCount);
  const table = new Float64Array(256);
  for (let byte = 0; byte < 256; byte++) {
    const length = f(f(b * f(byteToLength(byte))) / average);
    table[byte] = f(1 / f(k1 * f(f(1 - b) + length)));
  }
  return table;
}
