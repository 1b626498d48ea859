import { countBits } from "../../../../search-engine/bytes/arrays.ts";
import type { Publication } from "../../../../search-engine/index/indexer.ts";
import type { SegmentData } from "../../../../search-engine/index/segment-data.ts";
import type { SourceHead } from "../../documents/source.ts";
import type { IndexUpdate } from "../following/follower.ts";

/** Accumulates updates, so that a worker that starts later gets the whole state. */
export class IndexState {
  #segments: Publication["segments"] = [];
  #held = new Map<number, SegmentData>();
  readonly #dynamicPaths: string[] = [];
  #documentCount = 0;
  #publication = 0;
  #head: SourceHead | undefined;

  apply({ publication, head }: IndexUpdate): void {
    this.#head = head ?? this.#head;
    if (!publication) return;
    const { number, added, dynamicPaths, segments, documentCount } = publication;
    for (const data of added) this.#held.set(data.id, data);
    const living = new Set(segments.map(({ id }) => id));
    for (const id of this.#held.keys()) if (!living.has(id)) this.#held.delete(id);
    this.#publication = number;
    this.#segments = segments;
    this.#dynamicPaths.push(...dynamicPaths);
    this.#documentCount = documentCount;
  }

  /** The whole state as one update; undefined before the first. */
  whole(): IndexUpdate | undefined {
    if (this.#segments.length === 0 && !this.#head) return undefined;
    const publication = {
      number: this.#publication,
      segments: this.#segments,
      added: [...this.#held.values()],
      dynamicPaths: this.#dynamicPaths,
      documentCount: this.#documentCount,
    };
    return { publication, head: this.#head };
  }

  stats(): { readonly documents: number; readonly deleted: number; readonly segments: number } {
    const deleted = this.#segments.reduce((sum, { id, live }) => {
      return live ? sum + (this.#held.get(id)?.maxDoc ?? 0) - countBits(live) : sum;
    }, 0);
    return { documents: this.#documentCount, deleted, segments: this.#segments.length };
  }
}
