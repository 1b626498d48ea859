import { hash } from "node:crypto";
import { i32, item, sharedWords, u32 } from "../bytes/arrays.ts";

/** Hashes of a segment's documents as they were added, two words each: the first 64 bits of their SHA-256. */
export type ContentHashes = Uint32Array;

export class HashBuilder {
  #words: Uint32Array = new Uint32Array(128);

  add(doc: number, document: Uint8Array): void {
    if (2 * doc >= this.#words.length) {
      const grown = new Uint32Array(this.#words.length * 2);
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#words.set(wordsOf(document), 2 * doc);
  }

  build(maxDoc: number): ContentHashes {
    const hashes = sharedWords(2 * maxDoc);
    hashes.set(this.#words.subarray(0, 2 * maxDoc));
    return hashes;
  }
}

/** Whether the document was added with this content. */
export function isHashOf(document: Uint8Array, hashes: ContentHashes, doc: number): boolean {
  const [first, second] = wordsOf(document);
  return u32(hashes, 2 * doc) === first && u32(hashes, 2 * doc + 1) === second;
}

/** `docMaps`: the new number of each document of each segment; -1 for none. */
export function mergeHashes(
  segments: readonly { readonly hashes: ContentHashes }[],
  docMaps: readonly Int32Array[],
  maxDoc: number,
): ContentHashes {
  const merged = sharedWords(2 * maxDoc);
  for (const [index, { hashes }] of segments.entries()) {
    const docMap = item(docMaps, index);
    for (let doc = 0; doc < docMap.length; doc++) {
      const target = i32(docMap, doc);
      if (target < 0) continue;
      merged[2 * target] = u32(hashes, 2 * doc);
      merged[2 * target + 1] = u32(hashes, 2 * doc + 1);
    }
  }
  return merged;
}

function wordsOf(document: Uint8Array): readonly [number, number] {
  const digest = hash("sha256", document, "buffer");
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}
