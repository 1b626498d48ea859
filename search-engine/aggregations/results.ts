import type { Work } from "../work/work.ts";
import type { Bucket, Buckets, Pieces, Result } from "./aggregation.ts";
import type { Bound } from "./bound.ts";
import { BucketPaths } from "./bucket-paths.ts";
import { type PipedBuckets, piped } from "./pipeline-numbers.ts";

/** Bytes of a character of the answer while it is assembled: in its part, joined once or twice, and encoded. */
const BYTES_OF_A_CHARACTER = 4;

/** Bytes of a character of a bucket's name, which is held until the bucket is written. */
const BYTES_OF_A_HELD_CHARACTER = 2;

/** Pieces of text, or buckets without others below, that are written in one step. */
const PIECES_BETWEEN_YIELDS = 100;

/** Writes the `aggregations` object of the answer, in small steps. Each text is counted before the next is made. */
export class ResultWriter {
  readonly #work: Work;
  readonly #bound: readonly Bound[];
  readonly #paths: BucketPaths;

  /** `bound`: all aggregations of the search. */
  constructor(bound: readonly Bound[], work: Work) {
    this.#bound = bound;
    this.#work = work;
    this.#paths = new BucketPaths(bound, work);
  }

  /** @throws ShardFailure, SearchRejected when the answer is too large */
  *write(): Generator<void, string> {
    return `{${(yield* this.#level(this.#bound, 0, false)).join(",")}}`;
  }

  /** The aggregations in one bucket, pipelines last. */
  *#level(bound: readonly Bound[], owner: number, inFiller: boolean): Generator<void, string[]> {
    const written: string[] = [];
    for (const each of bound) {
      if (each.collector.pipeline) continue;
      const result = each.collector.result(owner, inFiller);
      written.push(this.#member(each, yield* this.#members(result, each, owner, inFiller)));
      yield;
    }
    for (const each of bound) {
      const { pipeline } = each.collector;
      if (!pipeline?.ofSibling) continue;
      const answer = pipeline.ofSibling(this.#paths.numbered(bound, owner, pipeline.path));
      this.#paths.keepAnswer(each, owner, answer);
      written.push(this.#member(each, yield* this.#members(answer.members, each, owner, inFiller)));
      yield;
    }
    return written;
  }

  #member({ aggregation: { name, meta } }: Bound, members: string): string {
    const ofMeta = meta === undefined ? "" : `"meta":${meta}${members === "" ? "" : ","}`;
    return `${this.#counted(`${JSON.stringify(name)}:{${ofMeta}`)}${members}}`;
  }

  *#members(result: Result, bound: Bound, owner: number, inFiller: boolean): Generator<void, string> {
    const { below } = bound;
    if (typeof result === "string") return this.#counted(result);
    if ("pieces" in result) return yield* this.#joined(result);
    if (!("buckets" in result)) return yield* this.#bucket(result, below, inFiller || result.isFiller === true, []);
    const { before, behind = "", keyed } = result;
    const all = yield* this.#made(result);
    this.#work.spend(all.length * below.length);
    const after = piped(all, below, this.#work);
    this.#paths.keepList(bound, owner, after);
    const written: string[] = [];
    for (const [place, bucket] of after.buckets.entries()) {
      // Most buckets have no sub-aggregations: they need no generator.
      const members =
        below.length === 0
          ? this.#own(bucket)
          : yield* this.#bucket(bucket, below, inFiller || bucket.isFiller === true, this.#added(after, place, below));
      written.push(keyed ? `${this.#counted(JSON.stringify(bucket.name))}:{${members}}` : `{${members}}`);
      if (written.length % PIECES_BETWEEN_YIELDS === 0) yield;
    }
    const list = keyed ? `{${written.join(",")}}` : `[${written.join(",")}]`;
    return `${this.#counted(before)}"buckets":${list}${this.#counted(behind)}`;
  }

  *#made({ buckets }: Buckets): Generator<void, readonly Bucket[]> {
    const made: Bucket[] = [];
    for (const bucket of buckets) {
      this.#counted(bucket.before);
      this.#work.take(bucket.name.length * BYTES_OF_A_HELD_CHARACTER);
      if (made.push(bucket) % PIECES_BETWEEN_YIELDS === 0) yield;
    }
    return made;
  }

  *#joined({ pieces }: Pieces): Generator<void, string> {
    const written: string[] = [];
    for (const piece of pieces) {
      written.push(this.#counted(piece));
      if (written.length % PIECES_BETWEEN_YIELDS === 0) yield;
    }
    return written.join("");
  }

  #counted(text: string): string {
    this.#work.take(text.length * BYTES_OF_A_CHARACTER);
    return text;
  }

  /** The members that pipelines add to the bucket at a place. */
  #added({ added }: PipedBuckets, place: number, below: readonly Bound[]): readonly string[] {
    return below.flatMap((each) => {
      const value = added.get(each.aggregation.name)?.[place];
      if (value === undefined) return [];
      const members = each.collector.pipeline?.members?.(value) ?? "";
      return [this.#member(each, this.#counted(members))];
    });
  }

  *#bucket(
    bucket: Bucket,
    below: readonly Bound[],
    inFiller: boolean,
    added: readonly string[],
  ): Generator<void, string> {
    return [this.#own(bucket), ...(yield* this.#level(below, bucket.number, inFiller)), ...added].join(",");
  }

  /** The members of a bucket itself. Those before `doc_count` were counted when they were made. */
  #own({ before, documents, behind = "" }: Bucket): string {
    return `${before}${this.#counted(`"doc_count":${documents}${behind}`)}`;
  }
}
