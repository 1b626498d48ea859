import { trimAsJava } from "../java/java-numbers.ts";

/** One aggregation of a path, and which of its numbers is meant where the path says. */
export interface PathElement {
  /** As it is written. */
  readonly text: string;
  readonly name: string;
  readonly key: string | undefined;
  /** Behind a key in brackets: what is meant of that bucket. */
  readonly metric?: string;
}

/**
 * The elements of a path such as `mean`, `sizes.avg`, `sizes[99.9]` or `cloudy>mean`, outermost first; the element that
 * can't be read when there is one.
 */
export function aggregationPath(path: string): readonly PathElement[] | { readonly malformed: string } {
  const elements = path
    .split(">")
    .map(trimAsJava)
    .filter((element) => element !== "");
  const read: PathElement[] = [];
  for (const [index, element] of elements.entries()) {
    const found = readElement(element, index === elements.length - 1);
    if (!found) return { malformed: element };
    read.push(found);
  }
  return read;
}

/** The names of a path one after the other, those behind dots and in brackets too: each is a step. */
export const stepsOf = (path: readonly PathElement[]): readonly string[] =>
  path.flatMap(({ name, key, metric }) => [name, key, metric].filter((step) => step !== undefined));

/** The key of a bucket, which stands between quotes; undefined where a step is none. */
export const bucketKey = (step: string | undefined): string | undefined =>
  step !== undefined && /^'.*'$/s.test(step) ? step.slice(1, -1) : undefined;

/** Only the last element may name its number behind a dot: other names may have dots in them. */
function readElement(element: string, isLast: boolean): PathElement | undefined {
  const bracket = element.lastIndexOf("[");
  if (bracket >= 0) {
    const close = element.indexOf("]", bracket);
    const name = element.slice(0, bracket);
    const key = element.slice(bracket + 1, close);
    if (name === "" || close < 0 || key === "") return undefined;
    const behind = element.slice(close + 1);
    if (behind === "") return { text: element, name, key };
    return isLast && behind.length > 1 && behind.startsWith(".")
      ? { text: element, name, key, metric: behind.slice(1) }
      : undefined;
  }
  const dot = isLast ? element.lastIndexOf(".") : -1;
  if (dot < 0) return { text: element, name: element, key: undefined };
  if (dot === 0 || dot > element.length - 2) return undefined;
  return { text: element, name: element.slice(0, dot), key: element.slice(dot + 1) };
}
