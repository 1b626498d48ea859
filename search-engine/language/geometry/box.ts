import { doubleIn } from "../java/java-numbers.ts";
import type { JsonObject } from "../json/json.ts";
import { notANumber } from "../members/options.ts";
import { type GeoCell, NotAGeometry } from "./geometry.ts";
import { plainJson } from "./plain-json.ts";
import { geohashCell, parsePoint } from "./point.ts";
import { parseWkt } from "./wkt.ts";

/** A side is not a number. */
export class InvalidSide extends Error {
  override readonly name = "InvalidSide";
  readonly side: string;

  constructor(side: string, reason: string) {
    super(reason);
    this.side = side;
  }
}

type Side = "north" | "south" | "west" | "east";

const CORNERS: ReadonlyMap<string, readonly Side[]> = new Map([
  ["top_left", ["north", "west"]],
  ["topLeft", ["north", "west"]],
  ["top_right", ["north", "east"]],
  ["topRight", ["north", "east"]],
  ["bottom_left", ["south", "west"]],
  ["bottomLeft", ["south", "west"]],
  ["bottom_right", ["south", "east"]],
  ["bottomRight", ["south", "east"]],
]);

const SIDES: ReadonlyMap<string, Side> = new Map([
  ["top", "north"],
  ["bottom", "south"],
  ["left", "west"],
  ["right", "east"],
]);

/** A box by its corners, sides or WKT; NaN for absent sides. @throws NotAGeometry, InvalidSide */
export function readBox(body: JsonObject): GeoCell {
  const box = { north: Number.NaN, south: Number.NaN, west: Number.NaN, east: Number.NaN };
  for (const [name, value] of body) {
    const side = SIDES.get(name);
    const corner = CORNERS.get(name);
    if (name === "wkt") Object.assign(box, fromWkt(String(value)));
    else if (side) {
      const number = doubleIn(String(value));
      if (number === undefined) throw new InvalidSide(name, notANumber(String(value)));
      box[side] = number;
    } else if (corner) for (const each of corner) box[each] = cornerOf(plainJson(value))[each];
    else throw new NotAGeometry(`failed to parse bounding box. unexpected field [${name}]`);
  }
  return box;
}

/** The corner of a cell, where a geohash is given as a corner. */
function cornerOf(value: unknown): GeoCell {
  if (typeof value === "string" && !value.includes(",") && !/point/i.test(value)) return geohashCell(value);
  const { latitude, longitude } = parsePoint(value, "refused");
  return { north: latitude, south: latitude, west: longitude, east: longitude };
}

function fromWkt(text: string): GeoCell {
  const [shape] = (() => {
    try {
      return parseWkt(text);
    } catch {
      throw new NotAGeometry("failed to parse WKT bounding box");
    }
  })();
  if (shape?.kind === "box") return shape;
  throw new NotAGeometry(`failed to parse WKT bounding box. [${shape?.kind.toUpperCase()}] found. expected [ENVELOPE]`);
}
