import type { Culture } from "../../../contracts/routes/parameter.ts";
import { indexClasses } from "../../../science/uv/index-classes.ts";

const NAMES: Readonly<Record<Culture, readonly string[]>> = {
  no: ["Lav", "Moderat", "Høy", "Svært høy", "Ekstrem"],
  en: ["Low", "Moderate", "High", "Very high", "Extreme"],
};

/** The classes of the UV index with their names, as JSON. */
export function classificationsIn(culture: Culture): string {
  return JSON.stringify(
    indexClasses.map(({ id, from, to, colour }) => ({ id, name: NAMES[culture][id - 1], from, to, colour })),
  );
}
