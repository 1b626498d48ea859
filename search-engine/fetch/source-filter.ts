import type { SourcePatterns } from "../language/fetch/source-filter.ts";
import { glob } from "../query/glob.ts";
import { WeakCache } from "../query/weak-cache.ts";
import type { Work } from "../work/work.ts";

/** Steps of testing a pattern with a star on the paths of all documents: each distinct path is tested once. */
const STARRED_STEPS = 5_000;

/** Returns the part of a parsed document to keep. */
type Filter = (document: unknown) => unknown;

const filters = new WeakCache<SourcePatterns, Filter>();

/**
 * Compiles the patterns of `_source`, once for each `_source` of a body. Its cost is counted here, since it runs when
 * the answer may have begun. @throws ShardFailure beyond the limits of work
 */
export function sourceFilter(patterns: SourcePatterns, work: Work): Filter {
  return filters.of(patterns, () => {
    work.spend(STARRED_STEPS * [...patterns.includes, ...patterns.excludes].filter(isStarred).length);
    return filterBy(patterns);
  });
}

function filterBy({ includes, excludes }: SourcePatterns): Filter {
  const include = includes.length === 0 ? undefined : patternsIn(includes);
  const exclude = patternsIn(excludes);
  return (document) => keep(document, "", include, exclude) ?? {};
}

interface Pattern {
  /** Whether the path or one of its parents matches. */
  readonly whole: (path: string) => boolean;
  /** Whether a path below may match. */
  readonly mayHold: (path: string) => boolean;
}

/**
 * Combines patterns. Results are cached, since the same paths occur in every document. Patterns without a star are
 * looked up in a set, so their number does not matter.
 */
function patternsIn(texts: readonly string[]): Pattern {
  const exact = new Set(texts.filter((text) => !isStarred(text)));
  const aboveExact = new Set([...exact].flatMap((text) => pathsAbove(text)));
  const compiled = texts.filter(isStarred).map(compile);
  const isExact = (path: string) => exact.has(path) || pathsAbove(path).some((above) => exact.has(above));
  return {
    whole: cached((path) => isExact(path) || compiled.some(({ whole }) => whole(path))),
    mayHold: cached((path) => aboveExact.has(path) || compiled.some(({ mayHold }) => mayHold(path))),
  };
}

const isStarred = (text: string): boolean => text.includes("*");

/** Parents of a path: `a` and `a.b` of `a.b.c`. */
function pathsAbove(path: string): string[] {
  const above: string[] = [];
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) above.push(path.slice(0, dot));
  return above;
}

/** Bounds the cache, since documents may have any number of paths. */
const MAX_CACHED_PATHS = 10_000;

function cached(test: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = test(path);
    if (known.size < MAX_CACHED_PATHS) known.set(path, found);
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

/**
 * The kept part of a value; undefined for nothing. Below an included path only the excludes apply. Emptied objects stay
 * as members, and are removed from arrays.
 */
function keep(value: unknown, path: string, include: Pattern | undefined, exclude: Pattern): unknown {
  const included = include === undefined || (path !== "" && include.whole(path));
  if (Array.isArray(value)) {
    const kept = value.flatMap((each) => {
      const part = keep(each, path, include, exclude);
      return part === undefined || (isEmptyObject(part) && !isEmptyObject(each)) ? [] : [part];
    });
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

const isEmptyObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
