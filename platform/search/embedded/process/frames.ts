/** Kinds of frames between the service and a search worker. A connection carries one search at a time. */
export const FRAME = {
  /** To the worker: the search's body. */
  search: 1,
  /** A chunk of the answer. */
  chunk: 2,
  /** Its first chunk, if much of the rest is computed only as it is read. */
  computed: 7,
  /** The answer is complete. */
  end: 3,
  /** The engine rejects the search: `{"status": 400, "error": {…}}`. */
  rejected: 4,
  /** The engine is not ready, or can't read its documents. The content is the reason. */
  unavailable: 5,
  /** Any other error: its stack. */
  failed: 6,
} as const;
export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

/** Kind (one byte) and length of the content (four bytes, little-endian). */
const HEADER_BYTES = 5;

export function frameHeader(kind: FrameKind, length: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header[0] = kind;
  header.writeUInt32LE(length, 1);
  return header;
}

/** Takes a part of a frame's content as it arrives. `isLast` marks the last one, which may be empty. */
export type TakePart = (kind: number, part: Buffer, isLast: boolean) => void;

/** Splits a stream of bytes into frames, without collecting their content. */
export class FrameParser {
  readonly #take: TakePart;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  /** Bytes of the current frame's content that have not arrived yet. */
  #left = 0;

  constructor(take: TakePart) {
    this.#take = take;
  }

  push(data: Buffer): void {
    let at = 0;
    while (at < data.length) {
      if (this.#headerBytes < HEADER_BYTES) {
        const taken = Math.min(HEADER_BYTES - this.#headerBytes, data.length - at);
        data.copy(this.#header, this.#headerBytes, at, at + taken);
        this.#headerBytes += taken;
        at += taken;
        if (this.#headerBytes < HEADER_BYTES) return;
        this.#left = this.#header.readUInt32LE(1);
        if (this.#left > 0) continue;
      }
      const part = data.subarray(at, at + Math.min(this.#left, data.length - at));
      at += part.length;
      this.#left -= part.length;
      const isLast = this.#left === 0;
      if (isLast) this.#headerBytes = 0;
      this.#take(this.#header[0] ?? 0, part, isLast);
    }
  }
}
