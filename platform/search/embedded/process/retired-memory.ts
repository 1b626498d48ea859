import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Publication } from "../index/indexer.ts";

/** Bytes of replaced segments that trigger a garbage collection. */
const MAX_RETIRED_BYTES = 64 * 1024 * 1024;

/**
 * Frees the memory of segments that merges have replaced. Shared memory stays until the last thread has collected its
 * references, and each makes too little garbage to do so soon: one for each thread that has segments.
 */
export class RetiredMemory {
  readonly #sizes = new Map<number, number>();
  #retired = 0;

  /** Call after the thread has dropped the segments that the publication does not contain. */
  published({ added, segments }: Publication): void {
    for (const data of added) this.#sizes.set(data.id, sizeOf(data));
    const living = new Set(segments.map(({ id }) => id));
    for (const [id, size] of this.#sizes) {
      if (living.has(id)) continue;
      this.#sizes.delete(id);
      this.#retired += size;
    }
    if (this.#retired < MAX_RETIRED_BYTES) return;
    this.#retired = 0;
    collectGarbage();
  }
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Total bytes of the arrays in a value. */
function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  const inner = value instanceof Map ? value.values() : Object.values(value);
  return [...inner].reduce((sum: number, each) => sum + sizeOf(each), 0);
}
