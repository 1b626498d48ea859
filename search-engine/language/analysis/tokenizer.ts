import { Class, classLetters, classOf, isSeparator, lowerCase, wordPattern } from "./characters.ts";

/** Longer words are cut, as Lucene cuts them. */
const maxTokenLength = 255;

/** UTF-16 units that the grammar reads at once, since its stack grows with the longest word. */
const PART_LENGTH = 1024 * maxTokenLength;

/**
 * Lucene's standard tokenizer: words by Unicode word boundaries. Fills `starts` and `ends` (UTF-16 offsets into the text)
 * with the words found; the n-th word is at position n.
 */
export class Tokenizer {
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  #count = 0;
  #grammar: RegExp | undefined;

  /** Returns the number of words. */
  tokenize(text: string): number {
    this.#count = 0;
    if (!this.#scan(text)) {
      this.#count = 0;
      this.#match(text);
    }
    return this.#count;
  }

  /** The same by the full grammar only. */
  tokenizeByGrammar(text: string): number {
    this.#count = 0;
    this.#match(text);
    return this.#count;
  }

  /** One pass over texts without special characters; false when it meets one. */
  #scan(text: string): boolean {
    const length = text.length;
    let at = 0;
    while (at < length) {
      let kind = classOf(text.charCodeAt(at));
      if (kind === Class.special) return false;
      if (kind === Class.ideograph) {
        this.#add(at, ++at);
        continue;
      }
      if (kind !== Class.letter && kind !== Class.digit && kind !== Class.joiner) {
        at++;
        continue;
      }
      const start = at;
      let wordLike = kind !== Class.joiner;
      for (at++; at < length; at++) {
        const next = classOf(text.charCodeAt(at));
        if (next === Class.letter || next === Class.digit) wordLike = true;
        else if (next === Class.special) return false;
        else if (next !== Class.joiner) {
          if (next < Class.midLetter || next > Class.midBoth || at + 1 === length) break;
          const joined = kind === Class.letter ? Class.midLetter : kind === Class.digit ? Class.midNumber : 0;
          if (joined === 0 || (next !== joined && next !== Class.midBoth)) break;
          const after = classOf(text.charCodeAt(at + 1));
          if (after === Class.special) return false;
          if (after !== kind) break;
          at++;
        }
        kind = next === Class.letter || next === Class.digit || next === Class.joiner ? next : kind;
      }
      if (at - start > maxTokenLength) return false;
      if (wordLike) this.#add(start, at);
    }
    return true;
  }

  #match(text: string): void {
    for (let start = 0; start < text.length; ) {
      const end = endOfPart(text, start);
      this.#matchPart(text, start, end);
      start = end;
    }
  }

  #matchPart(text: string, from: number, to: number): void {
    this.#grammar ??= wordPattern();
    const grammar = this.#grammar;
    const classes = classLetters(text.slice(from, to));
    grammar.lastIndex = 0;
    for (let found = grammar.exec(classes); found; found = grammar.exec(classes)) {
      const start = from + found.index;
      const end = start + found[0].length;
      if (found[0].length <= maxTokenLength) this.#add(start, end);
      else grammar.lastIndex = this.#cut(text, start, end, grammar) - from;
    }
  }

  /** Finds words in windows, as Lucene does, since its buffer holds no longer words. Returns the end of the last one. */
  #cut(text: string, start: number, end: number, grammar: RegExp): number {
    let at = start;
    while (end - at > maxTokenLength) {
      const splitsPair = (text.codePointAt(at + maxTokenLength - 1) ?? 0) > 0xffff;
      const window = classLetters(text.slice(at, at + maxTokenLength - (splitsPair ? 1 : 0)));
      grammar.lastIndex = 0;
      const found = grammar.exec(window);
      if (!found) return at + window.length;
      const from = at + found.index;
      at = from + found[0].length;
      this.#add(from, at);
    }
    return at;
  }

  #add(start: number, end: number): void {
    if (this.#count === this.starts.length) this.#grow();
    this.starts[this.#count] = start;
    this.ends[this.#count++] = end;
  }

  #grow(): void {
    const [starts, ends] = [this.starts, this.ends];
    this.starts = new Int32Array(starts.length * 2);
    this.ends = new Int32Array(starts.length * 2);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

/** The end of the part that starts at `start`: after a separator, or within a word that is longer than a part. */
function endOfPart(text: string, start: number): number {
  const limit = start + PART_LENGTH;
  if (limit >= text.length) return text.length;
  for (let end = limit; end > start; end--) if (isSeparator(text.charCodeAt(end - 1))) return end;
  return (text.codePointAt(limit - 1) ?? 0) > 0xffff ? limit - 1 : limit;
}

const shared = new Tokenizer();

/** The terms of a text as the `standard` analyzer gives them: words, in lower case. */
export function analyze(text: string): string[] {
  const count = shared.tokenize(text);
  return Array.from({ length: count }, (_, index) => lowerCase(text.slice(shared.starts[index], shared.ends[index])));
}

/** Start and end of each word of a text, in UTF-16 units. */
export function placesOfWords(text: string): { readonly starts: readonly number[]; readonly ends: readonly number[] } {
  const count = shared.tokenize(text);
  return { starts: [...shared.starts.subarray(0, count)], ends: [...shared.ends.subarray(0, count)] };
}
