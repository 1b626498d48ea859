import { u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { Bucket, Collector, SubAggregations } from "./aggregation.ts";

/** Calls `take` with the index of each of docs[0 .. count) that belongs in the bucket. */
export type Selects = (segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number) => void) => void;

/** One bucket for each owner, with the owner's number, for some of its documents. */
export class SingleBucket implements Collector {
  readonly inside: SubAggregations;
  readonly #selects: Selects;
  readonly #counts: number[] = [];
  #docs = new Uint32Array(0);
  #owners = new Uint32Array(0);

  constructor(inside: SubAggregations, selects: Selects) {
    this.inside = inside;
    this.#selects = selects;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    if (this.#docs.length < count) {
      this.#docs = new Uint32Array(count);
      this.#owners = new Uint32Array(count);
    }
    const [counts, selected, selectedOwners] = [this.#counts, this.#docs, this.#owners];
    let found = 0;
    this.#selects(segment, docs, count, (index) => {
      const owner = owners ? u32(owners, index) : 0;
      counts[owner] = (counts[owner] ?? 0) + 1;
      selected[found] = u32(docs, index);
      selectedOwners[found++] = owner;
    });
    if (found > 0 && !this.inside.isEmpty) this.inside.collect(segment, selected, selectedOwners, found);
  }

  result(owner: number): Bucket {
    return { number: owner, documents: this.metric(owner), before: "", name: "" };
  }

  /** Its documents. */
  metric(owner: number): number {
    return this.#counts[owner] ?? 0;
  }
}
