import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Publication } from "../index/indexer.ts";

/** Memory of segments that are out of use and may wait for a collection, at most. */
const MAX_RETIRED_BYTES = 64 * 1024 * 1024;

/**
 * Frees the memory of segments that merges have replaced. It is shared, so that it stays until the last thread has
 * collected its garbage; and a thread that searches makes so little that it would not for a long time.
 */
export class RetiredMemory {
  readonly #sizes = new Map<number, number>();
  #retired = 0;

  /** Call it after the thread has let go of what the publication does not have. */
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

/** Bytes of the arrays. */
function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  const inner = value instanceof Map ? value.values() : Object.values(value);
  return [...inner].reduce((sum: number, each) => sum + sizeOf(each), 0);
}
