import type { Change, DocumentSource, SourceHead } from "../embedded/source.ts";

/** Bytes of documents that are kept. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * A table whose writer lives in the same process and tells of what it has committed: that need not be read back, which
 * would cost more than half of what writing it did. Kept is one run of changes without a gap, the oldest that are not
 * taken yet; all else comes from the table.
 */
export class WrittenSource implements DocumentSource {
  readonly #table: DocumentSource;
  #kept: readonly Change[] = [];
  #bytes = 0;
  /** Every change after `#from` up to `#to` is kept. */
  #from = 0;
  #to = 0;

  constructor(table: DocumentSource) {
    this.#table = table;
  }

  /**
   * A transaction was committed that made the changes after `from` up to `to`. `changes`: all of them in order, one a
   * document; undefined when they are not at hand.
   */
  written(from: number, to: number, changes: readonly Change[] | undefined): void {
    if (!changes) return;
    if (this.#kept.length === 0) this.#from = from;
    else if (from !== this.#to || this.#bytes >= MOST_BYTES) return;
    this.#keep([...this.#kept, ...changes]);
    this.#to = to;
  }

  /** Somebody else may have written to the table. */
  forget(): void {
    this.#keep([]);
  }

  head(): Promise<SourceHead> {
    return this.#table.head();
  }

  async changes(after: number, limit: number): Promise<readonly Change[]> {
    if (after >= this.#to) this.forget();
    if (after < this.#from || this.#kept.length === 0) return this.#table.changes(after, limit);
    const left = this.#kept.filter(({ sequence }) => sequence > after);
    const taken = left.slice(0, limit);
    this.#from = taken.at(-1)?.sequence ?? after;
    this.#keep(left.slice(limit));
    return taken;
  }

  close(): Promise<void> {
    return this.#table.close();
  }

  #keep(changes: readonly Change[]): void {
    this.#kept = changes;
    this.#bytes = changes.reduce((sum, { document }) => sum + (document?.byteLength ?? 0), 0);
  }
}
