import { isList, type Json } from "../components/json.ts";

/** Names of members and indexes of items, the outermost first. */
export type Path = readonly (string | number)[];

/**
 * One part in which two values differ. Items of lists have their index in the later value; those that were taken out,
 * that in the earlier one.
 */
export interface Difference {
  readonly path: Path;
  /** Undefined for a part that was added. */
  readonly before: Json | undefined;
  /** Undefined for a part that was taken out. */
  readonly after: Json | undefined;
}

/** Parts below this depth are compared as a whole: each level costs another look at what is below it. */
const MAX_DEPTH = 8;
/** A list of so many numbers is one value, such as a position. */
const MAX_POSITION_LENGTH = 6;

/** The smallest parts in which two values differ, in their order. */
export function* differencesBetween(before: Json, after: Json, path: Path = []): Generator<Difference, void> {
  if (path.length < MAX_DEPTH && isComposed(before) && isComposed(after)) {
    if (isList(before) && isList(after)) return yield* betweenLists(before, after, path);
    if (!isList(before) && !isList(after)) return yield* betweenObjects(before, after, path);
  }
  if (!isEqual(before, after)) yield { path, before, after };
}

/** Several times faster than the function of Node.js, which is for values of any kind. */
function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (Object.is(one, other)) return true;
  if (one == null || other == null || typeof one !== "object" || typeof other !== "object") return false;
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  const names = Object.keys(one);
  return (
    !isList(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

type Composed = readonly Json[] | { readonly [member: string]: Json };

function isComposed(value: Json): value is Composed {
  if (value === null || typeof value !== "object") return false;
  return !(
    isList(value) &&
    value.length <= MAX_POSITION_LENGTH &&
    value.length > 0 &&
    value.every((item) => typeof item === "number")
  );
}

function* betweenObjects(
  before: { readonly [member: string]: Json },
  after: { readonly [member: string]: Json },
  path: Path,
): Generator<Difference, void> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    yield* betweenParts(memberOf(before, name), memberOf(after, name), [...path, name]);
  }
}

const memberOf = (object: { readonly [member: string]: Json }, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function* betweenLists(before: readonly Json[], after: readonly Json[], path: Path): Generator<Difference, void> {
  for (const [earlier, later] of aligned(before, after)) {
    const index = later ?? earlier ?? 0;
    const old = earlier === undefined ? undefined : before[earlier];
    yield* betweenParts(old, later === undefined ? undefined : after[later], [...path, index]);
  }
}

function* betweenParts(before: Json | undefined, after: Json | undefined, path: Path): Generator<Difference, void> {
  if (before !== undefined && after !== undefined) yield* differencesBetween(before, after, path);
  else yield { path, before, after };
}

/** Indexes of items that belong together in the earlier and the later list; undefined where there is no such item. */
type Aligned = readonly [earlier: number | undefined, later: number | undefined];

/**
 * Aligns two lists in their order: equal items at the beginning and at the end, then equal ones that each list has once;
 * those between two such pairs belong together in their order.
 */
function aligned(before: readonly Json[], after: readonly Json[]): Aligned[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  const pairs: Aligned[] = [];
  let [earlier, later] = [start, start];
  const pairUntil = (earlierEnd: number, laterEnd: number) => {
    while (earlier < earlierEnd || later < laterEnd) {
      pairs.push([earlier < earlierEnd ? earlier++ : undefined, later < laterEnd ? later++ : undefined]);
    }
  };
  for (const [one, other] of anchors(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  )) {
    pairUntil(start + one, start + other);
    // The two are equal.
    [earlier, later] = [start + one + 1, start + other + 1];
  }
  pairUntil(before.length - end, after.length - end);
  return pairs;
}

/** Indexes of the most equal items that each list has once and that stand in the same order in both. */
function anchors(before: readonly Json[], after: readonly Json[]): (readonly [number, number])[] {
  const later = placesOfUnique(after);
  const shared = [...placesOfUnique(before)].flatMap(([text, place]) => {
    const other = later.get(text);
    return other === undefined ? [] : [[place, other] as const];
  });
  return longestRising(shared);
}

/** The index of each item that stands once in the list, by its JSON, in the order of the list. */
function placesOfUnique(items: readonly Json[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  items.forEach((item, index) => {
    const text = JSON.stringify(item);
    if (places.has(text)) repeated.add(text);
    else places.set(text, index);
  });
  for (const text of repeated) places.delete(text);
  return places;
}

/** The longest choice of pairs, whose first members rise, so that the second members rise too (patience sorting). */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  interface Link {
    readonly pair: readonly [number, number];
    readonly previous: Link | undefined;
  }
  // The lowest end of all choices of each length.
  const ends: Link[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, previous: ends[low - 1] };
  }
  const chosen: (readonly [number, number])[] = [];
  for (let link = ends.at(-1); link; link = link.previous) chosen.push(link.pair);
  return chosen.reverse();
}
