import { WORD_CLASSES } from "./word-classes.ts";

const OTHER = "o".charCodeAt(0);

/** Classes of UTF-16 units: the word-break classes of UAX #29 that a fast scan needs. */
export const Class = {
  unknown: 0,
  /** Between words. */
  other: 1,
  letter: 2,
  digit: 3,
  /** `_`, which joins letters and digits. */
  joiner: 4,
  /** `:`, inside words only. */
  midLetter: 5,
  /** `,` and `;`, inside numbers only. */
  midNumber: 6,
  /** `.` and `'`, inside both. */
  midBoth: 7,
  /** A word alone: Han and Hiragana. */
  ideograph: 8,
  /** Marks, scripts and pairs with rules of their own: the whole text is read by the full grammar. */
  special: 9,
} as const;

/** Whether a character is in a class of `WORD_CLASSES` that the fast scan knows; all others are `special`. */
const scanned: ReadonlyMap<string, number> = new Map([
  ...([
    ["o", Class.other],
    ["k", Class.other],
    ["d", Class.other],
    ["L", Class.letter],
    ["N", Class.digit],
  ] as const),
  ...([
    ["J", Class.joiner],
    ["m", Class.midLetter],
    ["n", Class.midNumber],
    ["b", Class.midBoth],
  ] as const),
  ["I", Class.ideograph],
]);

/** The letters that `WORD_CLASSES` uses, as codes, for each character of Unicode. */
const letters = new Uint8Array(0x110000);
const classes = new Uint8Array(65_536);
const lowerUnits = new Uint16Array(65_536);

let decoded = 0;
for (const [, letter = "", length] of WORD_CLASSES.matchAll(/(\D)(\d+)/g)) {
  const end = decoded + Number(length);
  letters.fill(letter.charCodeAt(0), decoded, end);
  if (decoded < classes.length) classes.fill(scanned.get(letter) ?? Class.special, decoded, end);
  decoded = end;
}
classes.fill(Class.special, 0xd800, 0xe000);
// The apostrophe is the only character of its class: it joins as the other quotes do, and ends words in Hebrew.
letters[0x27] = "q".charCodeAt(0);

/** The class of a UTF-16 unit. */
export const classOf = (unit: number): number => classes[unit] ?? Class.other;

/** Whether a UTF-16 unit is outside all words and does not affect its neighbours, so that a text can be split after it. */
export const isSeparator = (unit: number): boolean => classOf(unit) === Class.other && letters[unit] === OTHER;

/** The letter of `WORD_CLASSES` for each unit of a text; the second unit of a pair is `E`, which extends any character. */
export function classLetters(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0;
    result += String.fromCharCode(letters[point] ?? OTHER);
    if (point <= 0xffff) continue;
    result += "E";
    at++;
  }
  return result;
}

/** The lower case of a UTF-16 unit outside surrogate pairs, as Java maps one character: `Σ` to `σ`, `İ` to `i`. */
export function lowerUnit(unit: number): number {
  if (lowerUnits[unit] === 0) lowerUnits[unit] = String.fromCharCode(unit).toLowerCase().charCodeAt(0);
  return lowerUnits[unit] ?? unit;
}

/** Lower case per character, never by context and never longer. */
export function lowerCase(text: string): string {
  let result = "";
  for (const character of text) {
    const lower = character.toLowerCase();
    result += String.fromCodePoint(lower.codePointAt(0) ?? 0);
  }
  return result;
}

/**
 * The full grammar of words over the letters of classes: UAX #29 as in Lucene's StandardTokenizer. Used where a text
 * has characters of class `special`, and as the reference for tests of the fast scan.
 */
export function wordPattern(): RegExp {
  const extend = "[EZvVCFM]*";
  const emojiExtend = "[EZCFM]*";
  const anyLetter = `[LHQ]${extend}`;
  const digit = `N${extend}`;
  const kana = `K${extend}`;
  const joiner = `J${extend}`;
  const quote = `q${extend}`;
  const hebrewPair = `H${extend}d${extend}H${extend}`;
  const hebrewQuote = `H${extend}${quote}(?![LHQ])`;
  const letter = `(?!${hebrewPair}|${hebrewQuote})${anyLetter}`;
  const letterRun = `${letter}(?:(?:${joiner})*${letter}|[mbq]${extend}${anyLetter})*`;
  const digitRun = `${digit}(?:(?:(?:${joiner})*|[nbq]${extend})${digit})*`;
  const run = `(?:${kana}(?:(?:${joiner})*${kana})*|(?:${hebrewPair}|${hebrewQuote}|${digitRun}|${letterRun})+)`;
  // Where the joiners before did not lead to a word, these are not tried again: a line of joiners would take quadratic
  // time. Only joiners look back: V8 leaves out its own check of the next character once a process has many patterns.
  const word = `(?:(?=J)(?<!J${extend})(?:${joiner})+)?${run}(?:(?:${joiner})+${run})*(?:${joiner})*`;
  const joined = `(?:(?:(?<=Z)|VZ+|VZF${emojiExtend}(?<=Z))[PQ]${emojiExtend})*(?:VZF${emojiExtend}|V)?`;
  const flag = `R${extend}R${extend}`;
  const keycap = `k${emojiExtend}V?C${emojiExtend}`;
  const picture = `(?:(?<!Z)Z+)?[PQ]${emojiExtend}${joined}|F${emojiExtend}(?:(?<=Z)[PQ]${emojiExtend}${joined})?`;
  // Longer than the word that its first letter alone would begin.
  const letterWithPicture = `Q${emojiExtend}(?:(?:(?<=Z)|VZ+)Q${emojiExtend})*(?:(?<=Z)|VZ+)P${emojiExtend}${joined}`;
  return new RegExp(`${letterWithPicture}|${word}|[SM][SMEZvVCF]*|I${extend}|${flag}|${keycap}|${picture}`, "g");
}
