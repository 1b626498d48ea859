import {
  type CircleShape,
  type Geometry,
  type Path,
  type PolygonShape,
  type Shape,
  shellOf,
} from "../../language/geometry/geometry.ts";
import { f64 } from "../index/arrays.ts";
import type { Work } from "../work.ts";
import type { Box } from "./box-tree.ts";
import { arcDistance, circleBounds } from "./distance.ts";
import { Edges } from "./edges.ts";
import { isOnSegment, OUTSIDE, pathMeets } from "./plane.ts";
import { quantiseLatitude, quantiseLongitude } from "./quantise.ts";

/**
 * A shape of a query, prepared for comparison with documents' points and segments. The rules for boundaries are
 * Lucene's: a boundary belongs to its shape, except that of a hole.
 */
export interface Probe extends Box {
  readonly kind: Shape["kind"];
  /** A point of the shape. */
  readonly x: number;
  readonly y: number;
  /** A point of each hole. */
  readonly holes: readonly (readonly [number, number])[];
  contains(x: number, y: number): boolean;
  /** Whether a segment intersects the shape. */
  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean;
  containsLine(ax: number, ay: number, bx: number, by: number): boolean;
  /**
   * Like intersectsLine, but without the exception for segments that lie in a hole. Used to decide whether a document
   * contains the shape.
   */
  touchesLine(ax: number, ay: number, bx: number, by: number): boolean;
}

/** Prepares the shapes of a query. A box that crosses the antimeridian becomes two probes. */
export const probes = (geometry: Geometry, work: Work): readonly Probe[] =>
  geometry.flatMap((shape) => probesOf(shape, work));

function probesOf(shape: Shape, work: Work): readonly Probe[] {
  switch (shape.kind) {
    case "point":
      return [pointProbe(quantiseLongitude(shape.x), quantiseLatitude(shape.y))];
    case "line":
      return [lineProbe(quantise(shape.path), work)];
    case "polygon":
      return [polygonProbe({ kind: "polygon", rings: shape.rings.map(quantise) }, work)];
    case "box": {
      const [south, north] = [quantiseLatitude(shape.south), quantiseLatitude(shape.north)];
      const [west, east] = [quantiseLongitude(shape.west), quantiseLongitude(shape.east)];
      if (west <= east) return [boxProbe(west, east, south, north)];
      return [boxProbe(west, quantiseLongitude(180), south, north), boxProbe(-180, east, south, north)];
    }
    case "circle":
      return [circleProbe(shape)];
  }
}

const quantise = (path: Path): Path =>
  path.map((value, index) => (index % 2 === 0 ? quantiseLongitude(value) : quantiseLatitude(value)));

function bounds(path: Path) {
  const xs = path.filter((_, index) => index % 2 === 0);
  const ys = path.filter((_, index) => index % 2 === 1);
  const least = (values: Path) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (values: Path) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  return { west: least(xs), east: most(xs), south: least(ys), north: most(ys), x: f64(path, 0), y: f64(path, 1) };
}

function pointProbe(px: number, py: number): Probe {
  const isHere = (x: number, y: number) => x === px && y === py;
  const isOn = (ax: number, ay: number, bx: number, by: number) => isOnSegment(ax, ay, bx, by, px, py);
  return {
    kind: "point",
    ...{ west: px, east: px, south: py, north: py, x: px, y: py, holes: [] },
    contains: isHere,
    intersectsLine: isOn,
    containsLine: (ax, ay, bx, by) => isHere(ax, ay) && isHere(bx, by),
    touchesLine: isOn,
  };
}

function lineProbe(path: Path, work: Work): Probe {
  const edges = new Edges(path, work);
  const meets = (ax: number, ay: number, bx: number, by: number) => edges.meets(ax, ay, bx, by, true);
  return {
    kind: "line",
    ...bounds(path),
    holes: [],
    contains: (x, y) => meets(x, y, x, y),
    intersectsLine: meets,
    // Rejected earlier: Elasticsearch does not support documents within a line.
    containsLine: () => false,
    touchesLine: meets,
  };
}

