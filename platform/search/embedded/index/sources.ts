import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { f64, i32, item, sharedBytes, sharedWords, u32 } from "./arrays.ts";

/**
 * Documents as they were stored, byte for byte. They lie in blocks that segments hand on when they are merged, so that
 * merging copies few of them. Documents that have just come lie there as they are, since most of them are merged soon;
 * a merge compresses them, which takes an eighth of the memory.
 */
export interface SourceData {
  readonly blocks: readonly SourceBlock[];
  /** Document doc is blocks[blockOf[doc]].bytes[starts[doc] .. ends[doc]); one that is not held has an empty range. */
  readonly blockOf: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Bytes of each document, however it is held. */
  readonly sizes: Uint32Array;
}

export interface SourceBlock {
  readonly bytes: Uint8Array;
  /** Documents are compressed each on its own, by this preset dictionary (raw deflate, RFC 1951); undefined: as they are. */
  readonly dictionary: Uint8Array | undefined;
}

/** Documents of a catalogue resemble each other: one of them is the dictionary of the others. */
const MAX_DICTIONARY_BYTES = 16 * 1024;
/**
 * The codes of RFC 1951 that need no table of their own: read in half the time, for a tenth more memory. The level takes half
 * the time of the default, for a twentieth more.
 */
const COMPRESSION = { level: 3, strategy: constants.Z_FIXED } as const;

const { Z_MIN_CHUNK } = constants;
const NO_BYTES = new Uint8Array();

const MIN_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 4 * 1024 * 1024;
/** Blocks below this are copied when their segment is merged: many small ones would cost more than they hold. */
const MIN_KEPT_BYTES = 256 * 1024;
/** Bytes that a merge compresses in some milliseconds. */
const BYTES_BETWEEN_YIELDS = 256 * 1024;

/** The bytes of a document; undefined when they are not held. */
export function sourceOf({ blocks, blockOf, starts, ends, sizes }: SourceData, doc: number): Uint8Array | undefined {
  const [start, end] = [u32(starts, doc), u32(ends, doc)];
  if (start === end) return undefined;
  const { bytes, dictionary } = item(blocks, u32(blockOf, doc));
  const held = bytes.subarray(start, end);
  // With a byte to spare zlib sees the end and takes no second chunk.
  return dictionary
    ? inflateRawSync(held, { dictionary, chunkSize: Math.max(u32(sizes, doc) + 1, Z_MIN_CHUNK) })
    : held;
}

/** Where in a block a document lies, and its bytes when it is not compressed. */
interface Place {
  readonly block: number;
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** Collects the sources of a segment's documents, as many as fit into `room` bytes; the others are not held. */
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

  /** Copies the document. */
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

  /** Takes a whole block of another segment. Returns its number, for `place`. */
  take(block: SourceBlock): number {
    return this.#blocks.push(block) - 1;
  }

  /** Says where in a block the document lies. */
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
    if (!this.#dictionary) {
      const sample = document.subarray(0, MAX_DICTIONARY_BYTES);
      this.#dictionary = sharedBytes(sample.length);
      this.#dictionary.set(sample);
    }
    return deflateRawSync(document, { dictionary: this.#dictionary, ...COMPRESSION });
  }

  #openBlock(size: number): void {
    this.#close();
    const usual = Math.min(Math.max(this.#open.length * 4, MIN_BLOCK_BYTES), MAX_BLOCK_BYTES);
    this.#open = sharedBytes(Math.max(usual, size));
    this.#openNumber = this.take({ bytes: this.#open, dictionary: this.#dictionary });
    this.#used = 0;
  }

  /** What a block has too much is given back. */
  #close(): void {
    if (this.#openNumber < 0 || this.#open.length - this.#used <= this.#open.length >>> 3) return;
    const exact = sharedBytes(this.#used);
    exact.set(this.#open.subarray(0, this.#used));
    this.#blocks[this.#openNumber] = { bytes: exact, dictionary: this.#dictionary };
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

/** The sources of segments that become one, compressed; blocks of which much is deleted are packed anew. Yields often. */
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
      isWorthKeeping(block, f64(used, number)) ? builder.take(inMemoryOfItsOwn(block)) : -1,
    );
    let copied = 0;
    for (let doc = 0; doc < docMap.length; doc++) {
      const target = i32(docMap, doc);
      const [start, end] = [u32(starts, doc), u32(ends, doc)];
      if (target < 0 || start === end) continue;
      const block = item(kept, u32(blockOf, doc));
      if (block >= 0) {
        builder.place(target, { block, start, end, size: u32(sizes, doc) });
        continue;
      }
      const source = sourceOf(sources, doc) ?? NO_BYTES;
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

/** A block that was read from a snapshot lies in the memory of its whole segment, which would have to stay with it. */
function inMemoryOfItsOwn({ bytes, dictionary }: SourceBlock): SourceBlock {
  const own = (view: Uint8Array): Uint8Array => {
    if (view.byteLength === view.buffer.byteLength) return view;
    const copy = sharedBytes(view.length);
    copy.set(view);
    return copy;
  };
  return { bytes: own(bytes), dictionary: dictionary && own(dictionary) };
}

/** Bytes that the blocks of these segments take. */
export function heldBytes(segments: Iterable<{ readonly sources: SourceData }>): number {
  let bytes = 0;
  for (const { sources } of segments) for (const block of sources.blocks) bytes += block.bytes.length;
  return bytes;
}
