import type { Work } from "../work/work.ts";

/** The same number of buckets for each owner, made when the owner first has a document. */
export class FixedBuckets {
  readonly #width: number;
  readonly #cells: number;
  readonly #work: Work;
  /** First bucket of each owner. */
  readonly #bases: number[] = [];
  /** Documents of each bucket. */
  readonly #counts: number[] = [];

  /** `cells`: 1 plus the number of sub-aggregations. */
  constructor(width: number, cells: number, work: Work) {
    this.#width = width;
    this.#cells = cells;
    this.#work = work;
  }

  /** Counts a document. Returns the bucket's number. */
  add(owner: number, place: number): number {
    const bucket = this.number(owner, place);
    this.#counts[bucket] = this.documents(bucket) + 1;
    return bucket;
  }

  number(owner: number, place: number): number {
    return (this.#bases[owner] ?? this.#make(owner)) + place;
  }

  documents(bucket: number): number {
    return this.#counts[bucket] ?? 0;
  }

  #make(owner: number): number {
    const base = this.#counts.length;
    for (let place = 0; place < this.#width; place++) {
      this.#work.addBucket(this.#cells);
      this.#counts.push(0);
    }
    this.#bases[owner] = base;
    return base;
  }
}
