import { readFileSync } from "node:fs";
import { type Coordinates, distance } from "../../../../science/geometry/distance.ts";
import { countryNames } from "../../dataset/country-names.ts";
import { folded, spellings } from "../../dataset/folded.ts";
import { decodePlaces, nameOf, type Place, type PlaceColumns, placeOf } from "./place-file.ts";

export type { Place } from "./place-file.ts";

/** The place of pages whose reader has named none. */
export const USUAL_PLACE = "Oslo";

/** Whom to credit for the places (CC BY 4.0). */
export const PLACES_CREDIT = { name: "GeoNames", address: "https://www.geonames.org/", licence: "CC BY 4.0" } as const;

/** A longer text names no place. */
const MAX_NAME = 200;

/** Sorts after every letter of a folded name. */
const AFTER_ALL = "\uFFFF";

/** A degree of latitude is longer. */
const KILOMETRES_OF_A_DEGREE = 111;

/**
 * The cities and towns of the world with at least 5,000 inhabitants, and the smaller ones of the Nordic countries, found by
 * name and by coordinates. It holds the bytes of its file, and makes objects of what it finds.
 */
export class Places {
  readonly #columns: PlaceColumns;

  constructor(file: Uint8Array) {
    this.#columns = decodePlaces(file);
  }

  get count(): number {
    return this.#columns.populations.length;
  }

  /**
   * Places whose name begins with the text, accents and case aside: first those whose whole name it is, then the others,
   * both the largest first. After a comma the text may name the country, by its code or as English and Norwegian do.
   */
  named(text: string, count: number): readonly Place[] {
    return this.#find(text, count, [WHOLE, BEGINNING]);
  }

  /** Those whose whole name the text is. */
  called(text: string, count: number): readonly Place[] {
    return this.#find(text, count, [WHOLE]);
  }

  /** The place that is nearest, the largest of those that are equally near, and how far it is. */
  nearest(to: Coordinates): { readonly place: Place; readonly kilometres: number } {
    const { latitudes, longitudes, populations } = this.#columns;
    let nearest = 0;
    let kilometres = Number.POSITIVE_INFINITY;
    for (let index = 0; index < latitudes.length; index++) {
      const latitude = (latitudes[index] ?? 0) / 100;
      // Most places are too far north or south already.
      if (Math.abs(latitude - to.latitude) * KILOMETRES_OF_A_DEGREE > kilometres) continue;
      const apart = distance({ latitude, longitude: (longitudes[index] ?? 0) / 100 }, to);
      const isLarger = (populations[index] ?? 0) > (populations[nearest] ?? 0);
      if (apart > kilometres || (apart === kilometres && !isLarger)) continue;
      kilometres = apart;
      nearest = index;
    }
    return { place: placeOf(this.#columns, nearest), kilometres };
  }

  #find(text: string, count: number, steps: readonly Step[]): readonly Place[] {
    const [name = "", ...rest] = text.slice(0, MAX_NAME).split(",");
    const keys = spellings(name).filter((key) => key !== "");
    const isIn = countryTest(rest.join(","));
    const found = new Set<number>();
    for (const [first, after] of steps.flatMap((step) => keys.map(step))) {
      for (const place of this.#largest(this.#between(first, after), isIn)) {
        if (found.size >= count) break;
        found.add(place);
      }
    }
    return Array.from(found, (place) => placeOf(this.#columns, place));
  }

  /** The places with a folded name from `first` up to `after`. */
  #between(first: string, after: string): readonly number[] {
    const { count } = this;
    const { ofOthers } = this.#columns;
    const own = indices(this.#firstFrom(first, 0, count), this.#firstFrom(after, 0, count));
    const all = count + ofOthers.length;
    const others = indices(this.#firstFrom(first, count, all), this.#firstFrom(after, count, all));
    return [...own, ...others.map((name) => ofOthers[name - count] ?? 0)];
  }

  /** The first of the names from `from` up to `to` whose folded form is this or sorts after it. */
  #firstFrom(key: string, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (folded(nameOf(this.#columns, middle)) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The places of the country, the largest first. */
  *#largest(places: readonly number[], isIn: (country: string) => boolean): Generator<number> {
    const { populations } = this.#columns;
    for (const place of places.toSorted((a, b) => (populations[b] ?? 0) - (populations[a] ?? 0))) {
      if (isIn(placeOf(this.#columns, place).country)) yield place;
    }
  }
}

/** The range of folded names that a text may stand for: from the first up to the second. */
type Step = (key: string) => readonly [first: string, after: string];

const WHOLE: Step = (key) => [key, `${key}\0`];
const BEGINNING: Step = (key) => [`${key}\0`, key + AFTER_ALL];

const indices = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

let loaded: Places | undefined;

/** The places that are shipped, read when they are first asked for. */
export function places(): Places {
  loaded ??= new Places(readFileSync(new URL("places.bin", import.meta.url)));
  return loaded;
}

/** Whether a country is the one that the text names; any is where it names none. */
function countryTest(text: string): (country: string) => boolean {
  const asked = folded(text);
  if (asked === "") return () => true;
  const known = new Map<string, boolean>();
  const isAsked = (country: string): boolean =>
    country.toLowerCase() === asked || countryNames(country).some((name) => folded(name).startsWith(asked));
  return (country) => {
    const answer = known.get(country) ?? isAsked(country);
    known.set(country, answer);
    return answer;
  };
}
