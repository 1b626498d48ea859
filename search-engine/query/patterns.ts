import { u8, u32 } from "../bytes/arrays.ts";

import { type Dictionary, utf8 } from "../index/terms.ts";
import { glob } from "./glob.ts";
import { MAX_VAIN_LOOKS, NOT_YET } from "./nodes/any-term.ts";

/** Lower-cases A to Z only. */
export const foldAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Range [first, end) of the ordinals of the terms with this prefix. */
export function prefixRange(terms: Dictionary, prefix: Uint8Array): [number, number] {
  const first = terms.find(prefix);
  const after = successor(prefix);
  return [insertionPoint(first), after ? insertionPoint(terms.find(after)) : terms.size];
}

/** The term's ordinal or insertion point, from the result of `Dictionary.find`. */
export const insertionPoint = (found: number): number => (found < 0 ? -found - 1 : found);

/** The smallest bytes greater than all with this prefix; undefined when there are none. */
function successor(prefix: Uint8Array): Uint8Array | undefined {
  const last = prefix.findLastIndex((byte) => byte < 0xff);
  if (last < 0) return undefined;
  const after = prefix.slice(0, last + 1);
  after[last] = u8(after, last) + 1;
  return after;
}

/** A compiled wildcard pattern: `*` matches any text, `?` one character, `\` escapes the next one. */
export interface Wildcard {
  /** Prefix of every match. */
  readonly prefix: Uint8Array;
  readonly test: (term: string) => boolean;
  /** The longest literal after the first wildcard, if it is worth searching all terms for. */
  readonly inside: Uint8Array | undefined;
  /** Whether every term that contains `inside` matches: `*literal*`. */
  readonly isInside: boolean;
  /** Length of the pattern. */
  readonly length: number;
}

export function compileWildcard(pattern: string, caseInsensitive: boolean): Wildcard {
  const literals = [""];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "*" || character === "?") literals.push("");
    else
      literals[literals.length - 1] += character === "\\" && at + 1 < pattern.length ? pattern.charAt(++at) : character;
  }
  const [prefix = "", ...others] = literals;
  const longest = others.reduce((best, each) => (each.length > best.length ? each : best), "");
  const isInside = !caseInsensitive && /^\*+[^*?\\]+\*+$/.test(pattern);
  return {
    prefix: caseInsensitive ? new Uint8Array() : utf8(prefix),
    test: glob(pattern, { full: true, caseInsensitive }),
    inside: isInside || (!caseInsensitive && longest.length >= 2) ? utf8(longest) : undefined,
    isInside,
    length: pattern.length,
  };
}

/** Ordinals of the terms that match, with `NOT_YET` now and then. */
export function* matchingTerms(terms: Dictionary, wildcard: Wildcard): Generator<number> {
  const { prefix, inside, isInside, length, test } = wildcard;
  const [first, end] = prefixRange(terms, prefix);
  if (inside) {
    for (const ordinal of termsContaining(terms, inside, first, end)) {
      if (isInside || test(terms.text(ordinal))) yield ordinal;
      if (!isInside) yield NOT_YET;
    }
    return;
  }
  yield* termsThat(test, terms, { first, end, length });
}

export interface TermRange {
  /** Ordinals in [first, end); all by default. */
  readonly first?: number;
  readonly end?: number;
  /** Length of the pattern, which determines the cost of a test. */
  readonly length?: number;
}

/** Product of the lengths of a term and a pattern that costs as much as one more term. */
const LENGTH_PRODUCT_PER_TERM = 256;

/** Ordinals of the terms that pass the test, with `NOT_YET` now and then, more often for long terms. */
export function* termsThat(
  test: (term: string) => boolean,
  terms: Dictionary,
  { first = 0, end = terms.size, length = 0 }: TermRange = {},
): Generator<number> {
  const { offsets } = terms;
  let looked = 0;
  for (let ordinal = first; ordinal < end; ordinal++) {
    if (test(terms.text(ordinal))) yield ordinal;
    looked += 1 + (length * (u32(offsets, ordinal + 1) - u32(offsets, ordinal))) / LENGTH_PRODUCT_PER_TERM;
    if (looked < MAX_VAIN_LOOKS) continue;
    looked = 0;
    yield NOT_YET;
  }
}

/**
 * Ordinals of the terms in [first, end) that contain the literal, by one search through their bytes. Matches across the
 * boundary of two terms are ignored.
 */
function* termsContaining(
  { bytes, offsets }: Dictionary,
  literal: Uint8Array,
  first: number,
  end: number,
): Generator<number> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, offsets[end]);
  let ordinal = first;
  for (let at = all.indexOf(literal, offsets[first]); at >= 0; ) {
    let high = end;
    let low = ordinal;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (u32(offsets, middle) <= at) low = middle;
      else high = middle;
    }
    ordinal = low;
    if (at + literal.length <= u32(offsets, ordinal + 1)) {
      yield ordinal;
      at = all.indexOf(literal, offsets[ordinal + 1]);
    } else at = all.indexOf(literal, at + 1);
  }
}
