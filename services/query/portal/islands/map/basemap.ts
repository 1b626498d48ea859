import type { FeatureCollection, Position } from "geojson";
import type { StyleSpecification } from "maplibre-gl";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

type Countries = Topology<{ land: GeometryCollection; countries: GeometryCollection }>;

/** Land and borders of Natural Earth in the page's colours. */
export async function basemap(): Promise<(colours: MapColours) => StyleSpecification> {
  const answer = await fetch(MAP_COUNTRIES);
  if (!answer.ok) throw new Error(`the basemap is answered with ${answer.status}`);
  const countries: Countries = await answer.json();
  const land = withoutJumps(feature(countries, countries.objects.land));
  const borders = mesh(countries, countries.objects.countries, (one, other) => one !== other);
  return (colours) => ({
    version: 8,
    sources: { land: { type: "geojson", data: land }, borders: { type: "geojson", data: borders } },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colours.water } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": colours.land } },
      { id: "coast", type: "line", source: "land", paint: { "line-color": colours.border, "line-width": 0.5 } },
      { id: "borders", type: "line", source: "borders", paint: { "line-color": colours.border } },
    ],
  });
}

/** The same areas, so that no ring jumps over the map where it crosses the antimeridian. */
function withoutJumps({ features }: FeatureCollection): FeatureCollection {
  const polygons = features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return [geometry.coordinates];
    return geometry.type === "MultiPolygon" ? geometry.coordinates : [];
  });
  const coordinates = polygons.map((rings) => rings.map(withoutJump));
  return {
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates } }],
  };
}

/** Goes on beyond 180°, where the map begins again. A ring that ends elsewhere than it began runs around the South Pole. */
function withoutJump(ring: Position[]): Position[] {
  let turns = 0;
  let before = ring[0]?.[0] ?? 0;
  const line = ring.map(([longitude = 0, latitude = 0]): Position => {
    const step = longitude - before;
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    before = longitude;
    return [longitude + 360 * turns, latitude];
  });
  const [first] = line;
  const last = line.at(-1);
  if (turns === 0 || first === undefined || last === undefined) return line;
  return [...line, [last[0] ?? 0, -90], [first[0] ?? 0, -90], first];
}

/** Colours of the page for what a canvas paints. */
export interface MapColours {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  /** Dots without a colour of their own, and what stands in them. */
  readonly dot: string;
  readonly onDot: string;
  /** Around dots and boxes. */
  readonly outline: string;
}

/** The colours as the page has them now: light, dark, or those that the reader forces. */
export function coloursOf(element: Element): MapColours {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--map-${name}`);
  return {
    water: colour("water"),
    land: colour("land"),
    border: colour("border"),
    dot: colour("dot"),
    onDot: colour("on-dot"),
    outline: colour("outline"),
  };
}
