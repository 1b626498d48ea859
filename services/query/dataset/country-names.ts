/** In the languages of pages. */
const LANGUAGES = ["en-GB", "nb-NO"].map((region) => new Intl.DisplayNames(region, { type: "region" }));

/** The names of a country by its code of ISO 3166-1; none for another text. */
export function countryNames(code: string): readonly string[] {
  return /^[A-Z]{2}$/.test(code) ? LANGUAGES.flatMap((names) => names.of(code) ?? []) : [];
}
