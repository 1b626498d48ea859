import { crossesAntimeridian, doubleArea } from "../../science/geometry/rings.ts";
import { f64, item } from "../bytes/arrays.ts";
import { type Geometry, NotAGeometry, type Path, type Shape, shellOf } from "../language/geometry/geometry.ts";
import { normalised } from "../language/geometry/point.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import type { Work } from "../work/work.ts";

/**
 * The same geometry within longitudes ±180, cut at the antimeridian. As in Elasticsearch, a clockwise outer ring wider
 * than half the world is one that crosses the antimeridian.
 * @throws NotAGeometry for invalid coordinates
 * @throws ShardFailure when the cut parts need too much work or memory
 */
export function cutAtAntimeridian(geometry: Geometry, work: Work): Geometry {
  return geometry.flatMap((shape) => cut(shape, work));
}

function cut(shape: Shape, work: Work): Geometry {
  switch (shape.kind) {
    case "point": {
      const { latitude, longitude } = normalised({ latitude: shape.y, longitude: shape.x });
      return [{ kind: "point", x: longitude, y: latitude }];
    }
    case "line":
      return worlds(shape.path, [shape.path], work).flatMap((world) => clipLine(shape.path, world));
    case "polygon": {
      const rings = unwrapped(shape.rings);
      const crossed = worlds(shellOf(rings), rings, work);
      if (rings === shape.rings && crossed.length === 1 && crossed[0] === 0) return [shape];
      return crossed.flatMap((world) => {
        const clipped = rings.map((ring) => clipRing(ring, world)).filter((ring) => ring.length >= 8);
        return clipped[0] && doubleArea(clipped[0]) !== 0 ? [{ kind: "polygon", rings: clipped } as const] : [];
      });
    }
    case "box":
      for (const y of [shape.south, shape.north]) checkLatitude(y);
      for (const x of [shape.west, shape.east]) {
        if (Math.abs(x) > 180)
          throw new NotAGeometry(`invalid longitude ${javaDouble(x)}; must be between -180.0 and 180.0`);
      }
      return [shape];
    case "circle": {
      const { latitude, longitude } = normalised({ latitude: shape.y, longitude: shape.x });
      return [{ ...shape, x: longitude, y: latitude }];
    }
  }
}

/**
 * The 360° turns that the path reaches: turn n has the longitudes 360n ± 180. A path within ±180 only has turn 0.
 * `copied`: the paths copied for each turn, counted as work and memory.
 */
function worlds(path: Path, copied: readonly Path[], work: Work): number[] {
  let [west, east] = [Infinity, -Infinity];
  for (let at = 0; at < path.length; at += 2) {
    checkLatitude(f64(path, at + 1));
    west = Math.min(west, f64(path, at));
    east = Math.max(east, f64(path, at));
  }
  if (!(Math.abs(west) < 1e6 && Math.abs(east) < 1e6)) throw new NotAGeometry("invalid longitude");
  if (west >= -180 && east <= 180) return [0];
  const first = Math.floor((west + 180) / 360);
  const last = Math.ceil((east - 180) / 360);
  const turns = Math.max(1, last - first + 1);
  const numbers = turns * copied.reduce((sum, { length }) => sum + length, 0);
  work.spend(numbers);
  work.take(numbers * Float64Array.BYTES_PER_ELEMENT);
  return Array.from({ length: turns }, (_, n) => first + n);
}

function checkLatitude(latitude: number): void {
  if (Math.abs(latitude) <= 90) return;
  throw new NotAGeometry(`invalid latitude ${javaDouble(latitude)}; must be between -90.0 and 90.0`);
}

/** Moves negative longitudes east by 360° if the outer ring crosses the antimeridian. */
function unwrapped(rings: readonly Path[]): readonly Path[] {
  if (!crossesAntimeridian(shellOf(rings))) return rings;
  return rings.map((ring) => ring.map((value, index) => (index % 2 === 0 && value < 0 ? value + 360 : value)));
}

function clipRing(ring: Path, world: number): Path {
  const shifted = ring.map((value, index) => (index % 2 === 0 ? value - 360 * world : value));
  return clipHalf(clipHalf(shifted, 180, 1), -180, -1);
}

/** Keeps the part of a ring west (side 1) or east (side −1) of a meridian, and closes it along the meridian. */
function clipHalf(ring: Path, meridian: number, side: 1 | -1): Path {
  const keeps = (x: number) => side * x <= side * meridian;
  if (ring.every((value, index) => index % 2 === 1 || keeps(value))) return ring;
  const out: number[] = [];
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [x1, y1, x2, y2] = [f64(ring, at), f64(ring, at + 1), f64(ring, at + 2), f64(ring, at + 3)];
    if (keeps(x1)) out.push(x1, y1);
    if (keeps(x1) !== keeps(x2) && x1 !== meridian && x2 !== meridian) {
      out.push(meridian, y1 + ((meridian - x1) / (x2 - x1)) * (y2 - y1));
    }
  }
  if (out.length > 0) out.push(item(out, 0), item(out, 1));
  return Float64Array.from(out);
}

function clipLine(path: Path, world: number): Shape[] {
  const [west, east] = [360 * world - 180, 360 * world + 180];
  const parts: number[][] = [];
  let part: number[] = [];
  for (let at = 0; at + 3 < path.length; at += 2) {
    const [x1, y1, x2, y2] = [f64(path, at), f64(path, at + 1), f64(path, at + 2), f64(path, at + 3)];
    const along = (x: number) => (x2 === x1 ? 0 : (x - x1) / (x2 - x1));
    const [from, to] = x1 <= x2 ? [along(west), along(east)] : [along(east), along(west)];
    const [start, end] = x1 === x2 ? [0, x1 >= west && x1 <= east ? 1 : -1] : [Math.max(0, from), Math.min(1, to)];
    if (start > end) continue;
    if (start > 0 && part.length > 0) {
      parts.push(part);
      part = [];
    }
    const at_ = (t: number) => (t === 0 ? [x1, y1] : t === 1 ? [x2, y2] : [x1 + t * (x2 - x1), y1 + t * (y2 - y1)]);
    if (part.length === 0) part.push(...at_(start));
    part.push(...at_(end));
  }
  if (part.length > 0) parts.push(part);
  return parts.map((each) => ({
    kind: "line",
    path: Float64Array.from(each.map((value, index) => (index % 2 === 0 ? value - 360 * world : value))),
  }));
}
