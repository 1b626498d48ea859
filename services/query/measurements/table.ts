import type { Format } from "../../../contracts/routes/tabular.ts";
import { PreparedContent } from "../http/prepared-content.ts";
import { CONTENT_TYPES, csvRow } from "./format.ts";

type Cell = string | number | boolean | null | undefined;

/** Rows of plain values as JSON, CSV or NDJSON. `columns` are the members in their order. */
export function tableContent<Row extends Readonly<Record<string, Cell>>>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  format: Format,
): PreparedContent {
  return new PreparedContent(tableText(columns, rows, format), CONTENT_TYPES[format]);
}

function tableText<Row extends Readonly<Record<string, Cell>>>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  format: Format,
): string {
  switch (format) {
    case "json":
      return JSON.stringify(rows);
    case "ndjson":
      return linesOf(rows);
    case "csv":
      return csvRow(columns) + rows.map((row) => csvRow(columns.map((column) => row[column]))).join("");
  }
}

/** Each as a line of JSON. */
export function linesOf(items: readonly unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join("");
}
