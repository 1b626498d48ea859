/** The forms of a record, by the name that `format` has for them. */
export const REPRESENTATIONS = {
  html: "text/html",
  json: "application/json",
  jsonld: "application/ld+json",
  bibtex: "application/x-bibtex",
  ris: "application/x-research-info-systems",
} as const;

export type Representation = keyof typeof REPRESENTATIONS;
