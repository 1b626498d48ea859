import { cycled } from "../cli/demo/cycled.ts";
import type { Metadata } from "../contracts/metadata.ts";
import { analyze } from "../search-engine/language/analysis/tokenizer.ts";
import { corpusDocument, corpusFacilities } from "./corpus.ts";

/** Terms of the searches in the corpus, taken from its records, so that each search finds something. */

/** Bodies of a search before they repeat. */
export const BODIES = 400;
/** Step between the bodies' records within the first ten thousand, which the smallest catalogue has too. */
const SAMPLE_STEP = 25;

const records = Array.from({ length: BODIES }, (_, n) => corpusDocument(n * SAMPLE_STEP));
const abstracts = records.map(({ identification }) => identification.abstract);
const variables = distinct(records.flatMap((record) => record.variables.map((each) => each.variable_name)));

/** A record, a different one for each body. */
const record = (n: number): Metadata => cycled(records, n);
export const pid = (n: number): string => record(n).identification.identifier.pid;
export const variableOf = (n: number): string => record(n).variables[0]?.variable_name ?? "";
export const facilityOf = (n: number): string => record(n).facility?.identifier ?? "";
export const beginOf = (n: number): number => Date.parse(record(n).temporal_extent?.time_period_begin ?? "");

/** Each variable and each facility in turn; `turn` counts the rounds through all variables. */
export const variable = (n: number) => ({ name: cycled(variables, n), turn: Math.floor(n / variables.length) });
export const facility = (n: number): string => cycled(corpusFacilities, n).identifier;

/** Words that occur in at least half, in a thirtieth to a quarter, and in less than a thirtieth of the records. */
export const { frequent, medium, rare } = words();

function words(): Record<"frequent" | "medium" | "rare", readonly string[]> {
  const counts = new Map<string, number>();
  for (const word of abstracts.flatMap((abstract) => distinct(analyze(abstract))))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const between = (least: number, below: number) =>
    [...counts]
      .filter(([word, count]) => /^\p{L}{3,}$/u.test(word) && count >= least * BODIES && count < below * BODIES)
      .map(([word]) => word);
  return { frequent: between(1 / 2, 2), medium: between(1 / 30, 1 / 4), rare: between(0, 1 / 30) };
}

/** `count` words of a list, a different choice for each body; `turn` counts how often each word was the first. */
export function choice(n: number, count: number, from: readonly string[]) {
  const turn = Math.floor(n / from.length);
  const text = Array.from({ length: count }, (_, at) => cycled(from, n + at * (1 + turn))).join(" ");
  return { text, turn };
}

/** Three words of one record. */
export function wordsOfOne(n: number): string {
  const own = distinct(analyze(cycled(abstracts, n))).filter((word) => /^\p{L}{3,}$/u.test(word));
  return Array.from({ length: 3 }, (_, at) => cycled(own, n * 7 + at * Math.floor(own.length / 3))).join(" ");
}

const phrases = spread(abstracts.flatMap(neighbours));
/** Two words that stand side by side in a record. */
export const phrase = (n: number): string => cycled(phrases, n);

function neighbours(text: string): string[] {
  const parts = text.split(" ").map((part) => part.replace(/[,.:]$/, ""));
  const isWord = (part: string | undefined) => part !== undefined && /^\p{L}+$/u.test(part);
  return parts.slice(1).flatMap((part, at) => (isWord(part) && isWord(parts[at]) ? [`${parts[at]} ${part}`] : []));
}

const inner = spread(variables.flatMap((name) => slices(name.slice(1, -1), 8)));
/** A part of a variable's name. */
export const partOfVariable = (n: number): string => cycled(inner, n);

function slices(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}

const misspellings = spread(medium.filter((word) => word.length >= 5).flatMap(withoutOne));
/** A word with one of its inner letters left out. */
export const misspelt = (n: number): string => cycled(misspellings, n);

function withoutOne(word: string): string[] {
  return Array.from({ length: word.length - 2 }, (_, at) => word.slice(0, at + 1) + word.slice(at + 2));
}

/** Degrees of a box's sides. */
const SIDE = 5;

/** North-west and south-east corners of a box around the record's facility, never the same. */
export function corners(n: number): readonly [readonly [number, number], readonly [number, number]] {
  const [longitude = 0, latitude = 0] = record(n).facility?.location?.coordinates ?? [];
  const shift = 1 + n / 128;
  const [west, north] = [longitude - shift, latitude + shift];
  return [
    [west, north],
    [west + SIDE, north - SIDE],
  ];
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

/** As many different items as there are bodies, spread over the list. */
function spread(items: readonly string[]): readonly string[] {
  const all = distinct(items);
  return records.map((_, n) => cycled(all, Math.floor((n * all.length) / BODIES)));
}
