// Draws the coasts of the world for the map of the UV index: degrees of equal length, north up, from date line to date line.
import { readFile } from "node:fs/promises";
import { feature } from "topojson-client";

const LAND = "node_modules/world-atlas/land-110m.json";

/** The picture as SVG. Its lines are light with dark edges, so that they stand on any colour. */
export async function coastline() {
  const atlas = JSON.parse(await readFile(LAND, "utf8"));
  const path = feature(atlas, atlas.objects.land)
    .features.flatMap(({ geometry: { type, coordinates } }) => (type === "Polygon" ? [coordinates] : coordinates))
    .flat()
    .map(lineOf)
    .join("");
  const line = `fill="none" stroke-linejoin="round" vector-effect="non-scaling-stroke" d="${path}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-180 -90 360 180"><defs><path id="c" ${line}/></defs><use href="#c" stroke="#000" stroke-opacity=".6" stroke-width="2"/><use href="#c" stroke="#fff" stroke-width=".8"/></svg>`;
}

/** A ring, without its parts along the edges of the map, where the data is cut, and from one edge to the other. */
function lineOf(ring) {
  let path = "";
  ring.forEach(([x, y], index) => {
    const [fromX, fromY] = ring[index - 1] ?? [x, y];
    const isCut = (isEdge(x, y) && isEdge(fromX, fromY)) || Math.abs(x - fromX) > 180;
    const isDown = index > 0 && !isCut;
    path += `${isDown ? "L" : "M"}${rounded(x)} ${rounded(-y)}`;
  });
  return path;
}

const isEdge = (x, y) => Math.abs(x) > 179.9 || y < -89.9;
const rounded = (degrees) => Math.round(degrees * 10) / 10;
