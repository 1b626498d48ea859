import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { f64, i32, item, sharedBytes, sharedCopy, sharedWords, u32 } from "../bytes/arrays.ts";
import { hasOwnBuffer, recycle } from "../bytes/memory.ts";

/**
 * Documents as they were stored, byte for byte. They lie in blocks, which a merge passes on to the new segment so that
 * it copies few documents. A merge compresses them to about an eighth. New ones stay uncompressed, since most are
 * merged soon, unless many wait for a merge.
 */
export interface SourceData {
  readonly blocks: readonly SourceBlock[];
  /** Document doc is blocks[blockOf[doc]].bytes[starts[doc] .. ends[doc]). The range is empty if it is not held. */
  readonly blockOf: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Uncompressed size of each held document. */
  readonly sizes: Uint32Array;
}

export interface SourceBlock {
  readonly bytes: Uint8Array;
  /**
   * Preset dictionary of the documents, which are compressed one by one (raw deflate, RFC 1951); undefined if
   * uncompressed.
   */
  readonly dictionary: Uint8Array | undefined;
}

/** The first document of a segment is the dictionary of its documents, since they resemble each other. */
const MAX_DICTIONARY_BYTES = 16 * 1024;
/**
 * The fixed codes of RFC 1951 need no table: they are read in half the time, for a tenth more memory. Level 3 takes
 * half the time of the default, for a twentieth more memory.
 */
const COMPRESSION = { level: 3, strategy: constants.Z_FIXED } as const;

const { Z_MIN_CHUNK } = constants;

const MIN_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 4 * 1024 * 1024;
/** Smaller blocks are copied in a merge: many of them would cost more than they hold. */
const MIN_KEPT_BYTES = 256 * 1024;
/** Bytes that a merge compresses in a few milliseconds. */
const BYTES_BETWEEN_YIELDS = 256 * 1024;

/** The bytes of a document; undefined when they are not held. */
export function sourceOf(sources: SourceData, doc: number): Uint8Array | undefined {
  return isHeld(sources, doc) ? heldSource(sources, doc) : undefined;
}

const isHeld = ({ starts, ends }: SourceData, doc: number): boolean => u32(starts, doc) < u32(ends, doc);

function heldSource({ blocks, blockOf, starts, ends, sizes }: SourceData, doc: number): Uint8Array {
  const { bytes, dictionary } = item(blocks, u32(blockOf, doc));
  const held = bytes.subarray(u32(starts, doc), u32(ends, doc));
  if (!dictionary) return held;
  // With a byte to spare zlib sees the end and takes no second chunk.
  return inflateRawSync(held, { dictionary, chunkSize: Math.max(u32(sizes, doc) + 1, Z_MIN_CHUNK) });
}

/** The place of a document in a block, and its uncompressed size. */
interface Place {
  readonly block: number;
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** Stores the documents of a segment, up to `room` bytes. Those that do not fit are not held. */
export class SourceBuilder {
  #room: number;
  readonly #compresses: boolean;
  #dictionary: Uint8Array | undefined;
  readonly #blocks: SourceBlock[] = [];
  #blockOf: Uint32Array = new Uint32Array(128);
  #starts: Uint32Array = new Uint32Array(128);
  #ends: Uint32Array = new Uint32Array(128);
  #sizes: Uint32Array = new Uint32Array(128);
  /** The block that is being filled. */
  #open: Uint8Array = new Uint8Array(0);
  #openNumber = -1;
  #used = 0;

  constructor(room: number, compresses: boolean) {
    this.#room = room;
    this.#compresses = compresses;
  }

