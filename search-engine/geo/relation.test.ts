import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseGeoJson } from "../language/geometry/geojson.ts";
import { parseWkt } from "../language/geometry/wkt.ts";
import type { Relation } from "../language/queries/geo-shape.ts";
import { Work } from "../work/work.ts";
import { cutAtAntimeridian } from "./dateline.ts";
import { encodeShape } from "./encode.ts";
import { probes } from "./probes.ts";
import { shapeTest } from "./relation.ts";

const point = (x: number, y: number) => ({ type: "Point", coordinates: [x, y] });
const line = (...coordinates: number[][]) => ({ type: "LineString", coordinates });
const polygon = (...coordinates: number[][][]) => ({ type: "Polygon", coordinates });
const square = (west: number, south: number, size: number) => [
  [west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south],
]; // biome-ignore format: one ring

/** Whether the document's geometry stands in the relation to the query's, which is GeoJSON or WKT. */
function holds(document: unknown, relation: Relation, query: unknown): boolean {
  const numbers = encodeShape(document);
  if (!numbers) throw new Error("the document can't be indexed");
  const geometry = cutAtAntimeridian(typeof query === "string" ? parseWkt(query) : parseGeoJson(query), new Work());
  const test = shapeTest(relation, probes(geometry, new Work()), new Work());
  return test(numbers, 0, numbers.length);
}

/** Steps of comparing a document of so many vertices, spread around the origin, with a query. */
function stepsOf(vertices: number, relation: Relation, query: string): number {
  const ring = Array.from({ length: vertices }, (_, n) => {
    const angle = (2 * Math.PI * n) / vertices;
    return [10 * Math.cos(angle), 10 * Math.sin(angle)];
  });
  const numbers = encodeShape(polygon([...ring, ring[0] ?? []])) ?? new Float64Array();
  const work = new Work();
  shapeTest(relation, probes(parseWkt(query), new Work()), work)(numbers, 0, numbers.length);
  return work.steps;
}

const box = (west: number, east: number, north: number, south: number) => `BBOX (${west}, ${east}, ${north}, ${south})`;

describe("points", () => {
  test("on the border of a box or polygon are in it", () => {
    expect(holds(point(10, 50), "intersects", box(10, 20, 60, 50))).toBe(true);
    expect(holds(point(10, 50), "within", polygon(square(5, 50, 10)))).toBe(true);
    expect(holds(point(9.999999, 50), "intersects", box(10, 20, 60, 50))).toBe(false);
  });
  test("in a hole or on its border are not in the polygon", () => {
    const ring = polygon(square(0, 0, 10), square(4, 4, 2));
    expect(holds(point(5, 5), "intersects", ring)).toBe(false);
    expect(holds(point(4, 5), "intersects", ring)).toBe(false);
    expect(holds(point(3, 5), "intersects", ring)).toBe(true);
  });
  test("contain only the same point", () => {
    expect(holds(point(1, 2), "contains", point(1, 2))).toBe(true);
    expect(holds(point(1, 2), "contains", point(1, 2.1))).toBe(false);
    expect(holds(point(1, 2), "contains", box(0, 3, 3, 0))).toBe(false);
  });
});

describe("lines", () => {
  test("without length are found like points", () => {
    const profile = line([6.4, 50.9, 100], [6.4, 50.9, 9_000]);
    expect(holds(profile, "intersects", box(6, 7, 51, 50))).toBe(true);
    expect(holds(profile, "within", box(6, 7, 51, 50))).toBe(true);
    expect(holds(profile, "contains", point(6.4, 50.9))).toBe(true);
    expect(holds(profile, "disjoint", box(7, 8, 51, 50))).toBe(true);
  });
  test("crossing a box without a position in it intersect it", () => {
    expect(holds(line([0, 0], [10, 10]), "intersects", box(4, 5, 5, 4))).toBe(true);
    expect(holds(line([0, 0], [10, 10]), "within", box(4, 5, 5, 4))).toBe(false);
  });
});

describe("polygons", () => {
  test("around, inside and beside one another", () => {
    const large = polygon(square(0, 0, 10));
    const small = polygon(square(4, 4, 2));
    expect(holds(small, "within", large)).toBe(true);
    expect(holds(large, "contains", small)).toBe(true);
    expect(holds(large, "intersects", small)).toBe(true);
    expect(holds(large, "within", small)).toBe(false);
    expect(holds(large, "disjoint", polygon(square(20, 0, 5)))).toBe(true);
  });
  test("with a common border do not contain one another", () => {
    expect(holds(polygon(square(0, 0, 10)), "contains", polygon(square(0, 0, 5)))).toBe(false);
  });
  test("whose hole holds the query are disjoint from it", () => {
    const ring = polygon(square(0, 0, 10), square(2, 2, 6));
    expect(holds(ring, "disjoint", polygon(square(4, 4, 1)))).toBe(true);
    expect(holds(polygon(square(4, 4, 1)), "disjoint", ring)).toBe(true);
  });
  test("around a hole of the query are not within it", () => {
    expect(holds(polygon(square(1, 1, 8)), "within", polygon(square(0, 0, 10), square(4, 4, 2)))).toBe(false);
  });
});

