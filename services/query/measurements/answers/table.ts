import type { Format } from "../../../../contracts/formats.ts";
import { PreparedContent } from "../../http/prepared-content.ts";
import { CONTENT_TYPES, csvRow, VARY } from "./format.ts";

type Cell = string | number | boolean | null | undefined;

/** Rows of plain values as JSON, CSV or NDJSON. Answers have the members `columns` of them, in their order. */
export function tableContent<Row extends Readonly<Record<string, Cell>>>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  format: Format,
): PreparedContent {
  return new PreparedContent(tableText(columns, rows, format), CONTENT_TYPES[format], { vary: VARY });
}

function tableText<Row extends Readonly<Record<string, Cell>>>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  format: Format,
): string {
  switch (format) {
    case "json":
      return JSON.stringify(rows, [...columns]);
    case "ndjson":
      return linesOf(rows, columns);
    case "csv":
      return csvRow(columns) + rows.map((row) => csvRow(columns.map((column) => row[column]))).join("");
  }
}

/** The items as lines of JSON, with these members. */
export function linesOf(items: readonly unknown[], members?: readonly string[]): string {
  const chosen = members && [...members];
  return items.map((item) => `${JSON.stringify(item, chosen)}\n`).join("");
}
