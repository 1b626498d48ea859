import { item } from "../index/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";

/** Keys of documents. */
interface Keys {
  /** Calls `take` with the index in `docs` and each key of a document. */
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number, key: number) => void): void;
}

/** The keys of each document; undefined where it has none. */
export type KeysByIndex = (number[] | undefined)[];

/** The keys of docs[0 .. count). */
export function keysByIndex(source: Keys, segment: SegmentReader, docs: Uint32Array, count: number): KeysByIndex {
  const keys: KeysByIndex = new Array(count);
  source.each(segment, docs, count, (index, key) => {
    const list = keys[index];
    if (list) list.push(key);
    else keys[index] = [key];
  });
  return keys;
}

/** How many combinations the documents have. */
export function combinationsOf(keys: readonly KeysByIndex[], count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const lengths = keys.map((each) => each[index]?.length ?? 0);
    // An infinite product times 0 is no number, which no limit would hold.
    if (!lengths.includes(0)) sum += lengths.reduce((product, length) => product * length, 1);
  }
  return sum;
}

/** Makes the next combination, by the place of its key in each list; false behind the last. */
export function advance(combination: Float64Array, places: number[], lists: readonly (readonly number[])[]): boolean {
  for (let part = lists.length - 1; part >= 0; part--) {
    const list = item(lists, part);
    const place = (item(places, part) + 1) % list.length;
    places[part] = place;
    combination[part] = item(list, place);
    if (place > 0) return true;
  }
  return false;
}
