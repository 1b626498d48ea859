import Flatbush from "flatbush";
import { type DocNumbers, setBit, sharedCopy, sharedNarrow, u16 } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";

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
  /** The document of each box, in the order in which the boxes were added. */
  readonly docs: DocNumbers;
}

/** Documents of a segment that may match, as bitsets. */
export interface Candidates {
  /** Contains every match. */
  readonly all: Uint32Array;
  /** Documents that match without a test; undefined where none is known. */
  readonly sure?: Uint32Array | undefined;
}

/** Below this number of boxes a scan is as fast. */
const MIN_BOXES = 512;
/** A search for more boxes uses the bounding box of them all. */
const MAX_BOXES = 8;

/** Steps of a box that is found: it takes as long as some comparisons. */
const STEPS_OF_A_BOX = 8;

/** `add` adds the box of each place of `docs`. Undefined when there are too few boxes for a tree. */
export function boxTree(docs: DocNumbers, add: (tree: Flatbush, place: number) => void): BoxTree | undefined {
  if (docs.length < MIN_BOXES) return undefined;
  const tree = new Flatbush(docs.length);
  for (let place = 0; place < docs.length; place++) add(tree, place);
  tree.finish();
  const held = sharedNarrow(docs.length);
  held.set(docs);
  return { nodes: sharedCopy(new Uint8Array(tree.data)), docs: held };
}

/**
 * All of `size` documents with a box that meets one of `boxes`, and possibly others. Boxes that are found count as
 * work, bitsets as memory.
 */
export function docsNear(tree: BoxTree, boxes: readonly Box[], size: number, work: Work): Candidates {
  const all = bitset(size, work);
  search(tree, isPrecise(boxes) ? boxes : [around(boxes)], work, (doc) => setBit(all, doc));
  return { all };
}

/** The documents with a box that meets one of few `boxes`. Sure are those with a box inside one. */
export function docsMeeting(tree: BoxTree, boxes: readonly Box[], size: number, work: Work): Candidates {
  const [all, sure] = [bitset(size, work), bitset(size, work)];
  search(tree, boxes, work, (doc, isWithin) => {
    setBit(all, doc);
    if (isWithin) setBit(sure, doc);
  });
  return { all, sure };
}

function bitset(size: number, work: Work): Uint32Array {
  const words = (size + 31) >>> 5;
  work.take(words * Uint32Array.BYTES_PER_ELEMENT);
  return new Uint32Array(words);
}

/** Calls `take` with the document of each box that meets one of `boxes`, and whether it lies inside that one. */
function search(
  { nodes, docs }: BoxTree,
  boxes: readonly Box[],
  work: Work,
  take: (doc: number, isWithin: boolean) => void,
): void {
  const tree = Flatbush.from(nodes.buffer, nodes.byteOffset);
  let count = 0;
  for (const { west, south, east, north } of boxes) {
    tree.search(west, south, east, north, (place, x0, y0, x1, y1) => {
      count++;
      take(u16(docs, place), x0 >= west && y0 >= south && x1 <= east && y1 <= north);
      return false;
    });
  }
  work.spend(count * STEPS_OF_A_BOX);
}

/** Whether there are few enough boxes to search for each of them. */
export const isPrecise = (boxes: readonly Box[]): boolean => boxes.length <= MAX_BOXES;

const around = (boxes: readonly Box[]): Box =>
  boxes.reduce((all, box) => ({
    west: Math.min(all.west, box.west),
    south: Math.min(all.south, box.south),
    east: Math.max(all.east, box.east),
    north: Math.max(all.north, box.north),
  }));
