import { hasBit, item, u32 } from "../bytes/arrays.ts";
import { isHashOf } from "./content-hashes.ts";
import { idField } from "./schema.ts";
import type { SegmentData } from "./segment-data.ts";
import { type Dictionary, utf8 } from "./terms.ts";

/** A segment, with the index that finds its documents. */
export interface ComparedSegment {
  readonly data: SegmentData;
  readonly ids: Dictionary;
  readonly docOfId: Uint32Array;
  /** A copy of its live bits. */
  readonly live: Uint32Array;
}

/** Compares the documents of an index, as it was when this was created, with those of its source. */
export class Comparison {
  /** `live` has the documents not yet compared. */
  readonly #segments: readonly ComparedSegment[];
  /**
   * The segment of the last document found. Both sides are in the order of changes, so the next document is probably
   * here too.
   */
  #last = 0;

  constructor(segments: readonly ComparedSegment[]) {
    this.#segments = segments;
  }

  /** Whether the index has this document. False for an id that comes twice, since the first one may have been replaced. */
  has(id: string, document: Uint8Array): boolean {
    const term = utf8(id);
    const count = this.#segments.length;
    for (let step = 0; step < count; step++) {
      const { data, ids, docOfId, live } = item(this.#segments, (this.#last + step) % count);
      const ordinal = ids.find(term);
      if (ordinal < 0) continue;
      const doc = u32(docOfId, ordinal);
      // Other segments may hold deleted versions of it.
      if (!hasBit(live, doc)) continue;
      live[doc >>> 5] = u32(live, doc >>> 5) & ~(1 << (doc & 31));
      this.#last = (this.#last + step) % count;
      return isHashOf(document, data.hashes, doc);
    }
    return false;
  }

  /** Ids of the documents that were not compared. */
  *left(): Generator<string> {
    for (const { data, ids, live } of this.#segments) {
      const ordinals = data.ordinals.get(idField)?.ordinals;
      for (let doc = 0; doc < data.maxDoc; doc++) {
        const ordinal = ordinals?.[doc];
        if (hasBit(live, doc) && ordinal !== undefined) yield ids.text(ordinal);
      }
    }
  }
}
