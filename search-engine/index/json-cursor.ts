import { Byte, endOfItem } from "../bytes/json.ts";

/**
 * Reads a document's JSON from its UTF-8 bytes, value by value, without creating objects or strings where bytes and
 * hash suffice: most values occur in earlier documents. The JSON must be well-formed; a document that ends too early is
 * a SyntaxError.
 */
export class JsonCursor {
  bytes: Buffer = Buffer.alloc(0);
  /**
   * The string read last: its bytes without the quotes, their hash (see `TermTable`), whether all are ASCII, and
   * whether there are escapes.
   */
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

  /** Skips white space and returns the first byte of the next value. */
  peek(): number {
    const { bytes } = this;
    let at = this.#at;
    while (bytes[at]! <= 0x20) at++;
    this.#at = at;
    return bytes[at]!;
  }

  /** Enters the array or object at the cursor. */
  enter(): void {
    this.#at++;
  }

  /** Whether there is another item or member before `close`; moves behind `close` if not. */
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

  /** Reads the string at the cursor. */
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
      if (byte === Byte.backslash) {
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

  /** Reads a member's name and moves to its value. */
  name(): void {
    this.string();
    this.peek();
    this.#at++;
  }

  /** Moves to the value of the next member if it has this name, given in UTF-8; else returns false. */
  takeName(name: Uint8Array): boolean {
    const { bytes } = this;
    const start = this.#at + 1;
    const end = start + name.length;
    if (bytes[end] !== Byte.quote) return false;
    for (let at = start, index = 0; at < end; at++, index++) {
      const byte = bytes[at]!;
      if (byte !== name[index] || byte === Byte.backslash) return false;
    }
    this.#at = end + 1;
    this.peek();
    this.#at++;
    return true;
  }

  /** The string read last, decoded. */
  text(): string {
    const { bytes, start, end } = this;
    if (this.escaped) return String(JSON.parse(bytes.toString("utf8", start - 1, end + 1)));
    return bytes.toString(this.ascii ? "latin1" : "utf8", start, end);
  }

  /** Reads the next value as JSON.parse does. */
  value(): unknown {
    const from = this.#at;
    this.skip();
    return JSON.parse(this.bytes.toString("utf8", from, this.#at));
  }

  /** Reads the number or literal at the cursor as text. */
  word(): string {
    const from = this.#at;
    this.skip();
    return this.bytes.toString("latin1", from, this.#at).trimEnd();
  }

  /** Skips the next value. */
  skip(): void {
    this.#at = endOfItem(this.bytes, this.#at);
    if (this.#at >= this.bytes.length) throw endsTooEarly();
  }
}

const endsTooEarly = (): Error => new SyntaxError("a stored document ends too early");
