import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";

export interface GeoMetricBody {
  readonly field: string;
  /** The point of documents without the field. */
  readonly missing: string | undefined;
}

export interface GeoBoundsBody extends GeoMetricBody {
  /** Whether the box may cross the antimeridian, where that makes it narrower. */
  readonly wrapLongitude: boolean;
}

export const geoBounds: AggregationKind<GeoBoundsBody> = {
  options: ["field", "missing", "wrap_longitude"],
  makes: "metric",
  refusesKey: (_key, name) => `Can't sort a [geo_bounds] aggregation [${name}]`,
  read(members) {
    const wrapLongitude = members.boolean("wrap_longitude") ?? true;
    const missing = placeOf(members);
    return { field: members.field("field"), missing, wrapLongitude };
  },
};

export const geoCentroid: AggregationKind<GeoMetricBody> = {
  options: ["field", "missing"],
  makes: "metric",
  refusesKey: (_key, name) => `Can't sort a [geo_centroid] aggregation [${name}]`,
  read: (members) => ({ missing: placeOf(members), field: members.field() }),
};

/** The point of documents without the field. */
export function placeOf(members: AggregationMembers): string | undefined {
  const missing = members.missing();
  return missing === undefined ? undefined : String(missing);
}
