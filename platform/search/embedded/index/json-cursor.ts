/** Bytes that JSON is made of. */
export const Byte = { quote: 0x22, comma: 0x2c, colon: 0x3a, open: 0x5b, close: 0x5d, begin: 0x7b, end: 0x7d } as const;
const backslash = 0x5c;

/**
 * Reads a document's JSON from its UTF-8 bytes, value by value, without making objects or strings of what nobody needs:
 * most of a document's values have been seen in another one, and then their bytes and their hash say enough. The JSON
 * must be well-formed, as stored documents are.
 */
export class JsonCursor {
  bytes: Buffer = Buffer.alloc(0);
  /** The string read last: its bytes without the quotes, their hash (see `TermTable`), and what is special about them. */
  start = 0;
  end = 0;
  hash = 0;
  ascii = true;
  escaped = false;
  #at = 0;

  open(document: Uint8Array): void {
    this.bytes = Buffer.from(document.buffer, document.byteOffset, document.length);
    this.#at = 0;
  }

  /** The first byte of the next value. */
  peek(): number {
    const { bytes } = this;
    let at = this.#at;
    while (bytes[at]! <= 0x20) at++;
    this.#at = at;
    return bytes[at]!;
  }

  /** Goes into the array or object that is next. */
  enter(): void {
    this.#at++;
  }

  /** Whether there is another item or member before `close`; goes behind `close` when not. */
  more(close: number): boolean {
    let byte = this.peek();
    if (byte === Byte.comma) {
      this.#at++;
      byte = this.peek();
    }
    if (byte !== close) {
      if (this.#at >= this.bytes.length) throw endsTooEarly();
      return true;
    }
    this.#at++;
    return false;
  }

  /** Reads the string that is next. */
  string(): void {
    const { bytes } = this;
    let at = this.#at + 1;
    let hash = 0;
    let ascii = 0;
    this.start = at;
    this.escaped = false;
    for (;;) {
      if (at >= bytes.length) throw endsTooEarly();
      const byte = bytes[at]!;
      if (byte === Byte.quote) break;
      if (byte === backslash) {
        this.escaped = true;
        at++;
      }
      ascii |= byte;
      hash = Math.imul(hash ^ byte, 0x01000193);
      at++;
    }
    this.end = at;
    this.hash = hash ^ (hash >>> 15);
    this.ascii = ascii < 0x80;
    this.#at = at + 1;
  }

  /** Reads a member's name and goes to its value. */
  name(): void {
    this.string();
    this.peek();
    this.#at++;
  }

  /** Goes to the value of the member that is next if this is its name. */
  takeName(name: Uint8Array): boolean {
    const { bytes } = this;
    const start = this.#at + 1;
    const end = start + name.length;
    if (bytes[end] !== Byte.quote) return false;
    for (let at = start, index = 0; at < end; at++, index++) {
      const byte = bytes[at]!;
      if (byte !== name[index] || byte === backslash) return false;
    }
    this.#at = end + 1;
    this.peek();
    this.#at++;
    return true;
  }

  /** The string read last. */
  text(): string {
    const { bytes, start, end } = this;
    if (this.escaped) return JSON.parse(bytes.toString("utf8", start - 1, end + 1)) as string;
    return bytes.toString(this.ascii ? "latin1" : "utf8", start, end);
  }

  /** The next value as JSON.parse gives it. */
  value(): unknown {
    this.peek();
    const from = this.#at;
    this.skip();
    return JSON.parse(this.bytes.toString("utf8", from, this.#at));
  }

  /** The text of the number or word that is next. */
  word(): string {
    const from = this.#at;
    this.skip();
    return this.bytes.toString("latin1", from, this.#at);
  }

  /** Goes behind the next value. */
  skip(): void {
    const { bytes } = this;
    let depth = 0;
    this.peek();
    do {
      const byte = this.peek();
      if (this.#at >= bytes.length) throw endsTooEarly();
      if (byte === Byte.quote) this.#skipString();
      else {
        this.#at++;
        if (byte === Byte.open || byte === Byte.begin) depth++;
        else if (byte === Byte.close || byte === Byte.end) depth--;
        else if (byte !== Byte.comma && byte !== Byte.colon) {
          let at = this.#at;
          while (at < bytes.length && !endsWord(bytes[at]!)) at++;
          this.#at = at;
        }
      }
    } while (depth > 0);
  }

  #skipString(): void {
    const { bytes } = this;
    let at = this.#at + 1;
    for (; bytes[at] !== Byte.quote; at += bytes[at] === backslash ? 2 : 1) {
      if (at >= bytes.length) throw endsTooEarly();
    }
    this.#at = at + 1;
  }
}

const endsTooEarly = (): Error => new SyntaxError("a stored document ends too early");

const endsWord = (byte: number): boolean =>
  byte <= 0x20 || byte === Byte.comma || byte === Byte.close || byte === Byte.end;
