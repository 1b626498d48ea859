/** Resources that a start has opened so far, to be closed in reverse order. */
export class Opened {
  readonly #closers: (() => Promise<void> | void)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<void> | void): void {
    this.#closers.push(close);
  }

  /** Repeated calls share one closing. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) await close();
  }
}
