import { numberAt } from "../number-at.ts";
import { layerCount } from "./atmosphere.ts";

/**
 * The path of the direct beam down to the edges of the layers for the Sun's zenith angle `angle` (degrees, 0–90). The
 * element at [edge × layers + layer] is the path within layer `layer` on the way to edge `edge`, per unit of the
 * layer's thickness. `edges` are altitudes in km, from the top down to the ground.
 */
export type BeamPaths = (angle: number, edges: Float64Array) => Float64Array;

/** Mean altitude of the sea's surface above the centre of the Earth, km. */
const earthRadius = 6371;

/** Through the spherical shells of the Earth's air (Dahlback & Stamnes 1991, Planet. Space Sci. 39, 671). */
export const shellPaths: BeamPaths = (angle, edges) => {
  const paths = new Float64Array((layerCount + 1) * layerCount);
  const sine = Math.sin(radians(angle));
  for (let edge = 1; edge <= layerCount; edge++) {
    const impact = (earthRadius + numberAt(edges, edge)) * sine;
    const along = (altitude: number) => Math.sqrt(Math.max(0, (earthRadius + altitude) ** 2 - impact ** 2));
    for (let layer = 0; layer < edge; layer++) {
      const [top, bottom] = [numberAt(edges, layer), numberAt(edges, layer + 1)];
      paths[edge * layerCount + layer] = (along(top) - along(bottom)) / (top - bottom);
    }
  }
  return paths;
};

/** Greatest zenith angle, in degrees, for which FastRT's tables of clouds can be used. */
export const lastFlat = 75;

/**
 * As in FastRT, whose clouds define the sky classes: its tables of clouds are plane-parallel, so the beam goes through
 * flat air. They can be used up to 75°. In flat air a setting sun would be dark, so beyond 75° each path grows in
 * proportion to its path through the shells.
 */
export const flatPaths: BeamPaths = (angle, edges) => {
  const flat = 1 / Math.cos(radians(Math.min(angle, lastFlat)));
  if (angle <= lastFlat) return new Float64Array((layerCount + 1) * layerCount).fill(flat);
  const last = shellPaths(lastFlat, edges);
  // Above the diagonal lie layers below the edge, where there is no path.
  return shellPaths(angle, edges).map((path, i) => (numberAt(last, i) > 0 ? (flat * path) / numberAt(last, i) : 0));
};

const radians = (degrees: number) => (degrees * Math.PI) / 180;
