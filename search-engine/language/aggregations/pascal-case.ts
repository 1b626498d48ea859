/** The name of a kind of aggregation in names of classes: `DateHistogram`. */
export const pascalCase = (kind: string): string =>
  kind
    .replace(/^geo(?=hash|tile)/, "geo_")
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
