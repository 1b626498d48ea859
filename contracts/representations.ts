/** The forms of a record, by the name that `format` has for them. */
export const REPRESENTATIONS = {
  html: "text/html",
  json: "application/json",
  jsonld: "application/ld+json",
  bibtex: "application/x-bibtex",
  ris: "application/x-research-info-systems",
} as const;

/** The forms of a record's links (RFC 9264), the one that is sent unless another is preferred first. */
export const LINKSET_TYPES = ["application/linkset+json", "application/linkset"] as const;

export type Representation = keyof typeof REPRESENTATIONS;

/** The forms as readers know them. */
export const REPRESENTATION_NAMES: Readonly<Record<Representation, string>> = {
  html: "HTML",
  json: "JSON",
  jsonld: "JSON-LD",
  bibtex: "BibTeX",
  ris: "RIS",
};
