/** The clauses of geography. */
export { geoBoundingBox } from "./bounding-box.ts";
export { geoDistance } from "./distance-query.ts";
export { geoShape } from "./shape-query.ts";