function boxProbe(west: number, east: number, south: number, north: number): Probe {
  const outline = Float64Array.of(west, south, east, south, east, north, west, north, west, south);
  const contains = (x: number, y: number) => x >= west && x <= east && y >= south && y <= north;
  const intersectsLine = (ax: number, ay: number, bx: number, by: number) =>
    contains(ax, ay) || contains(bx, by) || pathMeets(outline, 0, 5, ax, ay, bx, by, true);
  return {
    kind: "box",
    ...{ west, east, south, north, x: west, y: south, holes: [] },
    contains,
    intersectsLine,
    containsLine: (ax, ay, bx, by) => contains(ax, ay) && contains(bx, by),
    touchesLine: intersectsLine,
  };
}

function polygonProbe({ rings }: PolygonShape, work: Work): Probe {
  const outer = shellOf(rings);
  const inner = rings.slice(1);
  const box = bounds(outer);
  const shell = new Edges(outer, work);
  const holes = inner.map((hole) => new Edges(hole, work));
  const isOff = (ax: number, ay: number, bx: number, by: number) =>
    Math.max(ax, bx) < box.west ||
    Math.min(ax, bx) > box.east ||
    Math.max(ay, by) < box.south ||
    Math.min(ay, by) > box.north;
  const contains = (x: number, y: number) =>
    shell.place(x, y) !== OUTSIDE && holes.every((hole) => hole.place(x, y) === OUTSIDE);
  const holeContains = (ax: number, ay: number, bx: number, by: number) =>
    holes.some(
      (hole) => hole.place(ax, ay) !== OUTSIDE && hole.place(bx, by) !== OUTSIDE && !hole.meets(ax, ay, bx, by, false),
    );
  const holeMeets = (ax: number, ay: number, bx: number, by: number) =>
    holes.some(
      (hole) => hole.place(ax, ay) !== OUTSIDE || hole.place(bx, by) !== OUTSIDE || hole.meets(ax, ay, bx, by, true),
    );
  const touchesLine = (ax: number, ay: number, bx: number, by: number) =>
    !isOff(ax, ay, bx, by) && (contains(ax, ay) || contains(bx, by) || shell.meets(ax, ay, bx, by, true));
  return {
    kind: "polygon",
    ...box,
    holes: inner.map((hole) => [f64(hole, 0), f64(hole, 1)] as const),
    contains,
    intersectsLine: (ax, ay, bx, by) => touchesLine(ax, ay, bx, by) && !holeContains(ax, ay, bx, by),
    containsLine: (ax, ay, bx, by) =>
      contains(ax, ay) && contains(bx, by) && !shell.meets(ax, ay, bx, by, false) && !holeMeets(ax, ay, bx, by),
    touchesLine,
  };
}

/** A circle on the sphere. A segment is tested at its ends and where it is nearest to the centre on the plane. */
function circleProbe({ x, y, radius }: CircleShape): Probe {
  const [centreX, centreY] = [x, y];
  const contains = (px: number, py: number) => arcDistance(centreY, centreX, py, px) <= radius;
  const nearest = (shift: number, ax: number, ay: number, bx: number, by: number) => {
    const [dx, dy] = [bx - ax, by - ay];
    const along = ((centreX + shift - ax) * dx + (centreY - ay) * dy) / (dx * dx + dy * dy);
    return along >= 0 && along <= 1 && contains(ax + dx * along, ay + dy * along);
  };
  const intersectsLine = (ax: number, ay: number, bx: number, by: number) =>
    contains(ax, ay) || contains(bx, by) || [0, 360, -360].some((shift) => nearest(shift, ax, ay, bx, by));
  return {
    kind: "circle",
    ...circleBounds(x, y, radius),
    ...{ x, y, holes: [] },
    contains,
    intersectsLine,
    containsLine: (ax, ay, bx, by) => contains(ax, ay) && contains(bx, by),
    touchesLine: intersectsLine,
  };
}
