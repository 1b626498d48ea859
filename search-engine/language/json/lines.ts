/** A line and a column of a text, both from 1, for messages. Columns count bytes of UTF-8, as Elasticsearch's do. */
export interface Location {
  readonly line: number;
  readonly col: number;
}

/** Distance of the places whose byte offsets are cached. */
const STRIDE = 1_024;

/** The lines of a text. They are found once, when the first message needs one, since callers ask for many places. */
export class Lines {
  readonly #text: string;
  /** Offsets at which the lines begin, in order. */
  #starts: readonly number[] | undefined;
  /** Bytes before every `STRIDE`-th character. */
  #bytes: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  locate(offset: number): Location {
    this.#starts ??= startsOfLines(this.#text);
    let [line, beyond] = [0, this.#starts.length];
    while (beyond - line > 1) {
      const middle = (line + beyond) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, col: this.#bytesBefore(offset) - this.#bytesBefore(this.#starts[line] ?? 0) + 1 };
  }

  #bytesBefore(offset: number): number {
    this.#bytes ??= bytesOfStrides(this.#text);
    const stride = Math.floor(offset / STRIDE);
    return (this.#bytes[stride] ?? 0) + bytesBetween(this.#text, stride * STRIDE, offset);
  }
}

function startsOfLines(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function bytesOfStrides(text: string): readonly number[] {
  const bytes = [0];
  for (let at = 0, sum = 0; at < text.length; at += STRIDE) {
    sum += bytesBetween(text, at, Math.min(at + STRIDE, text.length));
    bytes.push(sum);
  }
  return bytes;
}

/** Each half of a surrogate pair counts two of its four bytes. */
function bytesBetween(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    const isHalf = unit >= 0xd800 && unit < 0xe000;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return bytes;
}
