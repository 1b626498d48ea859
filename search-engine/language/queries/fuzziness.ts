import { DICTIONARY_CLAUSES, MAX_FUZZY_LENGTH } from "../../limits.ts";
import { illegalArgument, rejected } from "../errors/errors.ts";
import { doubleIn, javaFloatText, MAX_INT } from "../java/java-numbers.ts";
import { expectAtMost } from "../members/bounds.ts";
import { isScalar, type Options } from "../members/options.ts";
import type { ClauseReader } from "./kind.ts";

/** Maximum number of edits between two terms: fixed, or by the length of the term in characters. */
export type Fuzziness =
  | { readonly edits: number }
  /** No edit below `low` characters, one below `high`, else two. */
  | { readonly low: number; readonly high: number };

export const AUTO: Fuzziness = { low: 3, high: 6 };

/** The fuzzy terms that are searched for, and their scores. */
export interface FuzzyStyle {
  /** Characters at the beginning that must be equal. */
  readonly prefixLength: number;
  /** Maximum number of terms that are searched for. */
  readonly maxExpansions: number;
  /** Whether swapping two neighbours counts as one edit. */
  readonly transpositions: boolean;
  /** Name of a rewrite method; undefined: the frequencies of the terms are blended. */
  readonly rewrite: string | undefined;
}

export const DEFAULT_MAX_EXPANSIONS = 50;

/**
 * Counts a fuzzy term in a number of fields. @throws SearchRejected when it is too long, ShardFailure beyond
 * MAX_CLAUSES
 */
export function countFuzzyTerm(kind: string, term: string, fields: number, reader: ClauseReader<unknown>): void {
  expectFuzzyLength(kind, term);
  reader.countClauses(DICTIONARY_CLAUSES, 1);
  reader.noteFuzzy(term, fields);
}

/**
 * Counts the words of a text as fuzzy terms. In a keyword field the text is one term.
 * @throws SearchRejected when it is too long, ShardFailure beyond MAX_CLAUSES
 */
export function countFuzzyWords(kind: string, text: string, fields: number, reader: ClauseReader<unknown>): void {
  expectFuzzyLength(kind, text);
  reader.countWords(text, DICTIONARY_CLAUSES, fields);
  reader.noteFuzzy(text, fields);
}

const expectFuzzyLength = (kind: string, term: string): void =>
  expectAtMost(MAX_FUZZY_LENGTH, term.length, "characters", `[${kind}] has a fuzzy term of`);

/** The member `fuzziness`; undefined where it is absent. @throws SearchRejected */
export function fuzzinessOf(options: Options): Fuzziness | undefined {
  const value = options.members.get("fuzziness");
  if (value === undefined) return undefined;
  if (!isScalar(value)) throw options.unknownToken("fuzziness", value);
  if (typeof value === "boolean") throw illegalArgument("Can't parse fuzziness on token: [VALUE_BOOLEAN]");
  return fuzzinessIn(typeof value === "string" ? value : String(options.integer("fuzziness")));
}

/** Reads `AUTO`, `AUTO:3,6` or a number of edits. @throws SearchRejected */
export function fuzzinessIn(given: string): Fuzziness {
  const text = given.toUpperCase();
  if (text === "") throw illegalArgument("fuzziness cannot be null or empty.");
  if (text === "AUTO") return AUTO;
  return text.startsWith("AUTO:") ? byLength(text) : fixed(text, given);
}

function fixed(text: string, given: string): Fuzziness {
  const edits = doubleIn(text);
  if (edits === undefined) {
    const cause = { type: "number_format_exception", reason: `For input string: "${text}"` };
    throw rejected("illegal_argument_exception", `fuzziness cannot be [${given}].`, {}, cause);
  }
  if (Number.isInteger(edits) && (edits < 0 || edits > 2)) {
    throw illegalArgument(`Valid edit distances are [0, 1, 2] but was [${Math.min(edits, MAX_INT)}]`);
  }
  if (edits === 0 || edits === 1 || edits === 2) return { edits };
  throw illegalArgument(`fuzziness needs to be one of 0.0, 1.0 or 2.0 but was ${javaFloatText(Math.fround(edits))}`);
}

function byLength(text: string): Fuzziness {
  const parts = text.slice("AUTO:".length).split(",");
  const [low = "", high = ""] = parts;
  if (parts.length !== 2) throw rejected("parse_exception", "failed to find low and high distance values");
  for (const part of [low, high]) {
    if (/^[+-]?\d+$/.test(part)) continue;
    const cause = { type: "number_format_exception", reason: `For input string: "${part}"` };
    throw rejected("parse_exception", `failed to parse [${text}] as a "auto:int,int"`, {}, cause);
  }
  if (Number(low) < 0 || Number(low) > Number(high)) {
    const reason = `fuzziness wrongly configured [${text}]. Must be 0 < lower value <= higher value.`;
    throw rejected("parse_exception", reason);
  }
  return { low: Number(low), high: Number(high) };
}

/** Edits allowed for a term of so many characters. */
export function editsFor(fuzziness: Fuzziness, characters: number): number {
  if ("edits" in fuzziness) return fuzziness.edits;
  if (characters < fuzziness.low) return 0;
  return characters < fuzziness.high ? 1 : 2;
}
