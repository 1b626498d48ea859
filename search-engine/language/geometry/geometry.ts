/** A geometry as a list of shapes, which together are the geometry. Degrees, x = longitude, y = latitude. */
export type Geometry = readonly Shape[];

export type Shape = PointShape | LineShape | PolygonShape | BoxShape | CircleShape;

export interface PointShape {
  readonly kind: "point";
  readonly x: number;
  readonly y: number;
}

export interface LineShape {
  readonly kind: "line";
  readonly path: Path;
}

export interface PolygonShape {
  readonly kind: "polygon";
  /** The outer ring, then the holes; each ends where it begins. */
  readonly rings: readonly Path[];
}

/** A rectangle; west > east crosses the antimeridian. */
export interface GeoCell {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

export interface BoxShape extends GeoCell {
  readonly kind: "box";
}

export interface CircleShape {
  readonly kind: "circle";
  readonly x: number;
  readonly y: number;
  /** Metres. */
  readonly radius: number;
}

/** x, y of the first position, x, y of the second, … */
export type Path = Float64Array;

/** A text or value is not a geometry; the message says why, and `type` is Elasticsearch's name of the error. */
export class NotAGeometry extends Error {
  override readonly name = "NotAGeometry";
  readonly type: "parse_exception" | "illegal_argument_exception";

  constructor(message: string, type: NotAGeometry["type"] = "parse_exception") {
    super(message);
    this.type = type;
  }
}

/** The outer ring of a polygon. @throws NotAGeometry */
export function shellOf([shell]: PolygonShape["rings"]): Path {
  if (!shell) throw new NotAGeometry("polygon has no points");
  return shell;
}
