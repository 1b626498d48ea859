interface Kept<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Values that take a number of bytes in all, at most; those that nobody read for longest go first. */
export class RecentlyRead<Value> {
  readonly #maxBytes: number;
  readonly #kept = new Map<string, Kept<Value>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    // A map keeps the order of insertion.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  /** `bytes` is what the value takes, with its key. The last one is kept whatever it takes. */
  keep(key: string, value: Value, bytes: number): void {
    this.forget(key);
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === key) break;
      this.forget(oldest);
    }
  }

  forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}
