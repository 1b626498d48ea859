import { u32 } from "../bytes/arrays.ts";
import type { GeoBoundsBody } from "../language/aggregations/geo-metrics.ts";
import { unknownPlace, withoutPlaces } from "../language/aggregations/pipeline-paths.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import type { Work } from "../work/work.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { OwnerNumbers } from "./owner-numbers.ts";
import { type EachPoint, pointSource } from "./point-source.ts";

/** The smallest box around all points of a field. */
export const geoBounds: MakeCollector<GeoBoundsBody> = ({ field, missing, wrapLongitude }, context, _below, name) =>
  new GeoBounds(pointSource("geo_bounds", field, missing, context), name, wrapLongitude, context.work);

class GeoBounds implements Collector {
  readonly #each: EachPoint;
  readonly #name: string;
  readonly #wraps: boolean;
  readonly #top: OwnerNumbers;
  readonly #bottom: OwnerNumbers;
  /** Extremes of the eastern and of the western hemisphere. */
  readonly #east: readonly [OwnerNumbers, OwnerNumbers];
  readonly #west: readonly [OwnerNumbers, OwnerNumbers];

  constructor(each: EachPoint, name: string, wraps: boolean, work: Work) {
    this.#each = each;
    this.#name = name;
    this.#wraps = wraps;
    const least = () => new OwnerNumbers(work, Number.POSITIVE_INFINITY);
    const greatest = () => new OwnerNumbers(work, Number.NEGATIVE_INFINITY);
    this.#top = greatest();
    this.#bottom = least();
    this.#east = [least(), greatest()];
    this.#west = [least(), greatest()];
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    this.#each(segment, docs, count, (index, latitude, longitude) => {
      const owner = owners ? u32(owners, index) : 0;
      if (latitude > this.#top.get(owner)) this.#top.set(owner, latitude);
      if (latitude < this.#bottom.get(owner)) this.#bottom.set(owner, latitude);
      const [least, greatest] = longitude < 0 ? this.#west : this.#east;
      if (longitude < least.get(owner)) least.set(owner, longitude);
      if (longitude > greatest.get(owner)) greatest.set(owner, longitude);
    });
  }

  pipelineNumber(owner: number, key: string): number {
    if (!["top", "bottom", "left", "right"].includes(key)) throw unknownPlace(this.#name, key);
    const [top, bottom] = [this.#top.get(owner), this.#bottom.get(owner)];
    if (top < bottom) throw withoutPlaces(this.#name);
    if (key === "top" || key === "bottom") return key === "top" ? top : bottom;
    return this.#longitudes(owner)[key === "left" ? 0 : 1];
  }

  result(owner: number): string {
    const [top, bottom] = [this.#top.get(owner), this.#bottom.get(owner)];
    if (top < bottom) return "";
    const [left, right] = this.#longitudes(owner);
    const corner = (lat: number, lon: number) => `{"lat":${javaDouble(lat)},"lon":${javaDouble(lon)}}`;
    return `"bounds":{"top_left":${corner(top, left)},"bottom_right":${corner(bottom, right)}}`;
  }

  #longitudes(owner: number): readonly [number, number] {
    const [eastLeft, eastRight] = [this.#east[0].get(owner), this.#east[1].get(owner)];
    const [westLeft, westRight] = [this.#west[0].get(owner), this.#west[1].get(owner)];
    if (eastLeft > eastRight) return [westLeft, westRight];
    if (westLeft > westRight) return [eastLeft, eastRight];
    const widthAcross = 180 - eastLeft - (-180 - westRight);
    return this.#wraps && eastRight - westLeft > widthAcross ? [eastLeft, westRight] : [westLeft, eastRight];
  }
}
