import { expect, test } from "vitest";
import { searchByExtent } from "../../contracts/routes/search.ts";
import { readParameters } from "../../platform/http/parameters.ts";
import { parseDistance } from "../../search-engine/language/geometry/distance-units.ts";
import { parsePoint } from "../../search-engine/language/geometry/point.ts";
import { minimumShouldMatch } from "../../search-engine/query/minimum-should-match.ts";

/** Of 200,000 characters 20 seconds and more, where each is looked at again for each other one. */
const LENGTH = 200_000;
/** A hundred times what it takes. */
const TIMEOUT_MS = 2_000;

const long = (text: string) => text.repeat(LENGTH / text.length);
const extent = { north_bound_latitude: `${long("1")}x` };

test.each([
  ["commas of a point", () => parsePoint(`${long(",")}x`, "refused")],
  ["parentheses of a point", () => parsePoint(`POINT${long("(")}`, "refused")],
  ["digits of a distance", () => parseDistance(`${long("1")}x`, 1)],
  ["spaces of a condition", () => minimumShouldMatch(2, `1${long(" ")}1<1`)],
  ["digits of a side", () => readParameters(searchByExtent, { url: `/?${new URLSearchParams(extent)}`, params: {} })],
])("%s are read in one pass", (_, read) => {
  const began = performance.now();
  try {
    read();
  } catch {
    // It is refused.
  }
  expect(performance.now() - began).toBeLessThan(TIMEOUT_MS);
});
