import { buffersOf, hasOwnBuffer, recycle } from "../bytes/memory.ts";
import type { SegmentData } from "./segment-data.ts";

/** Knows which segments an index has, and which were replaced but may still be read by others. */
export class SegmentMemory {
  /** The segments of the last publication, and those that were made since. */
  readonly #known = new Set<SegmentData>();
  /** Replaced segments that may still be read, by the publication that no longer had them. */
  #replaced: { readonly number: number; readonly data: SegmentData }[] = [];

  /** `held`: the segments of this publication. `made`: all that were made since the one before, replaced or not. */
  published(number: number, held: readonly SegmentData[], made: readonly SegmentData[]): void {
    const stays = new Set(held);
    for (const data of [...this.#known, ...made]) {
      if (!stays.has(data)) this.#replaced.push({ number, data });
    }
    this.#known.clear();
    for (const data of held) this.#known.add(data);
  }

  /** Uses the memory of segments again that publication `number`, or one before, has replaced. */
  release(number: number): void {
    const released = this.#replaced.filter((each) => each.number <= number);
    if (released.length === 0) return;
    this.#replaced = this.#replaced.filter((each) => each.number > number);
    const free = new Set<ArrayBufferLike>();
    // That of a snapshot is as large as a segment: no array would use it again, so it is left to the collector.
    for (const { data } of released) buffersOf(data, free, hasOwnBuffer);
    // A merge passes blocks of sources on.
    const inUse = new Set<ArrayBufferLike>();
    for (const data of this.#known) buffersOf(data, inUse);
    for (const { data } of this.#replaced) buffersOf(data, inUse);
    recycle([...free].filter((buffer) => !inUse.has(buffer)));
  }
}
