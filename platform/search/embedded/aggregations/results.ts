import type { Aggregation } from "../../language/aggregations/table.ts";
import type { Work } from "../work.ts";
import type { Bucket, Collector, Result } from "./aggregation.ts";

/** An aggregation with what it has collected. */
export interface Bound {
  readonly aggregation: Aggregation;
  readonly collector: Collector;
  readonly below: readonly Bound[];
  /** Number of aggregations: this one and its sub-aggregations at all levels. */
  readonly size: number;
}

/** Bytes that a character of the answer takes while it is put together: in its part, joined once or twice, and encoded. */
const BYTES_OF_A_CHARACTER = 4;

/** Writes the `aggregations` object of the answer; its bytes are counted. */
export class ResultWriter {
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  /** @throws ShardFailure, SearchRejected when the answer is too large */
  write(bound: readonly Bound[]): string {
    return `{${bound.map((each) => this.#member(each, 0, false)).join(",")}}`;
  }

  #member({ aggregation: { name, meta }, collector, below }: Bound, owner: number, inFiller: boolean): string {
    const members = this.#members(collector.result(owner, inFiller), below, inFiller);
    return `${JSON.stringify(name)}:{${meta === undefined ? "" : `"meta":${meta},`}${members}}`;
  }

  #members(result: Result, below: readonly Bound[], inFiller: boolean): string {
    if (typeof result === "string") {
      this.#work.take(result.length * BYTES_OF_A_CHARACTER);
      return result;
    }
    if (!("buckets" in result)) return this.#bucket(result, below, inFiller);
    const { before, buckets, keyed } = result;
    const written = buckets.map((bucket) => {
      const object = `{${this.#bucket(bucket, below, inFiller || bucket.isFiller === true)}}`;
      return keyed ? `${JSON.stringify(bucket.name)}:${object}` : object;
    });
    return `${before}"buckets":${keyed ? `{${written.join(",")}}` : `[${written.join(",")}]`}`;
  }

  #bucket(bucket: Bucket, below: readonly Bound[], inFiller: boolean): string {
    const { before, documents, behind = "", number } = bucket;
    const own = `${before}"doc_count":${documents}${behind}`;
    this.#work.take(own.length * BYTES_OF_A_CHARACTER);
    return own + below.map((each) => `,${this.#member(each, number, inFiller)}`).join("");
  }
}
