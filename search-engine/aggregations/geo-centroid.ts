import { u32 } from "../bytes/arrays.ts";
import type { GeoMetricBody } from "../language/aggregations/geo-metrics.ts";
import { unknownPlace, withoutPlaces } from "../language/aggregations/pipeline-paths.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import type { Work } from "../work/work.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { OwnerNumbers, OwnerSums } from "./owner-numbers.ts";
import { type EachPoint, pointSource } from "./point-source.ts";

/** The mean latitude and the mean longitude of all points of a field. */
export const geoCentroid: MakeCollector<GeoMetricBody> = ({ field, missing }, context, _below, name) =>
  new GeoCentroid(pointSource("geo_centroid", field, missing, context), name, context.work);

class GeoCentroid implements Collector {
  readonly #each: EachPoint;
  readonly #name: string;
  readonly #counts: OwnerNumbers;
  readonly #latitudes: OwnerSums;
  readonly #longitudes: OwnerSums;

  constructor(each: EachPoint, name: string, work: Work) {
    this.#each = each;
    this.#name = name;
    this.#counts = new OwnerNumbers(work);
    this.#latitudes = new OwnerSums(work);
    this.#longitudes = new OwnerSums(work);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    this.#each(segment, docs, count, (index, latitude, longitude) => {
      const owner = owners ? u32(owners, index) : 0;
      this.#counts.set(owner, this.#counts.get(owner) + 1);
      this.#latitudes.add(owner, latitude);
      this.#longitudes.add(owner, longitude);
    });
  }

  pipelineNumber(owner: number, key: string): number {
    const count = this.#counts.get(owner);
    if (key === "count") return count;
    if (key !== "lat" && key !== "lon") throw unknownPlace(this.#name, key);
    if (count === 0) throw withoutPlaces(this.#name);
    return (key === "lat" ? this.#latitudes : this.#longitudes).get(owner) / count;
  }

  result(owner: number): string {
    const count = this.#counts.get(owner);
    if (count === 0) return '"count":0';
    const [lat, lon] = [this.#latitudes.get(owner) / count, this.#longitudes.get(owner) / count];
    return `"location":{"lat":${javaDouble(lat)},"lon":${javaDouble(lon)}},"count":${count}`;
  }
}
