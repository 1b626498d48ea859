import type { Coordinates } from "../../../../science/geometry/distance.ts";
import { coordinatesIn } from "../places/coordinates.ts";
import { type Place, places, USUAL_PLACE } from "../places/places.ts";
import { clockOf, type ZoneClock, zoneOf } from "../places/zone.ts";

/** Other places of the same name that a page shows. */
const MAX_OTHERS = 5;

/** The name of a place further away says nothing of the coordinates, kilometres. */
const MAX_DISTANCE = 100;

/** A place is named without its distance up to here, kilometres. */
export const AT_PLACE = 5;

/** The place that a page is of. */
export interface PlaceAsked extends Coordinates {
  /** The nearest place and its distance; undefined where none is near. */
  readonly nearest: { readonly place: Place; readonly kilometres: number } | undefined;
  readonly clock: ZoneClock;
  /** Others of the name that was asked for; whose names begin with it, where none has it whole. */
  readonly others: readonly Place[];
}

interface Asked {
  readonly lat?: number | undefined;
  readonly lon?: number | undefined;
  readonly place?: string | undefined;
}

/**
 * The place of the coordinates, else the largest of the name, which may be coordinates too, else the usual one. Undefined
 * where no place has the name.
 */
export function placeAsked({ lat, lon, place: name = USUAL_PLACE }: Asked): PlaceAsked | undefined {
  if (lat !== undefined && lon !== undefined) return at({ latitude: lat, longitude: lon });
  const coordinates = coordinatesIn(name);
  if (coordinates !== undefined) return at(coordinates);
  const called = places().called(name, 1 + MAX_OTHERS);
  const [first, ...others] = called.length > 0 ? called : places().named(name, 1 + MAX_OTHERS);
  if (first === undefined) return undefined;
  const { latitude, longitude } = first;
  const clock = clockOf(zoneOf(first));
  return { latitude, longitude, clock, nearest: { place: first, kilometres: 0 }, others };
}

function at(coordinates: Coordinates): PlaceAsked {
  const nearest = places().nearest(coordinates);
  return {
    ...coordinates,
    clock: clockOf(zoneOf(coordinates)),
    nearest: nearest.kilometres <= MAX_DISTANCE ? nearest : undefined,
    others: [],
  };
}
