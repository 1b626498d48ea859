import { frequencyAt, i32, item, positionAt } from "../../index/arrays.ts";
import type { TextData } from "../../index/segment-data.ts";
import { positionsFrom } from "../../index/text-postings.ts";

/** Iterates over the positions of one term of the phrase in a document. */
interface Walker {
  /** Index in the phrase. */
  readonly offset: number;
  /** Index of the term's first occurrence in the phrase. Walkers of the same term form a group. */
  readonly group: number;
  readonly indexInGroup: number;
  /** Position in the document minus the offset: the same for all walkers in an exact match. */
  position: number;
  at: number;
  end: number;
}

/**
 * Finds phrases with slop as Lucene's SloppyPhraseMatcher does. The distance of a match is the spread of the walkers'
 * positions; it is minimised by advancing the walker with the smallest position. A repeated term must be found at
 * distinct positions.
 */
export class SloppyPositions {
  readonly #text: TextData;
  readonly #slop: number;
  readonly #walkers: readonly Walker[];
  readonly #groups: readonly (readonly Walker[])[];
  #queue: Walker[] = [];
  #end = 0;

  constructor(text: TextData, ordinals: readonly number[], slop: number) {
    this.#text = text;
    this.#slop = slop;
    this.#walkers = ordinals.map((ordinal, offset) => ({
      offset,
      group: ordinals.indexOf(ordinal),
      indexInGroup: ordinals.slice(0, offset).filter((other) => other === ordinal).length,
      position: 0,
      at: 0,
      end: 0,
    }));
    this.#groups = ordinals.map((_, group) => this.#walkers.filter((walker) => walker.group === group));
  }

  /** The sum of 1 / (1 + distance) over the matches in the document of these postings; float32. */
  frequency(postings: Int32Array): number {
    if (!this.#start(postings)) return 0;
    let frequency = 0;
    for (let distance = this.#next(); distance >= 0; distance = this.#next()) {
      frequency = Math.fround(frequency + Math.fround(1 / (1 + distance)));
      if (this.#exhausted) break;
    }
    return frequency;
  }

  #exhausted = false;

  #start(postings: Int32Array): boolean {
    this.#exhausted = false;
    this.#end = Number.MIN_SAFE_INTEGER;
    for (const walker of this.#walkers) {
      const posting = i32(postings, walker.offset);
      const first = positionsFrom(this.#text, posting);
      walker.at = first - 1;
      walker.end = first + frequencyAt(this.#text.frequencies, posting);
      this.#step(walker);
    }
    for (const group of this.#groups) {
      for (const walker of group) {
        for (let steps = walker.indexInGroup; steps > 0; steps--) if (!this.#step(walker)) return false;
      }
    }
    this.#queue = [];
    for (const walker of this.#walkers) {
      this.#end = Math.max(this.#end, walker.position);
      this.#push(walker);
    }
    return true;
  }

  /** The distance of the next match, or -1. */
  #next(): number {
    let walker = this.#queue.shift();
    if (!walker) return -1;
    let distance = this.#end - walker.position;
    let next = item(this.#queue, 0).position;
    while (walker && this.#advance(walker) && this.#resolveCollisions(walker)) {
      if (walker.position <= next) {
        distance = Math.min(distance, this.#end - walker.position);
        continue;
      }
      this.#push(walker);
      if (distance <= this.#slop) return distance;
      walker = this.#queue.shift();
      next = item(this.#queue, 0).position;
      distance = this.#end - (walker?.position ?? 0);
    }
    this.#exhausted = true;
    return distance <= this.#slop ? distance : -1;
  }

  #step(walker: Walker): boolean {
    if (++walker.at >= walker.end) return false;
    walker.position = positionAt(this.#text.positions, walker.at) - walker.offset;
    return true;
  }

  #advance(walker: Walker): boolean {
    if (!this.#step(walker)) return false;
    this.#end = Math.max(this.#end, walker.position);
    return true;
  }

  /** Walkers of the same term must not share a position in the document: the one behind advances. */
  #resolveCollisions(moved: Walker): boolean {
    const group = item(this.#groups, moved.group);
    if (group.length === 1) return true;
    const place = (walker: Walker) => walker.position + walker.offset;
    let walker = moved;
    const requeued = new Set<Walker>();
    for (;;) {
      const current = walker;
      const other = group.find((each) => each !== current && place(each) === place(current));
      if (!other) break;
      walker = before(walker, other) ? walker : other;
      if (!this.#advance(walker)) return false;
      if (other !== moved) requeued.add(other);
    }
    if (requeued.size > 0) this.#queue.sort((a, b) => (before(a, b) ? -1 : 1));
    return true;
  }

  #push(walker: Walker): void {
    const queue = this.#queue;
    let index = queue.length;
    while (index > 0 && before(walker, item(queue, index - 1))) index--;
    queue.splice(index, 0, walker);
  }
}

const before = (a: Walker, b: Walker): boolean =>
  a.position < b.position || (a.position === b.position && a.offset < b.offset);
