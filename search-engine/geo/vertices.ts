import { f64 } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";
import { LINE } from "./encode.ts";
import { INSIDE, OUTSIDE, placeInRing } from "./plane.ts";

export type SegmentTest = (ax: number, ay: number, bx: number, by: number) => boolean;

/** Visits the vertices of documents' shapes, encoded as described in `encode.ts`. Each visit counts as work. */
export class Vertices {
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Whether `test` holds for a segment of a line or of a polygon's rings. */
  someSegment(numbers: Float64Array, kind: number, at: number, test: SegmentTest): boolean {
    let rings = kind === LINE ? 1 : f64(numbers, at);
    for (let from = kind === LINE ? at : at + 1; rings > 0; rings--) {
      const first = from + 1;
      const last = first + 2 * (f64(numbers, from) - 1);
      let each = first;
      while (
        each < last &&
        !test(f64(numbers, each), f64(numbers, each + 1), f64(numbers, each + 2), f64(numbers, each + 3))
      ) {
        each += 2;
      }
      this.#work.spend(1 + (each - first) / 2);
      if (each < last) return true;
      from = last + 2;
    }
    return false;
  }

  /** Whether a point lies in a document's polygon. Its boundaries, also those of holes, belong to the polygon. */
  isInPolygon(numbers: Float64Array, at: number, x: number, y: number): boolean {
    let from = at + 1;
    for (let ring = 0; ring < f64(numbers, at); ring++) {
      const count = f64(numbers, from);
      this.#work.spend(count);
      const place = placeInRing(numbers, from + 1, count, x, y);
      if (ring === 0 && place === OUTSIDE) return false;
      if (ring > 0 && place === INSIDE) return false;
      from += 1 + 2 * count;
    }
    return true;
  }
}
