import { Boundaries } from "./boundaries.ts";
import type { Breaks } from "./breaks.ts";
import { SentenceBreaks } from "./sentence.ts";
import { nextWord } from "./word.ts";

/**
 * Sentences of at most `maxLength` units: shorter ones are joined, longer ones are cut between words around the match.
 * Call `preceding(offset)` and then `following`, with ascending offsets: answers depend on earlier calls.
 */
export class BoundedSentences implements Breaks {
  readonly #length: number;
  readonly #sentences: SentenceBreaks;
  readonly #words: Boundaries;
  readonly #maxLength: number;
  #windowStart = -1;
  #windowEnd = -1;
  #start = -1;
  #end = 0;

  constructor(text: string, maxLength: number) {
    this.#length = text.length;
    this.#sentences = new SentenceBreaks(text);
    this.#words = new Boundaries(text, nextWord);
    this.#maxLength = maxLength;
  }

  preceding(offset: number): number {
    if (offset > this.#windowStart && offset < this.#windowEnd) {
      this.#start = this.#end;
      this.#end = this.#windowEnd;
    } else this.#openWindow(offset);
    const maxLength = this.#maxLength;
    if (this.#end - this.#start > maxLength) {
      if (offset - maxLength > this.#start) {
        this.#start = Math.max(this.#start, this.#words.preceding(offset - maxLength));
      }
      const remaining = Math.max(0, maxLength - (offset - this.#start));
      if (offset + remaining < this.#windowEnd) {
        this.#end = Math.min(this.#windowEnd, this.#words.following(offset + remaining));
      }
    }
    return this.#start;
  }

  following(offset: number): number {
    return Math.max(offset, this.#end);
  }

  #openWindow(offset: number): void {
    this.#start = this.#sentences.preceding(offset);
    const target = offset + Math.max(0, this.#maxLength - (offset - this.#start));
    this.#end = target + 1 > this.#length ? this.#length : this.#sentences.preceding(target + 1);
    if (this.#start === this.#end) this.#end = this.#sentences.following(target);
    this.#windowStart = this.#start;
    this.#windowEnd = this.#end;
  }
}
