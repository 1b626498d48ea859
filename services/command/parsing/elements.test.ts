import fc from "fast-check";
import { expect, test } from "vitest";
import { elementsOf } from "./elements.ts";

/** The array as our splitting and parsing reads it; undefined when it is not JSON. */
function read(text: string): unknown {
  const bytes = Buffer.from(text);
  const found = elementsOf(bytes, 1000);
  if (found.outcome !== "found") return undefined;
  const values: unknown[] = [];
  try {
    for (let at = 0; at < found.bounds.length; at += 2) {
      values.push(JSON.parse(bytes.toString("utf8", found.bounds[at], found.bounds[at + 1])));
    }
  } catch {
    return undefined;
  }
  return values;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test("an array read in pieces is the array read as a whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ stringUnit: "binary", maxDepth: 3 }), { maxLength: 6 }),
      fc.constantFrom(0, 1, "\t"),
      (values, space) => {
        const text = JSON.stringify(values, undefined, space);
        expect(read(text)).toEqual(JSON.parse(text));
      },
    ),
  );
});

test("an array is JSON in pieces exactly if it is JSON as a whole", () => {
  const piece = fc.constantFrom(
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    "\\",
    "1",
    "-",
    "true",
    "null",
    " ",
    "\n",
    '"a"',
    "é",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = `[${pieces.join("")}`;
      const whole = parse(text);
      expect(read(text)).toEqual(Array.isArray(whole) ? whole : undefined);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["", "broken"],
  ["  ", "broken"],
  ["[", "broken"],
  ["[1", "broken"],
  ['["', "broken"],
  ['["\\', "broken"],
  ["[1]2", "broken"],
  ["[]]", "broken"],
  ["{}", "not-an-array"],
  ['"[]"', "not-an-array"],
  ["[] ", "found"],
  ["\ufeff[1]", "found"],
])("%j is %s", (text, outcome) => {
  expect(elementsOf(Buffer.from(text), 10).outcome).toBe(outcome);
});

test("elements are counted before any of them is read", () => {
  expect(elementsOf(Buffer.from("[1,2,3]"), 3).outcome).toBe("found");
  expect(elementsOf(Buffer.from("[1,2,3,"), 3).outcome).toBe("too-many");
});
