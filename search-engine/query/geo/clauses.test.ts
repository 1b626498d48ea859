import { expect, test } from "vitest";
import type { GeoPoint } from "../../language/geometry/point.ts";
import { Work } from "../../work/work.ts";
import type { CompileContext } from "../kind.ts";
import { MatchNone } from "../nodes/constant.ts";
import { geoDistance } from "./clauses.ts";

const onlyNorth = { latitude: 50.9, longitude: Number.NaN };
const onlyEast = { latitude: Number.NaN, longitude: 6.4 };

function within(center: GeoPoint, kind?: string) {
  const context = { work: new Work(), field: () => kind && { name: "place", kind } } as unknown as CompileContext;
  return geoDistance({ field: "place", ignoreUnmapped: true, boost: 1, center, radius: 1_000 }, context);
}

test.each(["geo_point", "geo_shape"])("a distance from a center of one coordinate is refused for a %s", (kind) => {
  const refused = "Exception creating query on Field [place] invalid";
  expect(() => within(onlyNorth, kind)).toThrow(`${refused} longitude NaN; must be between -180.0 and 180.0`);
  expect(() => within(onlyEast, kind)).toThrow(`${refused} latitude NaN; must be between -90.0 and 90.0`);
});

test("the field is checked before the center", () => {
  expect(() => within(onlyNorth, "keyword")).toThrow("is of unsupported type [keyword]");
  expect(within(onlyNorth)).toBeInstanceOf(MatchNone);
});
