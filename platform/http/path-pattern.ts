/** Matches the paths of a route that is declared so, in any case. `end`: what follows the declared segments. */
export function pathPattern(path: string, end = "$"): RegExp {
  const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "[^/]+" : escapeRegExp(segment)));
  return new RegExp(`^${segments.join("/")}${end}`, "i");
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
