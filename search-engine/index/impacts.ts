import { type DocNumbers, type Frequencies, frequencyAt, sharedNarrow, sharedWords, u8, u16 } from "../bytes/arrays.ts";

/**
 * The best pairs of frequency and norm in each block of postings, so that a search for one term does not score blocks
 * that can't be competitive. Blocks run over all postings of a field; one may contain the end of a term and the start
 * of the next.
 */
export interface Impacts {
  /** Pairs of block b are pairs[starts[b] .. starts[b + 1]). */
  readonly starts: Uint32Array;
  /**
   * Frequency << 8 | norm. Each posting of the block has a pair with at least its frequency and at most its norm.
   * `MAX_FREQUENCY` stands for itself and all higher frequencies.
   */
  readonly pairs: Uint16Array;
}

/** Binary logarithm of the postings in a block. */
const BLOCK_BITS = 7;
export const MAX_FREQUENCY = 255;

export const blockOf = (posting: number): number => posting >>> BLOCK_BITS;
export const endOfBlock = (block: number): number => (block + 1) << BLOCK_BITS;

export function impactsOf(docs: DocNumbers, frequencies: Frequencies, norms: Uint8Array): Impacts {
  const blocks = docs.length === 0 ? 0 : blockOf(docs.length - 1) + 1;
  const starts = sharedWords(blocks + 1);
  let pairs = new Uint16Array(blocks * 4);
  let count = 0;
  const leastNorms = new Uint16Array(MAX_FREQUENCY + 1);
  for (let block = 0; block < blocks; block++) {
    let highest = 0;
    const end = Math.min(endOfBlock(block), docs.length);
    for (let posting = block << BLOCK_BITS; posting < end; posting++) {
      const frequency = Math.min(frequencyAt(frequencies, posting), MAX_FREQUENCY);
      const norm = u8(norms, u16(docs, posting));
      const least = u16(leastNorms, frequency);
      // The norm plus one; 0 means none.
      if (least === 0 || norm + 1 < least) leastNorms[frequency] = norm + 1;
      if (frequency > highest) highest = frequency;
    }
    if (pairs.length < count + highest) {
      const grown = new Uint16Array(2 * pairs.length + highest);
      grown.set(pairs);
      pairs = grown;
    }
    let least = 0x100 + 1;
    for (let frequency = highest; frequency > 0; frequency--) {
      const norm = u16(leastNorms, frequency);
      leastNorms[frequency] = 0;
      if (norm === 0 || norm >= least) continue;
      least = norm;
      pairs[count++] = (frequency << 8) | (norm - 1);
    }
    starts[block + 1] = count;
  }
  const held = sharedNarrow(count);
  held.set(pairs.subarray(0, count));
  return { starts, pairs: held };
}
