import type { SourcePatterns } from "../../language/source-filter.ts";
import { glob } from "../query/glob.ts";

/** What the patterns leave of a document. */
export function sourceFilter({ includes, excludes }: SourcePatterns): (document: unknown) => unknown {
  const include = includes.length === 0 ? undefined : patternsIn(includes);
  const exclude = patternsIn(excludes);
  return (document) => keep(document, "", include, exclude) ?? {};
}

interface Pattern {
  /** The path itself, or something above it. */
  readonly whole: (path: string) => boolean;
  /** Some path below it may match. */
  readonly mayHold: (path: string) => boolean;
}

/**
 * All of them as one. Paths come again in each document, so what was found out of one is kept. Those without a star are
 * looked up, however many they are.
 */
function patternsIn(texts: readonly string[]): Pattern {
  const exact = new Set(texts.filter((text) => !text.includes("*")));
  const aboveExact = new Set([...exact].flatMap((text) => pathsAbove(text)));
  const compiled = texts.filter((text) => text.includes("*")).map(compile);
  const isExact = (path: string) => exact.has(path) || pathsAbove(path).some((above) => exact.has(above));
  return {
    whole: remembering((path) => isExact(path) || compiled.some(({ whole }) => whole(path))),
    mayHold: remembering((path) => aboveExact.has(path) || compiled.some(({ mayHold }) => mayHold(path))),
  };
}

/** `a` and `a.b` of `a.b.c`. */
function pathsAbove(path: string): string[] {
  const above: string[] = [];
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) above.push(path.slice(0, dot));
  return above;
}

/** Documents may have any number of members: so many paths are remembered, and no more. */
const MAX_REMEMBERED_PATHS = 10_000;

function remembering(test: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = test(path);
    if (known.size < MAX_REMEMBERED_PATHS) known.set(path, found);
    return found;
  };
}

function compile(pattern: string): Pattern {
  const [itself, below] = [glob(pattern), glob(`${pattern}.*`)];
  const beforeStar = pattern.split("*")[0] ?? "";
  return {
    whole: (path) => itself(path) || below(path),
    mayHold: (path) =>
      pattern.startsWith(`${path}.`) || (beforeStar.length < pattern.length && `${path}.`.startsWith(beforeStar)),
  };
}

/** The kept part of a value, undefined for nothing. Nothing is left out below a path that is included whole. */
function keep(value: unknown, path: string, include: Pattern | undefined, exclude: Pattern): unknown {
  const included = include === undefined || (path !== "" && include.whole(path));
  if (Array.isArray(value)) {
    const kept = value.map((each) => keep(each, path, include, exclude)).filter((each) => each !== undefined);
    return included || kept.length > 0 ? kept : undefined;
  }
  if (typeof value !== "object" || value === null) return included ? value : undefined;
  const kept: Record<string, unknown> = Object.create(null);
  let any = false;
  for (const [name, member] of Object.entries(value)) {
    const inner = path === "" ? name : `${path}.${name}`;
    if (exclude.whole(inner)) continue;
    const wanted = included || include.whole(inner) || include.mayHold(inner);
    const part = wanted ? keep(member, inner, included ? undefined : include, exclude) : undefined;
    if (part === undefined) continue;
    kept[name] = part;
    any = true;
  }
  return included || any ? kept : undefined;
}
