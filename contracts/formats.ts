/** The forms of a `tabular` answer, by the suffix of the path that asks for them. */
export const FORMATS = {
  json: "application/json",
  csv: "text/csv",
  ndjson: "application/x-ndjson",
} as const;

export type Format = keyof typeof FORMATS;
