import { item, type Positions, positionAt } from "../../bytes/arrays.ts";

/** One place of a phrase, with its positions in the current document: positions[from .. end). */
export interface PhrasePlace {
  /** Its position in the phrase. */
  readonly offset: number;
  positions: Positions;
  from: number;
  end: number;
}

/** A match: its first and its last word, each as a place and an index into the place's positions. */
export interface SloppyMatch {
  readonly first: SloppyWord;
  readonly last: SloppyWord;
}

export interface SloppyWord {
  readonly place: PhrasePlace;
  readonly at: number;
}

/** Iterates over the positions of one place of the phrase in a document. */
interface Walker {
  readonly place: PhrasePlace;
  readonly offset: number;
  /** Index of the group of walkers with common terms. */
  readonly group: number;
  readonly indexInGroup: number;
  /** Position in the document minus the offset: the same for all walkers in an exact match. */
  position: number;
  at: number;
}

/**
 * Finds phrases with slop as Lucene's SloppyPhraseMatcher does. The distance of a match is the spread of the walkers'
 * positions; it is minimised by advancing the walker with the smallest position. A repeated term must be found at
 * distinct positions.
 */
export class SloppyPositions {
  readonly #slop: number;
  readonly #walkers: readonly Walker[];
  readonly #groups: readonly (readonly Walker[])[];
  /** Whether walkers of a group may have different terms. */
  readonly #differ: boolean;
  #queue: Walker[] = [];
  #end = 0;

  /** `terms`: by place, the ordinals of the terms allowed there: one each, except in the last place. */
  constructor(places: readonly PhrasePlace[], terms: readonly (readonly number[])[], slop: number) {
    this.#slop = slop;
    const groups = groupsOf(terms);
    const members: Walker[][] = places.map(() => []);
    this.#differ = (terms.at(-1)?.length ?? 0) > 1;
    this.#walkers = places.map((place, index) => {
      const group = groups[index] ?? index;
      const of = item(members, group);
      const walker = { place, offset: place.offset, group, indexInGroup: of.length, position: 0, at: 0 };
      of.push(walker);
      return walker;
    });
    this.#groups = members;
  }

  /** The sum of 1 / (1 + distance) over the matches in the current document; float32. */
  frequency(): number {
    if (!this.#start()) return 0;
    let frequency = 0;
    for (let distance = this.#next(); distance >= 0; distance = this.#next()) {
      frequency = Math.fround(frequency + Math.fround(1 / (1 + distance)));
      if (this.#exhausted) break;
    }
    return frequency;
  }

  /** The matches in the current document, in the order in which they are found. */
  *matches(): Generator<SloppyMatch> {
    if (!this.#start()) return;
    while (this.#next() >= 0) {
      yield this.#match();
      if (this.#exhausted) return;
    }
  }

  #exhausted = false;
  /** Index of the walker at the beginning of the last match, and its index before it moved on. */
  #lead = 0;
  #leadAt = 0;

  #start(): boolean {
    this.#exhausted = false;
    this.#end = Number.MIN_SAFE_INTEGER;
    for (const walker of this.#walkers) {
      walker.at = walker.place.from - 1;
      this.#step(walker);
    }
    for (const group of this.#groups) if (!this.#spread(group)) return false;
    this.#queue = [];
    for (const walker of this.#walkers) {
      this.#end = Math.max(this.#end, walker.position);
      this.#push(walker);
    }
    return true;
  }

  /** Moves the walkers of a group to distinct positions; false when there are too few. */
  #spread(group: readonly Walker[]): boolean {
    if (this.#differ && group.length > 1) return this.#spreadDifferent(group);
    for (const walker of group) {
      for (let steps = walker.indexInGroup; steps > 0; steps--) if (!this.#step(walker)) return false;
    }
    return true;
  }

  #spreadDifferent(group: readonly Walker[]): boolean {
    for (let index = 0; index < group.length; index++) {
      const walker = item(group, index);
      for (let other = colliding(walker, group); other; other = colliding(walker, group)) {
        const behind = before(walker, other) ? walker : other;
        if (!this.#step(behind)) return false;
        if (behind.indexInGroup >= index) continue;
        index--;
        break;
      }
    }
    return true;
  }

  /** The distance of the next match, or -1. */
  #next(): number {
    let walker = this.#queue.shift();
    if (!walker) return -1;
    this.#capture(walker);
    let distance = this.#end - walker.position;
    let next = item(this.#queue, 0).position;
    while (walker && this.#advance(walker) && this.#resolveCollisions(walker)) {
      if (walker.position <= next) {
        distance = Math.min(distance, this.#end - walker.position);
        this.#capture(walker);
        continue;
      }
      this.#push(walker);
      if (distance <= this.#slop) return distance;
      walker = this.#queue.shift();
      if (!walker) break;
      next = item(this.#queue, 0).position;
      distance = this.#end - walker.position;
      this.#capture(walker);
    }
    this.#exhausted = true;
    return distance <= this.#slop ? distance : -1;
  }

  #capture(walker: Walker): void {
    this.#lead = this.#walkers.indexOf(walker);
    this.#leadAt = walker.at;
  }

  /** The match from the first to the last word of all walkers, with the lead at its old index. */
  #match(): SloppyMatch {
    const lead = item(this.#walkers, this.#lead);
    const led = { place: lead.place, at: this.#leadAt };
    let [first, last]: [SloppyWord, SloppyWord] = [led, led];
    const position = ({ place, at }: SloppyWord) => positionAt(place.positions, at);
    for (const walker of this.#walkers) {
      const word = { place: walker.place, at: Math.min(walker.at, walker.place.end - 1) };
      if (position(word) < position(first)) first = word;
      if (walker !== lead && position(word) > position(last)) last = word;
    }
    return { first, last };
  }

  #step(walker: Walker): boolean {
    if (++walker.at >= walker.place.end) return false;
    walker.position = positionAt(walker.place.positions, walker.at) - walker.offset;
    return true;
  }

  #advance(walker: Walker): boolean {
    if (!this.#step(walker)) return false;
    this.#end = Math.max(this.#end, walker.position);
    return true;
  }

  /** Walkers of the same term must not share a position in the document: the rear one advances. */
  #resolveCollisions(moved: Walker): boolean {
    const group = item(this.#groups, moved.group);
    if (group.length === 1) return true;
    let walker = moved;
    const requeued = new Set<Walker>();
    for (;;) {
      const other = colliding(walker, group);
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

/**
 * The group of each place: the first place with one of its terms. Places with a term of the last place share the group
 * of all that place's terms.
 */
function groupsOf(terms: readonly (readonly number[])[]): number[] {
  const first = new Map<number, number>();
  for (const [place, ordinals] of terms.entries()) {
    for (const ordinal of ordinals) if (!first.has(ordinal)) first.set(ordinal, place);
  }
  const firstOf = (ordinals: readonly number[]) =>
    ordinals.reduce((least, ordinal) => Math.min(least, first.get(ordinal) ?? least), terms.length);
  const last = new Set(terms.at(-1));
  const firstOfLast = firstOf([...last]);
  return terms.map((each) =>
    Math.min(firstOf(each), each.some((ordinal) => last.has(ordinal)) ? firstOfLast : terms.length),
  );
}

const before = (a: Walker, b: Walker): boolean =>
  a.position < b.position || (a.position === b.position && a.offset < b.offset);

/** Another walker of the group at the same position of the document. */
const colliding = (walker: Walker, group: readonly Walker[]): Walker | undefined =>
  group.find((each) => each !== walker && each.position + each.offset === walker.position + walker.offset);
