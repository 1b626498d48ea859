/*
 * Shared memory of this thread's segments. Buffers of replaced segments are used again, since shared memory is freed
 * only when all threads have collected their references.
 */

/** Smaller buffers are left to the garbage collector. */
const MIN_RECYCLED_BYTES = 4096;
/** How many larger classes may serve a request: a buffer is then less than twice as large as asked for. */
const LARGER_CLASSES = 2;
/** Classes between two powers of two. */
const STEPS = 4;

/** Maximum size of all unused buffers together. Beyond it the garbage collector gets recycled memory. */
export const MAX_FREE_BYTES = 256 * 2 ** 20;

/** Unused buffers, by class. */
const free = new Map<number, SharedArrayBuffer[]>();
let unused = 0;

/** Shared memory of at least `bytes` bytes, the first `bytes` of which are zero. */
export function allocate(bytes: number): SharedArrayBuffer {
  if (bytes < MIN_RECYCLED_BYTES) return new SharedArrayBuffer(bytes);
  const wanted = classFor(bytes);
  for (let each = wanted; each <= wanted + LARGER_CLASSES; each++) {
    const buffer = free.get(each)?.pop();
    if (!buffer) continue;
    unused -= buffer.byteLength;
    new Uint8Array(buffer, 0, bytes).fill(0);
    return buffer;
  }
  // Pages that are not written to take no memory.
  return new SharedArrayBuffer(sizeOf(wanted));
}

/** Takes back buffers that no thread reads any more, up to `MAX_FREE_BYTES`. */
export function recycle(buffers: Iterable<ArrayBufferLike>): void {
  for (const buffer of buffers) {
    if (!(buffer instanceof SharedArrayBuffer) || buffer.byteLength < MIN_RECYCLED_BYTES) continue;
    if (unused + buffer.byteLength > MAX_FREE_BYTES) continue;
    unused += buffer.byteLength;
    const fitting = classFor(buffer.byteLength + 1) - 1;
    const list = free.get(fitting);
    if (list) list.push(buffer);
    else free.set(fitting, [buffer]);
  }
}

/**
 * Whether a view's buffer is no larger than one that `allocate` gives for it. A buffer from a snapshot holds a whole
 * segment.
 */
export const hasOwnBuffer = ({ byteLength, buffer }: ArrayBufferView): boolean =>
  buffer.byteLength <= Math.max(MIN_RECYCLED_BYTES, sizeOf(classFor(byteLength) + LARGER_CLASSES));

/** Bytes of unused buffers. */
export const freeBytes = (): number => unused;

/** The smallest class whose buffers hold so many bytes. */
function classFor(bytes: number): number {
  const power = 31 - Math.clz32(bytes - 1);
  const step = Math.ceil(bytes / 2 ** (power - 2)) - STEPS;
  return power * STEPS + step;
}

/** Bytes of a class: 2^k, 1.25 · 2^k, 1.5 · 2^k or 1.75 · 2^k. */
const sizeOf = (each: number): number => 2 ** (Math.floor(each / STEPS) - 2) * (STEPS + (each % STEPS));

/** All buffers of a value's arrays; if `isWanted` is given, only of the arrays that it accepts. */
export function buffersOf(
  value: unknown,
  found = new Set<ArrayBufferLike>(),
  isWanted: (view: ArrayBufferView) => boolean = () => true,
): Set<ArrayBufferLike> {
  if (ArrayBuffer.isView(value)) return isWanted(value) ? found.add(value.buffer) : found;
  if (typeof value !== "object" || value === null) return found;
  for (const inner of value instanceof Map ? value.values() : Object.values(value)) buffersOf(inner, found, isWanted);
  return found;
}
