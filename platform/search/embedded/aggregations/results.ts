import type { Work } from "../work.ts";
import type { Bucket, Result } from "./aggregation.ts";
import type { Bound } from "./bound.ts";
import { numbered, type PipedBuckets, piped } from "./pipeline-numbers.ts";

/** Bytes that a character of the answer takes while it is put together: in its part, joined once or twice, and encoded. */
const BYTES_OF_A_CHARACTER = 4;

/** Writes the `aggregations` object of the answer; its bytes are counted. */
export class ResultWriter {
  readonly #work: Work;
  /** What pipelines make of lists of buckets, which pipelines beside these read too. */
  readonly #piped = new WeakMap<readonly Bucket[], PipedBuckets>();

  constructor(work: Work) {
    this.#work = work;
  }

  /** @throws ShardFailure, SearchRejected when the answer is too large */
  write(bound: readonly Bound[]): string {
    return `{${this.#level(bound, 0, false).join(",")}}`;
  }

  /** The aggregations in one bucket, pipelines last. */
  #level(bound: readonly Bound[], owner: number, inFiller: boolean): string[] {
    const results = new Map<string, Result>();
    const written: string[] = [];
    for (const each of bound) {
      if (each.collector.pipeline) continue;
      const result = each.collector.result(owner, inFiller);
      results.set(each.aggregation.name, result);
      written.push(this.#member(each, this.#members(result, each.below, inFiller)));
    }
    for (const each of bound) {
      const { pipeline } = each.collector;
      if (!pipeline?.ofSibling) continue;
      const [first, ...path] = pipeline.path;
      const target = bound.find(({ aggregation }) => aggregation.name === first?.name);
      const result = results.get(first?.name ?? "");
      const all = typeof result === "object" && "buckets" in result ? result.buckets : [];
      const below = target?.below ?? [];
      const after = this.#piped.get(all) ?? { buckets: all, added: new Map() };
      this.#work.spend(after.buckets.length * (1 + below.length));
      written.push(this.#member(each, pipeline.ofSibling(numbered(after, below, path))));
    }
    return written;
  }

  #member({ aggregation: { name, meta } }: Bound, members: string): string {
    return `${JSON.stringify(name)}:{${meta === undefined ? "" : `"meta":${meta}${members === "" ? "" : ","}`}${members}}`;
  }

  #members(result: Result, below: readonly Bound[], inFiller: boolean): string {
    if (typeof result === "string") {
      this.#work.take(result.length * BYTES_OF_A_CHARACTER);
      return result;
    }
    if (!("buckets" in result)) return this.#bucket(result, below, inFiller || result.isFiller === true, []);
    const { before, buckets: all, keyed } = result;
    this.#work.spend(all.length * below.length);
    const after = piped(all, below, this.#work);
    this.#piped.set(all, after);
    const written = after.buckets.map((bucket, place) => {
      const added = this.#added(after, place, below);
      const object = `{${this.#bucket(bucket, below, inFiller || bucket.isFiller === true, added)}}`;
      return keyed ? `${JSON.stringify(bucket.name)}:${object}` : object;
    });
    return `${before}"buckets":${keyed ? `{${written.join(",")}}` : `[${written.join(",")}]`}`;
  }

  /** What pipelines add to the bucket at a place. */
  #added({ added }: PipedBuckets, place: number, below: readonly Bound[]): readonly string[] {
    return below.flatMap((each) => {
      const value = added.get(each.aggregation.name)?.[place];
      if (value === undefined) return [];
      const members = each.collector.pipeline?.members?.(value) ?? "";
      this.#work.take(members.length * BYTES_OF_A_CHARACTER);
      return [this.#member(each, members)];
    });
  }

  #bucket(bucket: Bucket, below: readonly Bound[], inFiller: boolean, added: readonly string[]): string {
    const { before, documents, behind = "", number } = bucket;
    const own = `${before}"doc_count":${documents}${behind}`;
    this.#work.take(own.length * BYTES_OF_A_CHARACTER);
    return [own, ...this.#level(below, number, inFiller), ...added].join(",");
  }
}
