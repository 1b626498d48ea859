import { u8, u32 } from "../../bytes/arrays.ts";
import type { Dictionary } from "../../index/terms.ts";
import { MAX_VAIN_LOOKS, NOT_YET } from "../nodes/any-term.ts";

/** Reads a term character by character. It keeps its states by depth, so that terms with a common prefix share them. */
export interface TermAutomaton {
  /** Moves from the state after `depth` characters to that after one more; false when no longer term is accepted. */
  step(depth: number, point: number): boolean;
  /** Whether a term that ends after `depth` characters is accepted. */
  accepts(depth: number): boolean;
}

/** Characters of a wildcard pattern that can be compared with a term in the time in which an automaton reads it. */
export const AUTOMATON_LENGTH = 64;

/**
 * Ordinals of the terms that the automaton accepts, with `NOT_YET` now and then. Walks the sorted terms as a trie: a common
 * prefix is read once, and the terms behind a prefix that leads nowhere are skipped.
 */
export function* acceptedTerms(terms: Dictionary, automaton: TermAutomaton): Generator<number> {
  const { bytes, offsets, size } = terms;
  /** By depth: the length in bytes of so many characters of the current term. */
  const lengths = [0];
  let steps = 0;
  let previous = 0;
  for (let ordinal = 0; ordinal < size; ) {
    const start = u32(offsets, ordinal);
    const length = u32(offsets, ordinal + 1) - start;
    const shared = commonLength(bytes, u32(offsets, previous), u32(offsets, previous + 1), start, length);
    while ((lengths.at(-1) ?? 0) > shared) lengths.pop();
    previous = ordinal;
    let depth = lengths.length - 1;
    let at = lengths[depth] ?? 0;
    let isAlive = true;
    while (at < length && isAlive) {
      const width = characterLength(u8(bytes, start + at));
      isAlive = automaton.step(depth, pointAt(bytes, start + at, width));
      at += width;
      if (isAlive) lengths[++depth] = at;
      if (++steps % MAX_VAIN_LOOKS === 0) yield NOT_YET;
    }
    if (isAlive && automaton.accepts(depth)) yield ordinal;
    ordinal = isAlive ? ordinal + 1 : terms.after(ordinal, at);
    if (++steps % MAX_VAIN_LOOKS === 0) yield NOT_YET;
  }
}

/** Length of the common prefix of bytes[previous .. previousEnd) and the `length` bytes from `start` on. */
function commonLength(bytes: Uint8Array, previous: number, previousEnd: number, start: number, length: number): number {
  const most = Math.min(length, previousEnd - previous);
  let common = 0;
  while (common < most && u8(bytes, previous + common) === u8(bytes, start + common)) common++;
  return common;
}

/** Bytes of the UTF-8 character that begins with this byte. */
const characterLength = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

function pointAt(bytes: Uint8Array, at: number, width: number): number {
  const lead = u8(bytes, at);
  if (width === 1) return lead;
  let point = lead & (0x7f >> width);
  for (let index = 1; index < width; index++) point = (point << 6) | (u8(bytes, at + index) & 0x3f);
  return point;
}
