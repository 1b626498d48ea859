import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test.each([
  [0, "0 rows"],
  [1, "1 row"],
  [2, "2 rows"],
])("%i has the form of the noun that fits: %s", (count, text) => {
  expect(counted(count, "row")).toBe(text);
});
