import { buffersOf, hasOwnBuffer, recycle } from "../bytes/memory.ts";
import type { SegmentData } from "./segment-data.ts";

/** The segments of an index, and replaced ones that others may still read. */
export class SegmentMemory {
  /** The segments of the last publication, and those made since. */
  readonly #known = new Set<SegmentData>();
  /** Replaced segments that may still be read, by the publication that no longer had them. */
  #replaced: { readonly number: number; readonly data: SegmentData }[] = [];

  /** `held`: the segments of this publication. `made`: all that were made since the previous one, replaced or not. */
  published(number: number, held: readonly SegmentData[], made: readonly SegmentData[]): void {
    const stays = new Set(held);
    for (const data of [...this.#known, ...made]) {
      if (!stays.has(data)) this.#replaced.push({ number, data });
    }
    this.#known.clear();
    for (const data of held) this.#known.add(data);
  }

  /** Recycles the memory of segments that publication `number` or an earlier one has replaced. */
  release(number: number): void {
    const released = this.#replaced.filter((each) => each.number <= number);
    if (released.length === 0) return;
    this.#replaced = this.#replaced.filter((each) => each.number > number);
    const free = new Set<ArrayBufferLike>();
    // The buffer of a snapshot holds a whole segment. No array would use all of it, so it is left to the garbage
    // collector.
    for (const { data } of released) buffersOf(data, free, hasOwnBuffer);
    // A merge passes blocks of sources on to the new segment.
    const inUse = new Set<ArrayBufferLike>();
    for (const data of this.#known) buffersOf(data, inUse);
    for (const { data } of this.#replaced) buffersOf(data, inUse);
    recycle([...free].filter((buffer) => !inUse.has(buffer)));
  }
}
