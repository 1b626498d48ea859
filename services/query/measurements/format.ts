import type { Request, RequestHandler, Response } from "express";

/** How an answer is written. */
export type Format = "json" | "csv" | "ndjson";

export const CONTENT_TYPES = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
} as const satisfies Record<Format, string>;

const measurementPath = /^\/(?:aq|obs|agg|stats\/day|lookup)\/[^?]*?\.(json|csv|ndjson)(?=\?|$)/i;

/** Takes the suffix off a path of these routes, and keeps it in mind: `/obs/utd.csv` is `/obs/utd` as CSV. */
export const takeSuffix: RequestHandler = (request, response, next) => {
  const suffix = measurementPath.exec(request.url);
  if (suffix) {
    const [path = "", ending = ""] = suffix;
    request.url = path.slice(0, -ending.length - 1) + request.url.slice(path.length);
    response.locals["format"] = ending.toLowerCase();
  }
  next();
};

/** What the path's suffix asks for, else what `Accept` likes best; JSON where that is none of ours. */
export function formatOf(request: Request, response: Response): Format {
  const suffix: unknown = response.locals["format"];
  if (suffix === "json" || suffix === "csv" || suffix === "ndjson") return suffix;
  const accept = request.headers.accept;
  if (accept === undefined || accept === "*/*" || accept === "application/json") return "json";
  switch (request.accepts("application/json", "text/csv", "application/x-ndjson")) {
    case "text/csv":
      return "csv";
    case "application/x-ndjson":
      return "ndjson";
    default:
      return "json";
  }
}

/** One field of a row as RFC 4180 has it; what is not there is empty. */
export function csvField(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A row, its end included. */
export function csvRow(fields: readonly (string | number | boolean | null | undefined)[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}
