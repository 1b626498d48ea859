/** Kinds of frames between the service and a search worker. A connection carries one search at a time. */
export const FRAME = {
  /** To the worker: the search's body. */
  search: 1,
  /** A piece of the answer. */
  chunk: 2,
  /** The answer is complete. */
  end: 3,
  /** The engine's refusal: `{"status": 400, "error": {…}}`. */
  rejected: 4,
  /** The engine is not ready, or its documents can't be read: the reason. */
  unavailable: 5,
  /** A defect: the error's stack. */
  failed: 6,
} as const;
export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

/** A kind (one byte) and the length of what follows (four bytes, little-endian). */
const HEADER_BYTES = 5;

export function frameHeader(kind: FrameKind, length: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header[0] = kind;
  header.writeUInt32LE(length, 1);
  return header;
}

/** Takes a part of a frame's content as it arrived; `isLast` with the last one, which may be empty. */
export type TakePart = (kind: number, part: Buffer, isLast: boolean) => void;

/** Cuts a stream of bytes into frames without collecting them. */
export class FrameParser {
  readonly #take: TakePart;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  /** Bytes of the present frame's content that are still to come. */
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
