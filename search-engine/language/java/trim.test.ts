import fc from "fast-check";
import { expect, test } from "vitest";
import { trim, trimEnd } from "./trim.ts";

const isBlank = (code: number): boolean => code <= 32;
const text = fc.string({ unit: fc.constantFrom("a", "ä", " ", "\t", "\0", "\u00a0") });

test("trimming removes what a regular expression matches at the ends", () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(trimEnd(given, isBlank)).toBe(given.replace(/[\0- ]+$/, ""));
      expect(trim(given, isBlank)).toBe(given.replace(/^[\0- ]+/, "").replace(/[\0- ]+$/, ""));
    }),
  );
});
