import type { Request, Response } from "express";
import { FORMATS, type Format } from "../../contracts/formats.ts";
import type { RouteDeclaration } from "../../contracts/routes/route.ts";

/**
 * Removes the suffix from the paths of tabular routes, and remembers it: `/obs/utd.csv` is `/obs/utd` as CSV. Other
 * paths with such a beginning lose theirs too, but no route serves them.
 */
export function suffixReader(
  declarations: readonly RouteDeclaration[],
): (request: Request, response: Response) => void {
  const tabular = declarations.filter(({ tabular }) => tabular);
  const beginnings = [...new Set(tabular.map(({ path }) => path.split("/", 2).at(-1)))];
  if (beginnings.length === 0) return () => undefined;
  const pattern = new RegExp(
    `^/(?:${beginnings.join("|")})/[^?]*?\\.(${Object.keys(FORMATS).join("|")})(?=\\?|$)`,
    "i",
  );
  return (request, response) => {
    const suffix = pattern.exec(request.url);
    if (!suffix) return;
    const [path, ending = ""] = suffix;
    request.url = path.slice(0, -ending.length - 1) + request.url.slice(path.length);
    response.locals["format"] = ending.toLowerCase();
  };
}

/** The format of the path's suffix. */
export function suffixOf(response: Response): Format | undefined {
  const suffix: unknown = response.locals["format"];
  return suffix === "json" || suffix === "csv" || suffix === "ndjson" ? suffix : undefined;
}
