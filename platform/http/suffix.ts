import type { Request, Response } from "express";
import { FORMATS, type Format } from "../../contracts/formats.ts";
import type { RouteDeclaration } from "../../contracts/routes/route.ts";

/**
 * Takes the suffix off the paths of tabular routes, and remembers it: `/obs/utd.csv` is `/obs/utd` as CSV. Other paths
 * that begin like one of these lose theirs too; nothing is served there.
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

/** What the path's suffix asks for. */
export function suffixOf(response: Response): Format | undefined {
  const suffix: unknown = response.locals["format"];
  return suffix === "json" || suffix === "csv" || suffix === "ndjson" ? suffix : undefined;
}
