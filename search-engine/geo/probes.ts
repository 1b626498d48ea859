import { f64 } from "../bytes/arrays.ts";
import { type Geometry, type Path, type PolygonShape, type Shape, shellOf } from "../language/geometry/geometry.ts";
import type { Work } from "../work/work.ts";
import { circleProbe } from "./circle-probe.ts";
import { Edges } from "./edges.ts";
import { isOnSegment, OUTSIDE, pathMeets } from "./plane.ts";
import type { Probe } from "./probe.ts";
import { quantiseLatitude, quantiseLongitude } from "./quantise.ts";

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
      return [circleProbe(shape, work)];
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
