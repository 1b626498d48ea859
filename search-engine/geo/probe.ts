import type { Shape } from "../language/geometry/geometry.ts";
import type { Box } from "./box-tree.ts";

/**
 * A shape of a query, prepared for comparison with documents' points and segments. The rules for boundaries are
 * Lucene's: a boundary belongs to its shape, except that of a hole.
 */
export interface Probe extends Box {
  readonly kind: Shape["kind"];
  /** A point of the shape. */
  readonly x: number;
  readonly y: number;
  /** A point of each hole. */
  readonly holes: readonly (readonly [number, number])[];
  contains(x: number, y: number): boolean;
  /** Whether a segment intersects the shape. */
  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean;
  containsLine(ax: number, ay: number, bx: number, by: number): boolean;
  /**
   * Like intersectsLine, but without the exception for segments that lie in a hole. Used to decide whether a document
   * contains the shape.
   */
  touchesLine(ax: number, ay: number, bx: number, by: number): boolean;
}
