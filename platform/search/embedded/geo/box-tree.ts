import Flatbush from "flatbush";
import { type DocNumbers, setBit, sharedCopy, sharedNarrow, u16 } from "../index/arrays.ts";
import type { Work } from "../work.ts";

/** In degrees, borders included. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The boxes of a segment's points or shapes as a packed Hilbert R-tree. */
export interface BoxTree {
  /** The serialised flatbush index. */
  readonly nodes: Uint8Array;
  /** The document of each box, in the order in which they were added. */
  readonly docs: DocNumbers;
}

/** Documents of a segment as bitsets. */
export interface DocsNear {
  /** All that have a box that meets one of those looked for, and possibly others. */
  readonly all: Uint32Array;
  /** Those that have a box which lies within one of them. */
  readonly sure: Uint32Array;
}

/** A scan over fewer boxes is as fast. */
const MIN_BOXES = 512;
/** A search for more boxes uses the bounding box of them all. */
const MAX_BOXES = 8;

/** `add` adds the box of each place of `docs`. Undefined when a tree is not worth while. */
export function boxTree(docs: DocNumbers, add: (tree: Flatbush, place: number) => void): BoxTree | undefined {
  if (docs.length < MIN_BOXES) return undefined;
  const tree = new Flatbush(docs.length);
  for (let place = 0; place < docs.length; place++) add(tree, place);
  tree.finish();
  const held = sharedNarrow(docs.length);
  held.set(docs);
  return { nodes: sharedCopy(new Uint8Array(tree.data)), docs: held };
}

/** Of `size` documents those near `boxes`. Boxes that are found count as work. */
export function docsNear({ nodes, docs }: BoxTree, boxes: readonly Box[], size: number, work: Work): DocsNear {
  const tree = Flatbush.from(nodes.buffer, nodes.byteOffset);
  const words = (size + 31) >>> 5;
  const [all, sure] = [new Uint32Array(words), new Uint32Array(words)];
  let count = 0;
  for (const { west, south, east, north } of isPrecise(boxes) ? boxes : [around(boxes)]) {
    tree.search(west, south, east, north, (place, x0, y0, x1, y1) => {
      const doc = u16(docs, place);
      count++;
      setBit(all, doc);
      if (x0 >= west && y0 >= south && x1 <= east && y1 <= north) setBit(sure, doc);
      return false;
    });
  }
  work.spend(count);
  return { all, sure };
}

/** Whether a search for as many boxes finds no others. */
export const isPrecise = (boxes: readonly Box[]): boolean => boxes.length <= MAX_BOXES;

const around = (boxes: readonly Box[]): Box =>
  boxes.reduce((all, box) => ({
    west: Math.min(all.west, box.west),
    south: Math.min(all.south, box.south),
    east: Math.max(all.east, box.east),
    north: Math.max(all.north, box.north),
  }));
