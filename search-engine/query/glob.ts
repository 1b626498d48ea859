import { item } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";

/** Part of a pattern: a code point, any one character, or any text. */
type Part = number | "one" | "any";

export interface GlobSyntax {
  /** `?` matches one character, and `\` escapes the next one. */
  readonly full?: boolean;
  /** A to Z match in either case. */
  readonly caseInsensitive?: boolean;
}

/**
 * Compiles a pattern where `*` matches any text. Patterns come from users: a test takes at most time proportional to
 * text × pattern.
 */
export function glob(
  pattern: string,
  { full = false, caseInsensitive = false }: GlobSyntax = {},
): (text: string) => boolean {
  const parts = partsOf(pattern, full, caseInsensitive);
  return (text) => matches(parts, text, caseInsensitive);
}

/** Product of the lengths of a text and a pattern that one step compares. */
const COMPARISONS_A_STEP = 8;

/**
 * The same, but each test counts its maximum comparisons as work. The test throws ShardFailure beyond the limits of
 * work.
 */
export function countedGlob(pattern: string, work: Work): (text: string) => boolean {
  const matches = glob(pattern);
  return (text) => {
    work.spend(1 + Math.ceil((pattern.length * text.length) / COMPARISONS_A_STEP));
    return matches(text);
  };
}

function partsOf(pattern: string, full: boolean, caseInsensitive: boolean): Part[] {
  const parts: Part[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    let character = item(characters, at);
    if (character === "*") {
      if (parts.at(-1) !== "any") parts.push("any");
      continue;
    }
    if (full && character === "?") {
      parts.push("one");
      continue;
    }
    if (full && character === "\\" && at + 1 < characters.length) character = item(characters, ++at);
    const point = pointAt(character, 0);
    parts.push(caseInsensitive ? fold(point) : point);
  }
  return parts;
}

/** On a mismatch, only the part behind the last `*` is retried, one character further, never a part before it. */
function matches(parts: readonly Part[], text: string, caseInsensitive: boolean): boolean {
  let part = 0;
  let at = 0;
  let star = -1;
  let retryAt = 0;
  while (at < text.length) {
    const point = pointAt(text, at);
    const expected = parts[part];
    if (expected === "any") {
      star = part++;
      retryAt = at;
    } else if (expected === "one" || expected === (caseInsensitive ? fold(point) : point)) {
      part++;
      at += width(point);
    } else if (star >= 0) {
      retryAt += width(pointAt(text, retryAt));
      at = retryAt;
      part = star + 1;
    } else return false;
  }
  while (parts[part] === "any") part++;
  return part === parts.length;
}

/** The code point at an index within the text. */
const pointAt = (text: string, at: number): number => text.codePointAt(at) ?? 0;

const width = (point: number): number => (point > 0xffff ? 2 : 1);

const fold = (point: number): number => (point >= 0x41 && point <= 0x5a ? point | 0x20 : point);
