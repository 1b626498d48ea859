import type { Bounds } from "../../../../science/geometry/bounds.ts";
import { shortened, withoutControls } from "../../dataset/text.ts";

/** A point of a map. */
export interface MapPoint {
  readonly longitude: number;
  readonly latitude: number;
  readonly name: string;
  /** Where its card leads. */
  readonly href?: string | undefined;
  /** What its card says below the name, such as a value with its time. */
  readonly detail?: string | undefined;
  /** What stands in its dot: three characters at most. */
  readonly label?: string | undefined;
  /** Its dot's colour, such as `#6ee86e`; else the accent. */
  readonly colour?: string | undefined;
  /** The highest of a group lies on top and gives the group its colour. */
  readonly rank?: number | undefined;
  /** The elements of the page with this `data-point` say the same: to point at one points at the other. */
  readonly id?: string | undefined;
}

/** West, south, east, north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** The box of a map. One whose west is greater than its east crosses the antimeridian: its east is beyond 180 degrees then. */
export const mapBox = ({ west, south, east, north }: Bounds): Box => [
  west,
  south,
  east < west ? east + 360 : east,
  north,
];

/** What an island gets of a point. */
export type PointProperties = Pick<MapPoint, "name" | "href" | "detail" | "label" | "colour" | "rank" | "id">;

/** Points as GeoJSON. */
export interface PointCollection {
  readonly type: "FeatureCollection";
  readonly features: {
    readonly type: "Feature";
    readonly geometry: { readonly type: "Point"; readonly coordinates: [longitude: number, latitude: number] };
    readonly properties: PointProperties;
  }[];
}

/** What a map's data block tells the island. */
export interface MapData {
  /** The map's name for those who do not see it. */
  readonly title: string;
  /** The points, or an address that answers them. */
  readonly points: PointCollection | string;
  readonly box: Box | undefined;
  /** The `id` of a form with a field `bbox`, which a button sets to what the map shows. */
  readonly form: string | undefined;
  readonly texts: MapTexts;
}

/** The texts of a map's controls. */
export interface MapTexts {
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly close: string;
  readonly wheel: string;
  readonly wheelOfMac: string;
  readonly fingers: string;
  /** With `#` for the number. */
  readonly more: string;
  readonly searchHere: string;
}

const MAX_LENGTH = 200;

/** The points as GeoJSON, their texts cut to what a card has room for. */
export function pointCollection(points: readonly MapPoint[]): PointCollection {
  return {
    type: "FeatureCollection",
    features: points.map(({ longitude, latitude, name, detail, label, ...rest }) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [longitude, latitude] },
      properties: {
        name: shortened(withoutControls(name), MAX_LENGTH),
        detail: detail === undefined ? undefined : shortened(withoutControls(detail), MAX_LENGTH),
        label: label === undefined ? undefined : label.slice(0, 3),
        ...rest,
      },
    })),
  };
}
