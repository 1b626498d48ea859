import { trimAsJava } from "../java/java-numbers.ts";

/** An aggregation in a path, and one of its numbers where the path names one. */
export interface PathElement {
  /** As written. */
  readonly text: string;
  readonly name: string;
  readonly key: string | undefined;
  /** The metric named behind a key in brackets. */
  readonly metric?: string;
}

/**
 * The elements of a path such as `mean`, `sizes.avg`, `sizes[99.9]` or `cloudy>mean`, outermost first; or the first
 * element that can't be read.
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

/** The names of a path, one after another. Names behind dots and in brackets are steps too. */
export const stepsOf = (path: readonly PathElement[]): readonly string[] =>
  path.flatMap(({ name, key, metric }) => [name, key, metric].filter((step) => step !== undefined));

/** The key of a bucket, written in quotes; undefined where the step is no key. */
export const bucketKey = (step: string | undefined): string | undefined =>
  step !== undefined && /^'.*'$/s.test(step) ? step.slice(1, -1) : undefined;

/** Only the last element may name a number behind a dot: dots in other elements belong to their names. */
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
