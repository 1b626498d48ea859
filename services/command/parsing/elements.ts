import { afterMark } from "../../../platform/json/byte-order-mark.ts";
import { afterSpace, Byte, endOfItem } from "../../../platform/json/scanner.ts";

/** Where each element of an array lies in its JSON text: `[start, end, start, end, …]`, in bytes. */
export type Bounds = number[];

export type Elements =
  | { readonly outcome: "found"; readonly bounds: Bounds }
  | { readonly outcome: "not-an-array" }
  | { readonly outcome: "broken"; readonly detail: string }
  | { readonly outcome: "too-many" };

/**
 * Splits the text of a JSON array at its commas, so that each element can be parsed on its own and a body of any size needs
 * the memory of its largest element only. The text between the commas is not checked: the whole is JSON exactly if the
 * outcome is `found` and every element is JSON.
 */
export function elementsOf(bytes: Uint8Array, maxItems: number): Elements {
  let at = afterSpace(bytes, afterMark(bytes));
  if (at === bytes.length) return { outcome: "broken", detail: "The body is empty." };
  if (bytes[at] !== Byte.openArray) return { outcome: "not-an-array" };
  at = afterSpace(bytes, at + 1);
  if (bytes[at] === Byte.closeArray) return endOfText(bytes, at + 1, []);
  const bounds: number[] = [];
  for (;;) {
    if (bounds.length === 2 * maxItems) return { outcome: "too-many" };
    const end = endOfItem(bytes, at);
    if (end === bytes.length) return { outcome: "broken", detail: "The array does not end." };
    bounds.push(at, end);
    if (bytes[end] === Byte.closeObject) return { outcome: "broken", detail: "A brace closes what was not opened." };
    if (bytes[end] === Byte.closeArray) return endOfText(bytes, end + 1, bounds);
    at = end + 1;
  }
}

/** Whether the text of an array has more than `count` elements. Reads no further than needed. */
export function hasMoreElements({ bytes }: { readonly bytes: Uint8Array }, count: number): boolean {
  return elementsOf(bytes, count).outcome === "too-many";
}

function endOfText(bytes: Uint8Array, from: number, bounds: Bounds): Elements {
  return afterSpace(bytes, from) === bytes.length
    ? { outcome: "found", bounds }
    : { outcome: "broken", detail: "Something follows the end of the array." };
}
