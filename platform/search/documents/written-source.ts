import type { Change, DocumentSource, SourceHead } from "./source.ts";

/** Approximate maximum bytes of the kept changes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Gets reports from the writer of a table in this process. */
export interface TableListener {
  /**
   * A committed transaction has made the changes after `from` up to `to`. `changes`: all of them in order, one per
   * document; undefined when they are not available.
   */
  written(from: number, to: number, changes: readonly Change[] | undefined): void;
  /** Another process may have written to the table. */
  forget(): void;
}

/**
 * A table whose writer runs in the same process and reports what it has committed, so that it need not be read back.
 * Keeps one gapless run of changes: the oldest not taken yet. Everything else is read from the table.
 */
export class WrittenSource implements DocumentSource, TableListener {
  readonly #table: DocumentSource;
  #kept: Change[] = [];
  #bytes = 0;
  /** Every change after `#from` up to `#to` is kept. */
  #from = 0;
  #to = 0;

  constructor(table: DocumentSource) {
    this.#table = table;
  }

  written(from: number, to: number, changes: readonly Change[] | undefined): void {
    if (!changes) return;
    if (this.#kept.length === 0) this.#from = from;
    else if (from !== this.#to || this.#bytes >= MAX_BYTES) return;
    for (const change of changes) {
      this.#kept.push(change);
      this.#bytes += heldBytes(change);
    }
    this.#to = to;
  }

  forget(): void {
    this.#kept = [];
    this.#bytes = 0;
  }

  head(): Promise<SourceHead> {
    return this.#table.head();
  }

  async changes(after: number, limit: number): Promise<readonly Change[]> {
    const next = after < this.#from ? -1 : this.#kept.findIndex(({ sequence }) => sequence > after);
    if (after >= this.#to) this.forget();
    if (next < 0) return this.#table.changes(after, limit);
    const taken = this.#kept.slice(next, next + limit);
    const left = this.#kept.slice(next + limit);
    for (const change of this.#kept.slice(0, next + limit)) this.#bytes -= heldBytes(change);
    this.#from = taken.at(-1)?.sequence ?? after;
    this.#kept = left;
    return taken;
  }

  close(): Promise<void> {
    return this.#table.close();
  }
}

/** Approximate bytes of a change, without its document. */
const BESIDE = 256;

const heldBytes = ({ document }: Change): number => BESIDE + (document?.byteLength ?? 0);
