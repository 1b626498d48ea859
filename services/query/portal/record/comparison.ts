import { instantOf } from "../../dataset/period.ts";
import { shortened, withoutControls } from "../../dataset/text.ts";
import { beginningOf, type Json } from "../components/json.ts";
import { isTimeMember } from "../components/members.tsx";
import { type Difference, differencesBetween, type Path } from "./differences.ts";

/** What a page of a comparison has room for. */
const MAX_LISTED = 100;
const MAX_CHARACTERS = 24_000;
/** Of one side of a difference. */
const SIDE = { values: 60, characters: 1_500 };

/** Characters before and after the part of two texts that differs. */
const CONTEXT = 60;
/** A longer word is cut. */
const MAX_WORD_LENGTH = 40;

/** A text in which a part differs from the other revision's. */
export interface MarkedText {
  readonly start: string;
  readonly marked: string;
  readonly end: string;
}

/** One side of a difference: a text with the part that differs, or the beginning of another value. */
export type Side = { readonly text: MarkedText } | { readonly value: Json; readonly isCut: boolean } | undefined;

export interface ComparedPart {
  readonly path: Difference["path"];
  readonly before: Side;
  readonly after: Side;
}

export interface Comparison {
  readonly parts: readonly ComparedPart[];
  /** Differences that had no room. */
  readonly left: number;
}

/** The differences of two values side by side, as many as a page has room for. */
export function comparisonOf(before: Json, after: Json): Comparison {
  const parts: ComparedPart[] = [];
  let left = 0;
  let room = MAX_CHARACTERS;
  for (const difference of differencesBetween(before, after)) {
    if (left > 0 || parts.length === MAX_LISTED || room <= 0) {
      left++;
      continue;
    }
    const part = { path: difference.path, ...sidesOf(difference) };
    room -= JSON.stringify(part).length;
    parts.push(part);
  }
  return { parts, left };
}

function sidesOf({ path, before, after }: Difference): Pick<ComparedPart, "before" | "after"> {
  if (typeof before === "string" && typeof after === "string") {
    const areTimes = isTimeMember(memberAt(path)) && [before, after].every((text) => instantOf(text) !== undefined);
    if (!areTimes) return markedTexts(before, after);
  }
  const sideOf = (whole: Json | undefined) => {
    if (whole === undefined) return undefined;
    const { value, left } = beginningOf(whole, SIDE);
    return { value, isCut: left > 0 };
  };
  return { before: sideOf(before), after: sideOf(after) };
}

/** The innermost member of a path. */
export const memberAt = (path: Path): string => path.findLast((step) => typeof step === "string") ?? "";

/** Two texts with the words that differ, and a little of what they share around them. */
function markedTexts(before: string, after: string): Pick<ComparedPart, "before" | "after"> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (isInWord(before[start]) || isInWord(after[start])) {
    start -= /\S*$/.exec(before.slice(Math.max(0, start - MAX_WORD_LENGTH), start))?.[0].length ?? 0;
  }
  if (/[\uD800-\uDBFF]/.test(before.charAt(start - 1))) start--;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (isInWord(before.at(-1 - end)) || isInWord(after.at(-1 - end))) {
    const from = before.length - end;
    end -= /^\S*/.exec(before.slice(from, from + MAX_WORD_LENGTH))?.[0].length ?? 0;
  }
  if (/[\uDC00-\uDFFF]/.test(before.charAt(before.length - end))) end--;
  const marked = (text: string) => ({
    text: {
      start: withoutControls(lastOf(text.slice(0, start), CONTEXT)),
      marked: withoutControls(shortened(text.slice(start, text.length - end), SIDE.characters)),
      end: withoutControls(shortened(text.slice(text.length - end), CONTEXT)),
    },
  });
  return { before: marked(before), after: marked(after) };
}

/** Whether a character beside a shared part makes its outermost word another one. */
const isInWord = (character: string | undefined): boolean => character !== undefined && /\S/.test(character);

const lastOf = (text: string, length: number): string =>
  text.length <= length ? text : `…${text.slice(-length).replace(/^[\uDC00-\uDFFF]/, "")}`;
