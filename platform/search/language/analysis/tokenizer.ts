import { Class, classOf, lowerCase, wordPattern } from "./characters.ts";

/** Longer words are cut, as Lucene cuts them. */
const maxTokenLength = 255;

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
      if (wordLike) this.#add(start, at);
    }
    return true;
  }

  #match(text: string): void {
    this.#grammar ??= wordPattern();
    for (const found of text.matchAll(this.#grammar)) this.#add(found.index, found.index + found[0].length);
  }

  #add(start: number, end: number): void {
    for (let from = start; from < end; from += maxTokenLength) {
      if (this.#count === this.starts.length) this.#grow();
      this.starts[this.#count] = from;
      this.ends[this.#count++] = Math.min(end, from + maxTokenLength);
    }
  }

  #grow(): void {
    const [starts, ends] = [this.starts, this.ends];
    this.starts = new Int32Array(starts.length * 2);
    this.ends = new Int32Array(starts.length * 2);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

const shared = new Tokenizer();

/** The terms of a text as the `standard` analyzer gives them: words, in lower case. */
export function analyze(text: string): string[] {
  const count = shared.tokenize(text);
  return Array.from({ length: count }, (_, index) => lowerCase(text.slice(shared.starts[index], shared.ends[index])));
}

/** Where the last word of a text ends, in UTF-16 units; 0 without words. */
export function endOfLastWord(text: string): number {
  const count = shared.tokenize(text);
  return count === 0 ? 0 : (shared.ends[count - 1] ?? 0);
}
