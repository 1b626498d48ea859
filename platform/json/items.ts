import { afterSpace, Byte, endOfItem } from "./scanner.ts";

/** The bytes of each item of a JSON array, unchanged. The bytes must be valid JSON in UTF-8. */
export function* itemsOf(array: Uint8Array): Generator<Uint8Array> {
  let at = afterSpace(array, afterSpace(array, 0) + 1);
  while (at < array.length && array[at] !== Byte.closeArray) {
    const end = endOfItem(array, at);
    yield array.subarray(at, end);
    if (array[end] !== Byte.comma) return;
    at = afterSpace(array, end + 1);
  }
}
