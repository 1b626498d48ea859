/** One aggregation of a path, and which of its numbers is meant where the path says. */
export interface PathElement {
  readonly name: string;
  readonly key: string | undefined;
}

/**
 * The elements of a path such as `mean`, `sizes.avg`, `sizes[99.9]` or `cloudy>mean`, outermost first; the element that
 * can't be read when there is one.
 */
export function aggregationPath(path: string): readonly PathElement[] | { readonly malformed: string } {
  const elements = path.split(">").filter((element) => element !== "");
  const read: PathElement[] = [];
  for (const [index, element] of elements.entries()) {
    const found = readElement(element, index === elements.length - 1);
    if (!found) return { malformed: element };
    read.push(found);
  }
  return read;
}

/** Only the last element may name its number behind a dot: other names may have dots in them. */
function readElement(element: string, isLast: boolean): PathElement | undefined {
  const bracket = element.lastIndexOf("[");
  if (bracket >= 0) {
    if (bracket === 0 || bracket > element.length - 3 || !element.endsWith("]")) return undefined;
    return { name: element.slice(0, bracket), key: element.slice(bracket + 1, -1) };
  }
  const dot = isLast ? element.lastIndexOf(".") : -1;
  if (dot < 0) return { name: element, key: undefined };
  if (dot === 0 || dot > element.length - 2) return undefined;
  return { name: element.slice(0, dot), key: element.slice(dot + 1) };
}
