import { illegalOnShard } from "../../language/errors/errors.ts";
import type { Breaks } from "./breaks.ts";

/** Separates the values of a field that are highlighted as one text. */
export const SEPARATOR = "\0";

/** Breaks within the values of a field; none crosses a separator. */
export class BreaksOfValues implements Breaks {
  readonly #text: string;
  readonly #breaksOf: (value: string) => Breaks;
  readonly #joins: boolean;
  #start = 0;
  #end: number;
  #breaks: Breaks;

  /** Without `joins` a match with its middle between two values is refused, as in Elasticsearch. */
  constructor(text: string, breaksOf: (value: string) => Breaks, joins: boolean) {
    this.#text = text;
    this.#breaksOf = breaksOf;
    this.#joins = joins;
    this.#end = this.#separatorFrom(0);
    this.#breaks = breaksOf(text.slice(0, this.#end));
  }

  following(offset: number): number {
    if (offset + 1 < this.#start || offset + 1 > this.#end) {
      if (offset === this.#text.length) return offset;
      const before = offset < 0 ? -1 : this.#text.lastIndexOf(SEPARATOR, offset);
      this.#enter(before + 1, this.#separatorFrom(Math.max(offset + 1, before + 1)));
    }
    if (this.#start === this.#end) return offset + 1;
    if (offset === this.#start - 1) return this.#between(this.#start);
    return this.#start + this.#breaks.following(offset - this.#start);
  }

  preceding(offset: number): number {
    if (offset - 1 < this.#start || offset - 1 > this.#end) {
      const end = this.#separatorFrom(offset);
      const before = this.#text.lastIndexOf(SEPARATOR, offset - 1);
      this.#enter(before < 0 ? 0 : Math.min(before + 1, end), end);
    }
    if (this.#start === this.#end) return offset - 1;
    if (offset === this.#end + 1) return this.#between(this.#end);
    return this.#start + this.#breaks.preceding(offset - this.#start);
  }

  #between(place: number): number {
    if (this.#joins) return place;
    throw illegalOnShard("a match that reaches from one value of a field to another can't be highlighted");
  }

  #enter(start: number, end: number): void {
    this.#start = start;
    this.#end = end;
    if (start !== end) this.#breaks = this.#breaksOf(this.#text.slice(start, end));
  }

  #separatorFrom(offset: number): number {
    const found = this.#text.indexOf(SEPARATOR, offset);
    return found < 0 ? this.#text.length : found;
  }
}

/** A value that is not cut. */
export const wholeValue = ({ length }: string): Breaks => ({ preceding: () => 0, following: () => length });
