/** The forms of a `tabular` answer, by the suffix of the path that asks for them. */
export const FORMATS = {
  json: "application/json",
  csv: "text/csv",
  ndjson: "application/x-ndjson",
} as const;

export type Format = keyof typeof FORMATS;

/** How readers of the description are told of the forms. */
export const TABULAR_NOTE =
  "`Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; " +
  "`Accept: application/x-ndjson` gives lines of JSON.";
