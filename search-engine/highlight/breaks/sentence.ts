/**
 * Ends of sentences as Java's BreakIterator finds them. Elasticsearch cuts fragments with it. A sentence ends after `!`
 * and `?`, after a paragraph separator, and after a period if what follows looks like a new sentence: white space and a
 * letter that is not lower case, or a character such as an opening bracket and a letter.
 */

import type { Breaks } from "./breaks.ts";

/** Roles of a character in the grammar, as a bit set. */
const Kind = {
  lower: 1,
  letter: 2,
  space: 4,
  opening: 8,
  closing: 16,
  terminator: 32,
  period: 64,
  paragraph: 128,
  danda: 256,
  /** Characters that may begin a sentence without being letters. */
  starter: 512,
  ignored: 1024,
} as const;

const patterns: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mn}\p{Me}\p{Cf}]/u, Kind.ignored],
  [/\p{Ll}/u, Kind.lower],
  [/\p{L}/u, Kind.letter],
  [/["']/u, Kind.opening | Kind.closing],
  [/[\p{Ps}\p{Pi}]/u, Kind.opening],
  [/[\p{Pe}\p{Pf}]/u, Kind.closing],
  [/[\t\r\f\n\u2028\p{Zs}]/u, Kind.space],
  [/[!?\u3002\uff01\uff1f]/u, Kind.terminator],
  [/[.\uff0e]/u, Kind.period],
  [/\u2029/u, Kind.paragraph],
  [/[\u0964\u0965]/u, Kind.danda | Kind.starter],
  [/[\p{N},]/u, 0],
];

const kinds = new Map<number, number>();

function kindOf(point: number): number {
  const known = kinds.get(point);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(point);
  const kind = patterns.find(([pattern]) => pattern.test(character))?.[1] ?? Kind.starter;
  kinds.set(point, kind);
  return kind;
}

/** State of the scan: a bit set of these, or `IN_SENTENCE`. */
const IN_SENTENCE = 0;
const After = {
  period: 1,
  space: 2,
  moreSpace: 4,
  opening: 8,
  /** Like `opening`, but Java's tables lack the way back into the sentence from here. */
  lastOpening: 16,
  terminator: 32,
  terminatorSpace: 64,
  danda: 128,
  paragraph: 256,
} as const;
/** A sentence ends here if another one follows. */
const CANDIDATE = After.period | After.space | After.moreSpace;
const OPENING = After.opening | After.lastOpening;

/** The end of the sentence that begins at `from`. */
export function nextSentence(text: string, from: number): number {
  let state: number = IN_SENTENCE;
  let end = 0;
  let candidate = 0;
  for (let at = from; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    at += point > 0xffff ? 2 : 1;
    const kind = kindOf(point);
    if (kind !== Kind.ignored) {
      if (beginsSentence(state, kind)) return candidate;
      const next = state >= After.terminator ? afterEnd(state, kind) : within(state, kind);
      if (next === undefined) return end;
      state = next;
    }
    if ((state & CANDIDATE) !== 0) candidate = at;
    if ((state & (CANDIDATE | OPENING)) === 0 || end === 0) end = at;
  }
  return candidate === text.length ? candidate : end;
}

function beginsSentence(state: number, kind: number): boolean {
  if ((state & OPENING) !== 0 && (kind & (Kind.letter | Kind.lower)) !== 0) return true;
  return (state & (After.space | After.moreSpace)) !== 0 && (kind & Kind.letter) !== 0;
}

/** The state behind a terminator or danda; undefined when the character no longer belongs to the end. */
function afterEnd(state: number, kind: number): number | undefined {
  if (state === After.paragraph) return undefined;
  if ((kind & Kind.space) !== 0) return state === After.danda ? After.danda : After.terminatorSpace;
  if ((kind & Kind.paragraph) !== 0 && state !== After.danda) return After.paragraph;
  const more = Kind.terminator | Kind.period | Kind.closing;
  return state === After.terminator && (kind & more) !== 0 ? After.terminator : undefined;
}

/** The state inside a sentence; undefined when the sentence ended at its last possible end. */
function within(state: number, kind: number): number | undefined {
  const opens = (kind & (Kind.opening | Kind.starter)) !== 0;
  if ((state & After.lastOpening) !== 0 && !opens) return undefined;
  if ((kind & Kind.terminator) !== 0) return After.terminator;
  if ((kind & Kind.danda) !== 0 && (state & CANDIDATE) === 0) return After.danda;
  if ((kind & Kind.paragraph) !== 0) return After.paragraph;
  let next: number = (kind & Kind.period) !== 0 ? After.period : IN_SENTENCE;
  if ((state & After.period) !== 0 && (kind & Kind.closing) !== 0) next |= After.period;
  if ((state & CANDIDATE) !== 0 && (kind & Kind.space) !== 0) {
    next |= (state & After.period) !== 0 ? After.space : After.moreSpace;
  }
  if (!opens || state === IN_SENTENCE) return next;
  const isLast = (state & After.moreSpace) !== 0 || ((state & After.period) !== 0 && (state & OPENING) !== 0);
  return next | (isLast && next === IN_SENTENCE ? After.lastOpening : After.opening);
}

/** The breaks of a text. Java's depend on where it begins to read, so answers depend on earlier calls. */
export class SentenceBreaks implements Breaks {
  readonly #text: string;
  readonly #ends = new Map<number, number>();
  #known = -1;

  constructor(text: string) {
    this.#text = text;
  }

  preceding(offset: number): number {
    let found = this.#known >= offset || this.#known < 0 ? safePlace(this.#text, offset - 1) : this.#known;
    for (let next = found; next < offset; next = this.#next(next)) found = next;
    this.#known = found;
    return found;
  }

  following(offset: number): number {
    let found = this.#known >= offset || this.#known < 0 ? safePlace(this.#text, offset) : this.#known;
    while (found <= offset && found < this.#text.length) found = this.#next(found);
    this.#known = found;
    return found;
  }

  #next(from: number): number {
    const known = this.#ends.get(from);
    if (known !== undefined) return known;
    if (from >= this.#text.length) return Number.POSITIVE_INFINITY;
    const end = nextSentence(this.#text, from);
    this.#ends.set(from, end);
    return end;
  }
}

/** State of reading backwards: a bit set of these for a period, and the same set shifted for a terminator. */
const Before = { opening: 1, space: 2, closing: 4 } as const;
const FOR_TERMINATOR = 3;

/**
 * The nearest place before which no text affects the breaks behind it: a period or a terminator that a sentence may
 * follow. Reads backwards from the character at `from`.
 */
function safePlace(text: string, from: number): number {
  let state = 0;
  for (let at = Math.min(from, text.length - 1); at >= 0; at--) {
    const unit = text.charCodeAt(at);
    if ((unit & 0xfc00) === 0xdc00 && at > 0) continue;
    const kind = kindOf(text.codePointAt(at) ?? 0);
    if (kind === Kind.ignored) continue;
    if ((kind & Kind.paragraph) !== 0 && at < from) return at + 1;
    if ((kind & Kind.period) !== 0 && (state & 7) !== 0) return at === 1 ? 0 : at;
    if ((kind & Kind.terminator) !== 0 && state >>> FOR_TERMINATOR !== 0) return at === 1 ? 0 : at;
    const begins = kind === 0 || (kind & (Kind.lower | Kind.starter)) !== 0;
    state =
      before(state & 7, kind, (kind & Kind.starter) !== 0) |
      (before(state >>> FOR_TERMINATOR, kind, begins) << FOR_TERMINATOR);
  }
  return 0;
}

function before(state: number, kind: number, begins: boolean): number {
  if (begins) return Before.opening;
  let next = 0;
  if ((state & Before.opening) !== 0 && (kind & Kind.opening) !== 0) next |= Before.opening;
  if ((state & (Before.opening | Before.space)) !== 0 && (kind & Kind.space) !== 0) next |= Before.space;
  if (state !== 0 && (kind & Kind.closing) !== 0) next |= Before.closing;
  return next;
}
