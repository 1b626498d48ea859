import { isUtf8 } from "node:buffer";
import { RECORD_BYTES } from "../../../contracts/limits.ts";
import { type Bounds, elementsOf } from "./elements.ts";
import { type Parsed, parseText, type Refused, refused, ValidationErrors } from "./read-json.ts";

/** An element's text may be larger than what is stored of it, since it may hold spaces and escapes. */
export const MAX_ELEMENT_BYTES = 4 * RECORD_BYTES;

/** Bounds of the elements of a body that is an array of `maxItems` at most; `what` names them in messages. */
export function splitBody(bytes: Uint8Array, maxItems: number, what: string): Bounds | Refused {
  if (!isUtf8(bytes)) return refused("body-not-json", "The body is not UTF-8.");
  const elements = elementsOf(bytes, maxItems);
  switch (elements.outcome) {
    case "found":
      return elements.bounds;
    case "broken":
      return refused("body-not-json", elements.detail);
    case "too-many":
      return refused("too-many-items", `A request may hold ${maxItems} ${what} at most; send several.`);
    case "not-an-array": {
      const parsed: Parsed | undefined = bytes.length <= MAX_ELEMENT_BYTES ? parseText(bytes) : undefined;
      if (parsed?.outcome === "refused") return parsed;
      const errors = new ValidationErrors();
      errors.add({ path: "", message: `must be an array of ${what}` });
      return errors.refusal(`The body must be an array of ${what}.`);
    }
  }
}

/** Each element's index and bounds in the text. */
export function* eachElement(bounds: Bounds): Generator<{ index: number; start: number; end: number }> {
  for (let at = 0; at < bounds.length; at += 2) {
    yield { index: at / 2, start: bounds[at] ?? 0, end: bounds[at + 1] ?? 0 };
  }
}
