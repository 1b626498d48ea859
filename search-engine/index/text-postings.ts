import {
  type DocNumbers,
  type Frequencies,
  frequencyAt,
  type Positions,
  sharedBytes,
  sharedWords,
  u32,
} from "../bytes/arrays.ts";
import { impactsOf } from "./impacts.ts";
import type { TextData } from "./segment-data.ts";

/** One start of positions is kept for so many postings, as a power of two. */
const GROUP_BITS = 3;

/** The index of a posting's first position. A posting has as many positions as its frequency. */
export function positionsFrom({ frequencies, positionStarts }: TextData, posting: number): number {
  const group = posting >>> GROUP_BITS;
  let from = u32(positionStarts, group);
  for (let each = group << GROUP_BITS; each < posting; each++) from += frequencyAt(frequencies, each);
  return from;
}

/** The postings of a text field. The positions of posting p are positions[starts[p] .. starts[p + 1]). */
export function textPostings(docs: DocNumbers, starts: Uint32Array, positions: Positions, norms: Uint8Array): TextData {
  const count = docs.length;
  let highest = 0;
  for (let posting = 0; posting < count; posting++) {
    highest = Math.max(highest, u32(starts, posting + 1) - u32(starts, posting));
  }
  const frequencies: Frequencies = highest <= 0xff ? sharedBytes(count) : sharedWords(count);
  const positionStarts = sharedWords((count >>> GROUP_BITS) + 1);
  for (let posting = 0; posting < count; posting++) {
    frequencies[posting] = u32(starts, posting + 1) - u32(starts, posting);
    if (posting % (1 << GROUP_BITS) === 0) positionStarts[posting >>> GROUP_BITS] = u32(starts, posting);
  }
  return { frequencies, positionStarts, positions, norms, impacts: impactsOf(docs, frequencies, norms) };
}
