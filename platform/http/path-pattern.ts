/** Matches the paths of a route declared with this path, in any case. `end`: the pattern behind the declared segments. */
export function pathPattern(path: string, end = "$"): RegExp {
  const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "[^/]+" : escapeRegExp(segment)));
  return new RegExp(`^${segments.join("/")}${end}`, "i");
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
