/** Width of a colour's range of the index. */
export const INDEX_STEP = 0.5;

/** The last colour is that of this index and all above. */
const LAST = 14;

/**
 * Colours from dark violet through blue and green to yellow, evenly apart on the map viridis (CC0), whose lightness rises evenly
 * and which people with any colour vision can read.
 */
const ANCHORS = [
  [68, 1, 84],
  [72, 40, 120],
  [62, 74, 137],
  [49, 104, 142],
  [38, 130, 142],
  [31, 158, 137],
  [53, 183, 121],
  [110, 206, 88],
  [181, 222, 43],
  [253, 231, 37],
] as const;

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** The colour of each step of the index, from 0 on. */
export const INDEX_COLOURS: readonly Colour[] = Array.from({ length: LAST / INDEX_STEP + 1 }, (_, step) => {
  const position = (step * INDEX_STEP * (ANCHORS.length - 1)) / LAST;
  const anchor = Math.min(Math.floor(position), ANCHORS.length - 2);
  const share = position - anchor;
  const [from, to] = [ANCHORS[anchor] ?? ANCHORS[0], ANCHORS[anchor + 1] ?? ANCHORS[0]];
  const between = (part: 0 | 1 | 2) => Math.round(from[part] + share * (to[part] - from[part]));
  return [between(0), between(1), between(2)];
});

/** The number of an index's colour; an unknown index has that of 0. */
export function colourOf(index: number): number {
  return Math.min(Math.floor(index / INDEX_STEP) || 0, INDEX_COLOURS.length - 1);
}
