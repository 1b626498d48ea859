/** What a UTF-16 unit means to the tokenizer: the word-break classes of UAX #29 that matter to a fast scan. */
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
  /** Marks, scripts and pairs with rules of their own: the whole text goes by the full grammar. */
  special: 9,
} as const;

const classes = new Uint8Array(65_536);
const lowerUnits = new Uint16Array(65_536);

/** The zero-width space ends words, for Lucene as for Unicode. */
const extend = String.raw`\p{Grapheme_Extend}\p{Mc}[\p{Cf}--\u200b]\u200c\u200d`;
const southEastAsian = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Tai_Viet}\p{Script=Ahom}`;
const katakana = String.raw`\p{Script=Katakana}\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70`;
/** Not Alphabetic, yet ALetter by Word_Break. */
const furtherLetters = String.raw`\u02c2-\u02c5\u02d2-\u02d7\u02de\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u055b\u055c\u055e\u05f3\ua720\ua721\ua789\ua78a\uab5b`;
const digits = String.raw`\p{Nd}\u066b`;
const letters = String.raw`[[\p{Alphabetic}${furtherLetters}]--[\p{Ideographic}\p{Script=Hiragana}${katakana}${southEastAsian}${extend}${digits}]]`;
const joiners = String.raw`[\p{Pc}\u202f]`;

const set = (source: string) => `(?:[${source}])`;
const extended = (source: string) => `(?:${source}[${extend}]*)`;

const patterns = {
  special: new RegExp(
    set(
      String.raw`${extend}${southEastAsian}${katakana}\p{Script=Hebrew}\p{Surrogate}\p{Extended_Pictographic}\u20e3\ufe0f`,
    ),
    "v",
  ),
  ideograph: new RegExp(set(String.raw`\p{Script=Han}\p{Script=Hiragana}`), "v"),
  digit: new RegExp(set(digits), "v"),
  letter: new RegExp(letters, "v"),
  joiner: new RegExp(joiners, "v"),
};

/** The class of a UTF-16 unit. */
export function classOf(unit: number): number {
  if (classes[unit] === Class.unknown) classes[unit] = classify(unit);
  return classes[unit] ?? Class.other;
}

function classify(unit: number): number {
  const character = String.fromCharCode(unit);
  if ("\u003a\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a".includes(character)) return Class.midLetter;
  if (
    "\u002c\u003b\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b".includes(character)
  ) {
    return Class.midNumber;
  }
  if ("\u002e\u0027\u2018\u2019\u2024\ufe52\uff07\uff0e".includes(character)) return Class.midBoth;
  if (unit > 0x7f && patterns.special.test(character)) return Class.special;
  if (patterns.ideograph.test(character)) return Class.ideograph;
  if (patterns.digit.test(character)) return Class.digit;
  if (patterns.letter.test(character)) return Class.letter;
  return patterns.joiner.test(character) ? Class.joiner : Class.other;
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
 * The full grammar of words, as one expression: what Lucene's StandardTokenizer makes of UAX #29. Used where a text has
 * characters of class `special`, and as the law that the fast scan is tested against.
 */
export function wordPattern(): RegExp {
  const letter = extended(set(`${letters}`));
  const hebrew = extended(String.raw`[\p{Script=Hebrew}&&\p{Alphabetic}]`);
  const digit = extended(set(digits));
  const kana = extended(set(katakana));
  const joiner = extended(joiners);
  const midLetter = extended(
    String.raw`[\x3a\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a\x2e'\u2018\u2019\u2024\ufe52\uff07\uff0e]`,
  );
  const midNumber = extended(
    String.raw`[\x2c\x3b\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b\x2e'\u2018\u2019\u2024\ufe52\uff07\uff0e]`,
  );
  const letterRun = `${letter}(?:(?:${joiner}*|${midLetter})${letter})*`;
  const digitRun = `${digit}(?:(?:${joiner}*|${midNumber})${digit})*`;
  const hebrewRun = `${hebrew}(?:"${hebrew}|'(?!${letter}))`;
  const kanaRun = `${kana}(?:${joiner}*${kana})*`;
  const run = `(?:${kanaRun}|(?:${hebrewRun}|${digitRun}|${letterRun})+)`;
  const word = `${joiner}*${run}(?:${joiner}+${run})*${joiner}*`;
  const asian = `[${southEastAsian}](?:[${southEastAsian}${extend}])*`;
  const ideograph = extended(String.raw`[\p{Script=Han}\p{Script=Hiragana}]`);
  const emoji = String.raw`\p{RI}\p{RI}[${extend}]*|\p{RGI_Emoji}[${extend}]*|(?:[\p{Emoji}--[0-9#*\p{RI}]])[${extend}\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Emoji}[${extend}\u{1f3fb}-\u{1f3ff}]*)*`;
  return new RegExp(`${word}|${asian}|${ideograph}|${emoji}`, "gv");
}
