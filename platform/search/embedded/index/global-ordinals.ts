import { u32 } from "./arrays.ts";
import type { GlobalOrdinals } from "./segment.ts";
import { compareBytes, type Dictionary } from "./terms.ts";

/**
 * Numbers the terms of a field over the dictionaries of all segments. The largest dictionary keeps its ordinals, and
 * only terms that it lacks get new ones: a small segment beside a large one costs little.
 */
export function makeGlobalOrdinals(dictionaries: readonly (Dictionary | undefined)[]): GlobalOrdinals {
  let largest: Dictionary | undefined;
  for (const dictionary of dictionaries) {
    if (dictionary && dictionary.size > (largest?.size ?? -1)) largest = dictionary;
  }
  const base = largest?.size ?? 0;
  const added: { dictionary: Dictionary; ordinal: number }[] = [];
  const addedByText = new Map<string, number>();
  const maps = dictionaries.map((dictionary) => {
    if (!dictionary || !largest || dictionary === largest) return undefined;
    const map = new Uint32Array(dictionary.size);
    for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
      const { bytes, offsets } = dictionary;
      const found = largest.find(bytes.subarray(offsets[ordinal], offsets[ordinal + 1]));
      if (found >= 0) {
        map[ordinal] = found;
        continue;
      }
      const text = dictionary.text(ordinal);
      let global = addedByText.get(text);
      if (global === undefined) {
        global = base + added.length;
        addedByText.set(text, global);
        added.push({ dictionary, ordinal });
      }
      map[ordinal] = global;
    }
    return map;
  });
  const place = (global: number): { dictionary: Dictionary; ordinal: number } => {
    if (global < base && largest) return { dictionary: largest, ordinal: global };
    const found = added[global - base];
    if (!found) throw new RangeError(`there is no global ordinal ${global}`);
    return found;
  };
  return {
    size: base + added.length,
    maps,
    text(global) {
      const { dictionary, ordinal } = place(global);
      return dictionary.text(ordinal);
    },
    compare(a, b) {
      if (a < base && b < base) return a - b;
      const [x, y] = [place(a), place(b)];
      return compareBytes(
        x.dictionary.bytes,
        u32(x.dictionary.offsets, x.ordinal),
        u32(x.dictionary.offsets, x.ordinal + 1),
        y.dictionary.bytes,
        u32(y.dictionary.offsets, y.ordinal),
        u32(y.dictionary.offsets, y.ordinal + 1),
      );
    },
  };
}
