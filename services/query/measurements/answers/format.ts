import type { Request, Response } from "express";
import { FORMATS, type Format } from "../../../../contracts/formats.ts";
import { suffixOf } from "../../../../platform/http/suffix.ts";
import { acceptedType } from "../../http/accepted-type.ts";

export const CONTENT_TYPES = {
  json: `${FORMATS.json}; charset=utf-8`,
  csv: `${FORMATS.csv}; charset=utf-8`,
  ndjson: `${FORMATS.ndjson}; charset=utf-8`,
} as const satisfies Record<Format, string>;

/** An answer depends on these headers besides its URL. */
export const VARY = "Accept, Accept-Encoding";

/** The format of the path's suffix, else the one that `Accept` prefers; JSON if it accepts none. */
export function formatOf(request: Request, response: Response): Format {
  const suffix = suffixOf(response);
  if (suffix !== undefined) return suffix;
  const accept = request.headers.accept;
  if (accept === undefined || accept === "*/*" || accept === "application/json") return "json";
  switch (acceptedType(request, [FORMATS.json, FORMATS.csv, FORMATS.ndjson])) {
    case FORMATS.csv:
      return "csv";
    case FORMATS.ndjson:
      return "ndjson";
    default:
      return "json";
  }
}

/**
 * Texts that spreadsheets would run as a formula, as OWASP lists them under "CSV injection": spreadsheets treat full-width
 * and small forms of the signs as the signs, and some cut spaces and invisible characters before them.
 */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\n])./su;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A field of a CSV row (RFC 4180); empty without a value. An apostrophe goes before text that a spreadsheet would take for
 * a formula: it then shows the text.
 */
export function csvField(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) && !NUMBER.test(value.trim()) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row, its end included. */
export function csvRow(fields: readonly (string | number | boolean | null | undefined)[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}
