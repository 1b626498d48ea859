/** Bytes of an answer, written one after another. */
export class Output {
  #bytes: Buffer;
  #length = 0;

  /** `room`: bytes that are expected. */
  constructor(room: number) {
    this.#bytes = Buffer.allocUnsafe(room);
  }

  get length(): number {
    return this.#length;
  }

  text(value: string): void {
    // A UTF-16 unit takes three bytes at most.
    this.#reserve(value.length * 3);
    this.#length += this.#bytes.write(value, this.#length);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** What was written. */
  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(wanted, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
