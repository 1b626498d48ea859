/** Degrees; west greater than east crosses the antimeridian. */
export interface Box {
  readonly north: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
}

/** A clause for records whose spatial extent meets the box, or without one the facility's location. */
export function meetsBox({ north, west, south, east }: Box): object {
  const meets = (field: string) => ({
    geo_bounding_box: { [field]: { top: north, left: west, bottom: south, right: east } },
  });
  return {
    bool: {
      should: [
        meets("spatial_extent"),
        { bool: { filter: [meets("facility.location")], must_not: [{ exists: { field: "spatial_extent" } }] } },
      ],
      minimum_should_match: 1,
    },
  };
}
