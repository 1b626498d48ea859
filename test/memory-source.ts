import type { Change, DocumentSource, SourceHead } from "../platform/search/documents/source.ts";
import type { DocumentStore } from "../search-engine/fetch/sources.ts";
import { positionOf } from "./position.ts";

/** Documents in memory, which a test adds, replaces and deletes. */
export class MemorySource implements DocumentSource, DocumentStore {
  readonly #rows = new Map<string, Change>();
  #sequence = 0;

  put(id: string, document: string): void {
    this.#change(id, Buffer.from(document));
  }

  delete(id: string): void {
    this.#change(id, undefined);
  }

  async head(): Promise<SourceHead> {
    return { position: positionOf(String(this.#sequence)), sequence: this.#sequence };
  }

  async changes(after: number, limit: number): Promise<readonly Change[]> {
    const found: Change[] = [];
    for (const change of this.#rows.values()) {
      if (change.sequence <= after) continue;
      found.push(change);
      if (found.length === limit) break;
    }
    return found;
  }

  async documents(ids: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    return ids.map((id) => this.#rows.get(id)?.document);
  }

  async close(): Promise<void> {}

  #change(id: string, document: Uint8Array | undefined): void {
    this.#rows.delete(id);
    this.#rows.set(id, { id, sequence: ++this.#sequence, document });
  }
}
