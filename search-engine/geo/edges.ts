import { f64, u32 } from "../bytes/arrays.ts";
import type { Path } from "../language/geometry/geometry.ts";
import type { Work } from "../work/work.ts";
import { INSIDE, ON_EDGE, OUTSIDE, type PlaceInRing, pathMeets, placeInRing } from "./plane.ts";

/** Paths with at most this many edges are not divided into bands. */
const MAX_EDGES_WITHOUT_BANDS = 16;
const EDGES_PER_BAND = 4;
const MAX_BANDS = 4_096;
/** Maximum edges of all bands together, as a multiple of the path's: an edge that runs north is in many bands. */
const MAX_REPETITION = 8;

/**
 * The edges of a query's path, in bands of latitude, so that a test compares few of them. Each test, and each edge that
 * it compares, counts as work.
 */
export class Edges {
  readonly #path: Path;
  readonly #work: Work;
  readonly #south: number;
  readonly #north: number;
  /** Bands per degree. */
  #scale = 0;
  /** Edges of band b are #edges[#starts[b] .. #starts[b + 1]); undefined for a path without bands. */
  #starts: Uint32Array | undefined;
  #edges = new Uint32Array();

  constructor(path: Path, work: Work) {
    this.#path = path;
    this.#work = work;
    let [south, north] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = 1; at < path.length; at += 2) {
      south = Math.min(south, f64(path, at));
      north = Math.max(north, f64(path, at));
    }
    this.#south = south;
    this.#north = north;
    if (this.#count > MAX_EDGES_WITHOUT_BANDS && north > south) this.#divide();
  }

  get #count(): number {
    return this.#path.length / 2 - 1;
  }

  /** Whether the path intersects the segment a–b; touching counts only with `boundary`. */
  meets(ax: number, ay: number, bx: number, by: number, boundary: boolean): boolean {
    const path = this.#path;
    const starts = this.#starts;
    if (!starts) {
      this.#work.spend(this.#count);
      return pathMeets(path, 0, this.#count + 1, ax, ay, bx, by, boundary);
    }
    this.#work.spend(1);
    const [low, high] = [Math.min(ay, by), Math.max(ay, by)];
    if (high < this.#south || low > this.#north) return false;
    const first = u32(starts, this.#band(low));
    const last = u32(starts, this.#band(high) + 1);
    this.#work.spend(last - first);
    for (let place = first; place < last; place++) {
      if (pathMeets(path, 2 * u32(this.#edges, place), 2, ax, ay, bx, by, boundary)) return true;
    }
    return false;
  }

  /** Position of a point relative to the path, which must be a closed ring. */
  place(x: number, y: number): PlaceInRing {
    const path = this.#path;
    const starts = this.#starts;
    if (!starts) {
      this.#work.spend(this.#count);
      return placeInRing(path, 0, this.#count + 1, x, y);
    }
    this.#work.spend(1);
    if (y < this.#south || y > this.#north) return OUTSIDE;
    const band = this.#band(y);
    const [first, last] = [u32(starts, band), u32(starts, band + 1)];
    this.#work.spend(last - first);
    let inside = false;
    for (let place = first; place < last; place++) {
      const found = placeInRing(path, 2 * u32(this.#edges, place), 2, x, y);
      if (found === ON_EDGE) return found;
      if (found === INSIDE) inside = !inside;
    }
    return inside ? INSIDE : OUTSIDE;
  }

  #band(y: number): number {
    const bands = (this.#starts?.length ?? 2) - 1;
    return Math.max(0, Math.min(bands - 1, Math.floor((y - this.#south) * this.#scale)));
  }

  #divide(): void {
    const count = this.#count;
    for (let bands = Math.min(MAX_BANDS, Math.ceil(count / EDGES_PER_BAND)); ; bands = bands >>> 1) {
      this.#scale = bands / (this.#north - this.#south);
      const starts = new Uint32Array(bands + 1);
      this.#starts = starts;
      this.#eachEntry((band) => {
        starts[band + 1] = u32(starts, band + 1) + 1;
      });
      for (let band = 0; band < bands; band++) starts[band + 1] = u32(starts, band + 1) + u32(starts, band);
      this.#work.spend(u32(starts, bands));
      if (u32(starts, bands) > MAX_REPETITION * count && bands > 1) continue;
      this.#work.take(starts.byteLength + u32(starts, bands) * Uint32Array.BYTES_PER_ELEMENT);
      const next = starts.slice();
      const edges = new Uint32Array(u32(starts, bands));
      this.#eachEntry((band, edge) => {
        const place = u32(next, band);
        edges[place] = edge;
        next[band] = place + 1;
      });
      this.#edges = edges;
      return;
    }
  }

  /** Calls `take` with each edge and each band that it touches. */
  #eachEntry(take: (band: number, edge: number) => void): void {
    const path = this.#path;
    for (let edge = 0; edge < this.#count; edge++) {
      const [a, b] = [f64(path, 2 * edge + 1), f64(path, 2 * edge + 3)];
      const last = this.#band(Math.max(a, b));
      for (let band = this.#band(Math.min(a, b)); band <= last; band++) take(band, edge);
    }
  }
}
