import type { Coordinates } from "../../../../science/geometry/distance.ts";
import { compareFolded, folded } from "../../dataset/folded.ts";

/** A city, town or village. */
export interface Place extends Coordinates {
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  readonly population: number;
}

/** A place with what it is called besides. */
export interface WrittenPlace extends Place {
  readonly otherNames?: readonly string[];
}

/** Places by column, in the order of their folded names and, where these are equal, the largest first. */
export interface PlaceColumns {
  /** The name of each place, then the other names in the order of their folded forms. */
  readonly names: Uint8Array;
  /** Where each name begins in `names`, and the end of the last one. */
  readonly starts: Uint32Array;
  /** The number of the place of each other name. */
  readonly ofOthers: Uint32Array;
  readonly countries: Uint8Array;
  readonly populations: Uint32Array;
  /** Hundredths of a degree. */
  readonly latitudes: Int16Array;
  readonly longitudes: Int16Array;
}

const END_OF_NAME = 10;
const PARTS_OF_DEGREE = 100;
const COUNTS_BYTES = 8;

/**
 * The file of places, little-endian: how many places and how many other names it has, then the columns of populations, of the
 * places of other names, of latitudes, longitudes, countries (two letters each) and names, each name with a line feed after it.
 */
export function encodePlaces(places: readonly WrittenPlace[]): Uint8Array {
  const byKey = places
    .map((place) => ({ ...place, key: folded(place.name) }))
    .sort((a, b) => compareFolded(a.key, b.key) || b.population - a.population);
  const others = byKey
    .flatMap(({ otherNames = [] }, place) => otherNames.map((name) => ({ name, place, key: folded(name) })))
    .sort((a, b) => compareFolded(a.key, b.key) || a.place - b.place);
  const inParts = (degrees: number): number => Math.round(degrees * PARTS_OF_DEGREE);
  const columns = [
    Uint32Array.of(byKey.length, others.length),
    Uint32Array.from(byKey, ({ population }) => population),
    Uint32Array.from(others, ({ place }) => place),
    Int16Array.from(byKey, ({ latitude }) => inParts(latitude)),
    Int16Array.from(byKey, ({ longitude }) => inParts(longitude)),
  ].map(({ buffer }) => Buffer.from(buffer));
  const texts = [
    byKey.map(({ country }) => country).join(""),
    [...byKey, ...others].map(({ name }) => `${name}\n`).join(""),
  ];
  return Buffer.concat([...columns, ...texts.map((text) => Buffer.from(text))]);
}

/** The columns of a file of places, as views of a copy of it. */
export function decodePlaces(file: Uint8Array): PlaceColumns {
  // `slice` of a Buffer would be a view, which may begin where no column can.
  const bytes = new Uint8Array(file);
  const [count = 0, others = 0] = new Uint32Array(bytes.buffer, 0, 2);
  let at = COUNTS_BYTES;
  const next = (length: number): number => {
    at += length;
    return at - length;
  };
  const populations = new Uint32Array(bytes.buffer, next(4 * count), count);
  const ofOthers = new Uint32Array(bytes.buffer, next(4 * others), others);
  const latitudes = new Int16Array(bytes.buffer, next(2 * count), count);
  const longitudes = new Int16Array(bytes.buffer, next(2 * count), count);
  const countries = bytes.subarray(next(2 * count), at);
  const names = bytes.subarray(at);
  const starts = new Uint32Array(count + others + 1);
  for (let name = 1, end = -1; name < starts.length; name++) {
    end = names.indexOf(END_OF_NAME, end + 1);
    starts[name] = end + 1;
  }
  return { names, starts, ofOthers, countries, populations, latitudes, longitudes };
}

/** The place with this number. */
export function placeOf(columns: PlaceColumns, index: number): Place {
  const { countries, populations, latitudes, longitudes } = columns;
  return {
    name: nameOf(columns, index),
    country: String.fromCharCode(...countries.subarray(2 * index, 2 * index + 2)),
    latitude: (latitudes[index] ?? Number.NaN) / PARTS_OF_DEGREE,
    longitude: (longitudes[index] ?? Number.NaN) / PARTS_OF_DEGREE,
    population: populations[index] ?? Number.NaN,
  };
}

const utf8 = new TextDecoder();

/** The name with this number, a place's own or another one. */
export function nameOf({ names, starts }: PlaceColumns, index: number): string {
  return utf8.decode(names.subarray(starts[index], (starts[index + 1] ?? 0) - 1));
}
