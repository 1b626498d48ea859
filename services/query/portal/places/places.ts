import { readFileSync } from "node:fs";
import { type Coordinates, distance } from "../../../../science/geometry/distance.ts";
import { folded } from "./folded.ts";
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
    const [name = "", ...rest] = text.slice(0, MAX_NAME).split(",");
    const key = folded(name);
    if (key === "") return [];
    const [first, afterSame, after] = [key, `${key}\0`, key + AFTER_ALL].map((each) => this.#firstFrom(each));
    const isIn = countryTest(rest.join(","));
    const same = this.#largest(first ?? 0, afterSame ?? 0, count, isIn);
    return [...same, ...this.#largest(afterSame ?? 0, after ?? 0, count - same.length, isIn)];
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

  /** The first place whose folded name is this or sorts after it. */
  #firstFrom(key: string): number {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (folded(nameOf(this.#columns, middle)) < key) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The largest of the places from `from` up to `to`, in the order of their size. */
  #largest(from: number, to: number, count: number, isIn: (country: string) => boolean): readonly Place[] {
    const { populations } = this.#columns;
    const found: Place[] = [];
    const indices = Array.from({ length: to - from }, (_, index) => from + index);
    indices.sort((a, b) => (populations[b] ?? 0) - (populations[a] ?? 0));
    for (const index of indices) {
      if (found.length >= count) break;
      const place = placeOf(this.#columns, index);
      if (isIn(place.country)) found.push(place);
    }
    return found;
  }
}

let loaded: Places | undefined;

/** The places that are shipped, read when they are first asked for. */
export function places(): Places {
  loaded ??= new Places(readFileSync(new URL("places.bin", import.meta.url)));
  return loaded;
}

const COUNTRY_NAMES = ["en-GB", "nb-NO"].map((region) => new Intl.DisplayNames([region], { type: "region" }));

/** Whether a country is the one that the text names; any is where it names none. */
function countryTest(text: string): (country: string) => boolean {
  const asked = folded(text);
  if (asked === "") return () => true;
  const known = new Map<string, boolean>();
  const isAsked = (country: string): boolean =>
    country.toLowerCase() === asked || COUNTRY_NAMES.some((names) => folded(names.of(country) ?? "").startsWith(asked));
  return (country) => {
    const answer = known.get(country) ?? isAsked(country);
    known.set(country, answer);
    return answer;
  };
}