describe("the antimeridian", () => {
  test("is crossed by a box whose west is greater than its east", () => {
    const wide = {
      type: "envelope",
      coordinates: [
        [175, -10],
        [-175, -25],
      ],
    };
    expect(holds(point(178, -18), "within", wide)).toBe(true);
    expect(holds(point(-178, -18), "within", wide)).toBe(true);
    expect(holds(point(0, -18), "intersects", wide)).toBe(false);
  });
  test("is crossed by a clockwise ring wider than half the world", () => {
    const crossing = polygon([
      [177, -20],
      [-177, -20],
      [-177, -16],
      [177, -16],
      [177, -20],
    ]);
    expect(holds(crossing, "intersects", point(180, -18))).toBe(true);
    expect(holds(crossing, "intersects", point(0, -18))).toBe(false);
    expect(holds(point(-178, -18), "within", crossing)).toBe(true);
  });
  test("longitudes beyond it come back on the other side", () => {
    expect(holds(point(-175, 0), "within", polygon(square(180, -2, 10)))).toBe(true);
  });
});

describe("the vertices of a document that are visited count as work", () => {
  const [around, beside, inside] = [box(-20, 20, 20, -20), box(9, 10, 10, 9), box(-1, 1, 1, -1)];
  test.each<[Relation, string, least: number]>([
    ["intersects", beside, 2_000],
    ["disjoint", beside, 2_000],
    ["within", around, 1_000],
    ["contains", inside, 2_000],
  ])("%s %s", (relation, query, least) => {
    expect(stepsOf(1_000, relation, query)).toBeGreaterThanOrEqual(least);
    expect(stepsOf(1_000, relation, query)).toBeLessThan(least + 100);
  });
  test("but not those behind the first that decides the result", () => {
    expect(stepsOf(1_000, "intersects", box(5, 20, 20, -20))).toBeLessThan(10);
  });
});

test("rings that cross themselves or have no area can't be indexed", () => {
  expect(
    encodeShape(
      polygon([
        [0, 50],
        [4, 54],
        [4, 50],
        [0, 54],
        [0, 50],
      ]),
    ),
  ).toBeUndefined();
  expect(
    encodeShape(
      polygon([
        [0, 0],
        [4, 4],
        [4, 0],
        [1, 4],
        [0, 0],
      ]),
    ),
  ).toBeUndefined();
  expect(
    encodeShape(
      polygon([
        [1, 51],
        [3, 51],
        [5, 51],
        [1, 51],
      ]),
    ),
  ).toBeUndefined();
});

test("holes without area or crossing the outer ring can't be indexed", () => {
  expect(
    encodeShape(
      polygon(square(0, 0, 10), [
        [2, 2],
        [4, 4],
        [2, 2],
        [5, 4],
        [2, 2],
      ]),
    ),
  ).toBeUndefined();
  expect(encodeShape(polygon(square(0, 0, 10), square(8, 8, 4)))).toBeUndefined();
});

test("an extent of another type is not a shape", () => {
  expect(encodeShape({ type: "Region", description: "north" })).toBeUndefined();
  expect(encodeShape(null)).toHaveLength(0);
});

describe("of any two geometries", () => {
  const coordinate = fc.integer({ min: -40, max: 40 }).map((n) => n / 2);
  const shapes = fc.oneof(
    fc.tuple(coordinate, coordinate).map(([x, y]) => point(x, y)),
    fc.tuple(coordinate, coordinate, coordinate, coordinate).map(([a, b, c, d]) => line([a, b], [c, d])),
    fc
      .tuple(coordinate, coordinate, fc.integer({ min: 1, max: 10 }))
      .map(([x, y, size]) => polygon(square(x, y, size))),
  );
  test("exactly one of intersects and disjoint holds", () => {
    fc.assert(fc.property(shapes, shapes, (a, b) => holds(a, "intersects", b) !== holds(a, "disjoint", b)));
  });
  test("intersects is symmetric", () => {
    fc.assert(fc.property(shapes, shapes, (a, b) => holds(a, "intersects", b) === holds(b, "intersects", a)));
  });
  test("within and contains imply intersects", () => {
    const area = shapes.filter(({ type }) => type !== "LineString");
    fc.assert(fc.property(shapes, area, (a, b) => !holds(a, "within", b) || holds(a, "intersects", b)));
    fc.assert(fc.property(shapes, shapes, (a, b) => !holds(a, "contains", b) || holds(a, "intersects", b)));
  });
});

test("nested collections of well-known text have a maximum depth", () => {
  const nested = (depth: number) => `${"GEOMETRYCOLLECTION(".repeat(depth)}POINT(1 2)${")".repeat(depth)}`;
  expect(parseWkt(nested(100))).toEqual([{ kind: "point", x: 1, y: 2 }]);
  expect(() => parseWkt(nested(20_000))).toThrow("nested too deeply");
});
