import { expect, test } from "vitest";
import { searchByExtent } from "../../contracts/routes/search.ts";
import { readParameters } from "../../platform/http/parameters.ts";
import { parseDistance } from "../../search-engine/language/geometry/distance-units.ts";
import { parsePoint } from "../../search-engine/language/geometry/point.ts";
import { minimumShouldMatch } from "../../search-engine/query/minimum-should-match.ts";

/** If each character is looked at again for every other one, this takes minutes: the test then fails by its time limit. */
const LENGTH = 1_000_000;

const long = (text: string) => text.repeat(LENGTH / text.length);
const extent = { north_bound_latitude: `${long("1")}x` };

test.each([
  ["commas of a point", () => parsePoint(`${long(",")}x`, "refused")],
  ["parentheses of a point", () => parsePoint(`POINT${long("(")}`, "refused")],
  ["spaces of a condition", () => minimumShouldMatch(2, `1${long(" ")}1<1`)],
  ["digits of a side", () => readParameters(searchByExtent, { url: `/?${new URLSearchParams(extent)}`, params: {} })],
])("%s are read in one pass, and refused", (_, read) => {
  expect(read).toThrow();
});

test("digits before no unit of distance are read in one pass, and are no distance", () => {
  expect(parseDistance(`${long("1")}x`, 1)).toBeUndefined();
});
