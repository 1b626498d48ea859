import type { TermDictionary } from "../index/segment.ts";
import { utf8 } from "../index/terms.ts";

/** Lower case of A to Z only. */
export const foldAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Ordinals of the terms that begin with these bytes: [first, end). */
export function prefixRange(terms: TermDictionary, prefix: Uint8Array): [number, number] {
  const first = terms.find(prefix);
  const after = successor(prefix);
  return [insertionPoint(first), after ? insertionPoint(terms.find(after)) : terms.size];
}

export const insertionPoint = (found: number): number => (found < 0 ? -found - 1 : found);

/** The smallest bytes above everything with this prefix, undefined when there is none. */
function successor(prefix: Uint8Array): Uint8Array | undefined {
  const last = prefix.findLastIndex((byte) => byte < 0xff);
  if (last < 0) return undefined;
  const after = prefix.slice(0, last + 1);
  after[last]!++;
  return after;
}

/** A wildcard pattern: `*` any text, `?` one character, `\` takes the next one literally. */
export interface Wildcard {
  /** What every match begins with. */
  readonly prefix: Uint8Array;
  readonly test: (term: string) => boolean;
  /** Literal bytes of a pattern `*literal*`, which can be looked for in all terms at once. */
  readonly inside: Uint8Array | undefined;
}

export function compileWildcard(pattern: string, caseInsensitive: boolean): Wildcard {
  let source = "";
  let prefix = "";
  let literal = "";
  let isPrefix = true;
  const wild: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    let character = pattern[at]!;
    if (character === "*" || character === "?") {
      source += character === "*" ? ".*" : ".";
      wild.push(`${character}${literal.length}`);
      isPrefix = false;
      continue;
    }
    if (character === "\\" && at + 1 < pattern.length) character = pattern[++at]!;
    source += escapeRegExp(character, caseInsensitive);
    literal += character;
    if (isPrefix) prefix += character;
  }
  const regex = new RegExp(`^${source}$`, "su");
  const inside =
    !caseInsensitive && literal !== "" && wild.join() === `*0,*${literal.length}` ? utf8(literal) : undefined;
  return { prefix: caseInsensitive ? new Uint8Array() : utf8(prefix), test: (term) => regex.test(term), inside };
}

function escapeRegExp(character: string, caseInsensitive: boolean): string {
  if (caseInsensitive && /[a-zA-Z]/.test(character)) return `[${character.toLowerCase()}${character.toUpperCase()}]`;
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Ordinals of the terms that match. */
export function* matchingTerms(terms: TermDictionary, { prefix, inside, test }: Wildcard): Generator<number> {
  if (inside) {
    yield* termsContaining(terms, inside);
    return;
  }
  const [first, end] = prefixRange(terms, prefix);
  for (let ordinal = first; ordinal < end; ordinal++) if (test(terms.text(ordinal))) yield ordinal;
}

/** One search through the bytes of all terms; what it finds across a boundary does not count. */
function* termsContaining({ bytes, offsets, size }: TermDictionary, literal: Uint8Array): Generator<number> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let ordinal = 0;
  for (let at = all.indexOf(literal); at >= 0; ) {
    let high = size;
    let low = ordinal;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (offsets[middle]! <= at) low = middle;
      else high = middle;
    }
    ordinal = low;
    if (at + literal.length <= offsets[ordinal + 1]!) {
      yield ordinal;
      at = all.indexOf(literal, offsets[ordinal + 1]);
    } else at = all.indexOf(literal, at + 1);
  }
}
