import { lowerCase } from "./characters.ts";
import { analyze, placesOfWords } from "./tokenizer.ts";

/** The terms of a text and their positions, which leave gaps where an analyzer drops words. */
export interface Analysis {
  readonly terms: readonly string[];
  readonly positions: readonly number[];
  /** Start and end of each term in the text, in UTF-16 units. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether the text ends with the last term, so that following text would continue it. */
  readonly endsWithTerm: boolean;
}

export type Analyze = (text: string) => Analysis;

/** Maximum UTF-16 units of a token of the simple tokenizers. Longer ones are cut. */
const MAX_TOKEN_UNITS = 255;

const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(
    " ",
  ),
);

/** Words by Unicode word boundaries, in lower case: the analyzer of text fields. */
export const standard: Analyze = (text) => {
  const terms = analyze(text);
  const { starts, ends } = placesOfWords(text);
  return { terms, positions: [...terms.keys()], starts, ends, endsWithTerm: (ends.at(-1) ?? 0) === text.length };
};

/** The whole text as one term. */
export const keyword: Analyze = (text) => ({
  terms: [text],
  positions: [0],
  starts: [0],
  ends: [text.length],
  endsWithTerm: true,
});

const simple: Analyze = (text) => matches(text, /\p{L}+/gu, lowerCase);
const whitespace: Analyze = (text) => matches(text, betweenSpaces, (word) => word);

function matches(text: string, pattern: RegExp, change: (word: string) => string): Analysis {
  const tokens: string[] = [];
  const starts: number[] = [];
  for (const { 0: word, index } of text.matchAll(pattern)) {
    let start = index;
    for (const part of parts(word)) {
      tokens.push(part);
      starts.push(start);
      start += part.length;
    }
  }
  const ends = tokens.map((token, place) => (starts[place] ?? 0) + token.length);
  const terms = tokens.map(change);
  return { terms, positions: [...terms.keys()], starts, ends, endsWithTerm: ends.at(-1) === text.length };
}

const stop: Analyze = (text) => {
  const { terms, starts, ends, endsWithTerm } = simple(text);
  const isKept = (position: number) => !ENGLISH_STOP_WORDS.has(terms[position] ?? "");
  const positions = [...terms.keys()].filter(isKept);
  return {
    terms: positions.map((position) => terms[position] ?? ""),
    positions,
    starts: positions.map((position) => starts[position] ?? 0),
    ends: positions.map((position) => ends[position] ?? 0),
    endsWithTerm: endsWithTerm && isKept(terms.length - 1),
  };
};

const INFORMATION_SEPARATORS = String.fromCharCode(0x1c, 0x1d, 0x1e, 0x1f);

/** White space as Java defines it: no-break spaces belong to words. */
const betweenSpaces = new RegExp(`[[\\S\u00a0\u2007\u202f\ufeff]--[${INFORMATION_SEPARATORS}]]+`, "gv");

const analyzers: ReadonlyMap<string, Analyze> = new Map([
  ["default", standard],
  ["standard", standard],
  ["keyword", keyword],
  ["simple", simple],
  ["whitespace", whitespace],
  ["stop", stop],
]);

/** The analyzer of this name; undefined when there is none. */
export const analyzerNamed = (name: string): Analyze | undefined => analyzers.get(name);

/** Cuts a token that is too long, between characters. */
function parts(token: string): string[] {
  if (token.length <= MAX_TOKEN_UNITS) return [token];
  const cut: string[] = [];
  let part = "";
  for (const character of token) {
    part += character;
    if (part.length < MAX_TOKEN_UNITS) continue;
    cut.push(part);
    part = "";
  }
  return part === "" ? cut : [...cut, part];
}
