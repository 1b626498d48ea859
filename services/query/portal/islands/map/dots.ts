import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from "maplibre-gl";
import type { Box, PointCollection, PointProperties } from "../../components/map-data.ts";
import type { MapColours } from "./basemap.ts";
import { POINTED } from "./pointing.ts";

/** Pixels. */
const RADIUS = 7;
const RADIUS_OF_LABELLED = 11;
const RADIUS_OF_GROUP = 13;

/** The browser draws texts itself. It knows no such font, so that its own sans-serif is taken, in the weight of this name. */
const FONT = ["Bold"];

/** How a dot looks. */
type Kind = Pick<PointProperties, "rank" | "colour" | "label">;

/** Points in dots, grouped where they touch: the highest rank is on top and gives the group its look. */
export function dots(points: PointCollection, colours: MapColours, fonts = FONT) {
  const { kinds, features } = withKinds(points);
  const ofKind = (partOf: (kind: Kind) => string): ExpressionSpecification => [
    "at",
    ["get", "kind"],
    ["literal", kinds.map(partOf)],
  ];
  const colour: ExpressionSpecification = ["to-color", ofKind(({ colour }) => colour ?? colours.dot)];
  const onColour: ExpressionSpecification = [
    "to-color",
    ofKind(({ colour }) => (colour === undefined ? colours.onDot : readableOn(colour))),
  ];
  const label: ExpressionSpecification = ["to-string", ofKind(({ label }) => label ?? "")];
  const isGroup: ExpressionSpecification = ["has", "point_count"];
  const radius: ExpressionSpecification = [
    "case",
    isGroup,
    RADIUS_OF_GROUP,
    ["==", label, ""],
    RADIUS,
    RADIUS_OF_LABELLED,
  ];
  const sources: Record<string, SourceSpecification> = {
    points: {
      type: "geojson",
      data: { type: "FeatureCollection", features },
      cluster: true,
      clusterRadius: 2 * RADIUS_OF_GROUP + 2,
      clusterProperties: { kind: ["max", ["get", "kind"]] },
      clusterMaxZoom: 16,
      maxzoom: 17,
    },
    [POINTED]: { type: "geojson", data: { type: "FeatureCollection", features: [] } },
  };
  const text = { "text-font": fonts, "text-allow-overlap": true, "text-ignore-placement": true } as const;
  const layers: LayerSpecification[] = [
    {
      id: "pointed",
      type: "circle",
      source: POINTED,
      paint: {
        "circle-radius": RADIUS_OF_GROUP + 6,
        "circle-color": colours.dot,
        "circle-opacity": 0.3,
        "circle-stroke-color": colours.outline,
        "circle-stroke-width": 2,
      },
    },
    {
      id: "groups",
      type: "circle",
      source: "points",
      filter: isGroup,
      paint: { "circle-radius": RADIUS_OF_GROUP + 4, "circle-color": colour, "circle-opacity": 0.4 },
    },
    {
      id: "dots",
      type: "circle",
      source: "points",
      layout: { "circle-sort-key": ["get", "kind"] },
      paint: {
        "circle-radius": radius,
        "circle-color": colour,
        "circle-stroke-color": colours.outline,
        "circle-stroke-width": 1.5,
      },
    },
    {
      id: "labels",
      type: "symbol",
      source: "points",
      layout: {
        ...text,
        "text-field": ["case", ["all", isGroup, ["==", label, ""]], ["get", "point_count_abbreviated"], label],
        "text-size": 13,
        "symbol-sort-key": ["get", "kind"],
      },
      paint: { "text-color": onColour },
    },
    {
      id: "counts",
      type: "symbol",
      source: "points",
      filter: isGroup,
      layout: {
        ...text,
        "text-field": ["case", ["==", label, ""], "", ["concat", "×", ["get", "point_count_abbreviated"]]],
        "text-size": 12,
        "text-anchor": "left",
        "text-offset": [1.2, -1],
      },
      paint: { "text-color": colours.outline, "text-halo-color": colours.land, "text-halo-width": 1.5 },
    },
  ];
  return { sources, layers };
}

/** Each point with the number of its kind, in the order of ranks. */
function withKinds({ features }: PointCollection) {
  const keyOf = ({ rank = 0, colour, label }: Kind) => JSON.stringify([rank, colour, label]);
  const byKey = new Map(features.map(({ properties }) => [keyOf(properties), properties]));
  const kinds: readonly Kind[] = [...byKey.values()].sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  const numbers = new Map(kinds.map((kind, number) => [keyOf(kind), number]));
  return {
    kinds,
    features: features.map((feature) => ({
      ...feature,
      properties: { ...feature.properties, kind: numbers.get(keyOf(feature.properties)) ?? 0 },
    })),
  };
}

/** The outline of an area. */
export function outlined([west, south, east, north]: Box, colours: MapColours) {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const sources: Record<string, SourceSpecification> = {
    box: { type: "geojson", data: { type: "Polygon", coordinates: [corners] } },
  };
  const layers: LayerSpecification[] = [
    { id: "box", type: "line", source: "box", paint: { "line-color": colours.dot, "line-width": 2 } },
    { id: "boxed", type: "fill", source: "box", paint: { "fill-color": colours.dot, "fill-opacity": 0.1 } },
  ];
  return { sources, layers };
}

/** Black or white: the one that stands out more from a colour such as `#6ee86e`. */
function readableOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // WCAG's relative luminance: at this one black and white have the same contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}