  add(doc: number, document: Uint8Array): void {
    if (document.length === 0) return;
    const held = this.#compresses ? this.#compressed(document) : document;
    const size = held.length;
    if (size > this.#room) return;
    this.#room -= size;
    if (this.#open.length - this.#used < size) this.#openBlock(size);
    this.#open.set(held, this.#used);
    this.place(doc, { block: this.#openNumber, start: this.#used, end: this.#used + size, size: document.length });
    this.#used += size;
  }

  /** Adds a whole block of another segment. Returns its number, for `place`. */
  take(block: SourceBlock): number {
    return this.#blocks.push(block) - 1;
  }

  /** Records the place of a document. */
  place(doc: number, { block, start, end, size }: Place): void {
    if (doc >= this.#ends.length) this.#grow(doc);
    this.#blockOf[doc] = block;
    this.#starts[doc] = start;
    this.#ends[doc] = end;
    this.#sizes[doc] = size;
  }

  build(maxDoc: number): SourceData {
    this.#close();
    if (maxDoc > this.#ends.length) this.#grow(maxDoc);
    const shared = (words: Uint32Array): Uint32Array => {
      const copy = sharedWords(maxDoc);
      copy.set(words.subarray(0, maxDoc));
      return copy;
    };
    return {
      blocks: this.#blocks,
      blockOf: shared(this.#blockOf),
      starts: shared(this.#starts),
      ends: shared(this.#ends),
      sizes: shared(this.#sizes),
    };
  }

  #compressed(document: Uint8Array): Uint8Array {
    this.#dictionary ??= sharedCopy(document.subarray(0, MAX_DICTIONARY_BYTES));
    return deflateRawSync(document, { dictionary: this.#dictionary, ...COMPRESSION });
  }

  #openBlock(size: number): void {
    this.#close();
    const usual = Math.min(Math.max(this.#open.length * 4, MIN_BLOCK_BYTES), MAX_BLOCK_BYTES);
    this.#open = sharedBytes(Math.max(usual, size));
    this.#openNumber = this.take({ bytes: this.#open, dictionary: this.#dictionary });
    this.#used = 0;
  }

  /** Trims the open block. */
  #close(): void {
    if (this.#openNumber < 0 || this.#open.length - this.#used <= this.#open.length >>> 3) return;
    const bytes = sharedCopy(this.#open.subarray(0, this.#used));
    this.#blocks[this.#openNumber] = { bytes, dictionary: this.#dictionary };
    recycle([this.#open.buffer]);
  }

  #grow(doc: number): void {
    const size = Math.max(doc + 1, this.#ends.length * 2);
    const grown = (words: Uint32Array): Uint32Array => {
      const larger = new Uint32Array(size);
      larger.set(words);
      return larger;
    };
    this.#blockOf = grown(this.#blockOf);
    this.#starts = grown(this.#starts);
    this.#ends = grown(this.#ends);
    this.#sizes = grown(this.#sizes);
  }
}

/**
 * Merges the sources of segments, compressed. Blocks with many deleted documents are rewritten. Yields every few
 * milliseconds.
 */
export function* mergeSources(
  segments: readonly { readonly sources: SourceData }[],
  docMaps: readonly Int32Array[],
  maxDoc: number,
): Generator<void, SourceData> {
  const builder = new SourceBuilder(Number.POSITIVE_INFINITY, true);
  for (const [index, { sources }] of segments.entries()) {
    const { blocks, blockOf, starts, ends, sizes } = sources;
    const docMap = item(docMaps, index);
    const used = new Float64Array(blocks.length);
    for (let doc = 0; doc < docMap.length; doc++) {
      if (i32(docMap, doc) < 0) continue;
      const block = u32(blockOf, doc);
      used[block] = (used[block] ?? 0) + u32(ends, doc) - u32(starts, doc);
    }
    const kept = blocks.map((block, number) =>
      isWorthKeeping(block, f64(used, number)) ? builder.take(detached(block)) : -1,
    );
    let copied = 0;
    for (let doc = 0; doc < docMap.length; doc++) {
      const target = i32(docMap, doc);
      if (target < 0 || !isHeld(sources, doc)) continue;
      const block = item(kept, u32(blockOf, doc));
      if (block >= 0) {
        builder.place(target, { block, start: u32(starts, doc), end: u32(ends, doc), size: u32(sizes, doc) });
        continue;
      }
      const source = heldSource(sources, doc);
      builder.add(target, source);
      copied += source.length;
      if (copied < BYTES_BETWEEN_YIELDS) continue;
      copied = 0;
      yield;
    }
  }
  return builder.build(maxDoc);
}

function isWorthKeeping({ bytes, dictionary }: SourceBlock, used: number): boolean {
  return dictionary !== undefined && bytes.length >= MIN_KEPT_BYTES && used * 2 >= bytes.length;
}

/**
 * Copies a block that was read from a snapshot: it is a view of its whole segment, which would stay in memory with it.
 */
function detached({ bytes, dictionary }: SourceBlock): SourceBlock {
  const own = (view: Uint8Array) => (hasOwnBuffer(view) ? view : sharedCopy(view));
  return { bytes: own(bytes), dictionary: dictionary && own(dictionary) };
}

/** Total bytes of the blocks of these segments, and how many of them are not compressed. */
export function heldBytes(segments: Iterable<{ readonly sources: SourceData }>): {
  readonly total: number;
  readonly uncompressed: number;
} {
  let [total, uncompressed] = [0, 0];
  for (const { sources } of segments) {
    for (const { bytes, dictionary } of sources.blocks) {
      total += bytes.length;
      if (!dictionary) uncompressed += bytes.length;
    }
  }
  return { total, uncompressed };
}
