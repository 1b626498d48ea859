/**
 * Boundaries of words as Java's BreakIterator finds them: a word, a number, a run of white space or a single other
 * character. These words need not agree with the analyzer's tokens.
 */

/** Format characters are ignored, except the soft hyphen, which may stand in a word. */
const ignored = String.raw`[\p{Cf}--\xad]*`;
const enclosing = String.raw`[\p{Mn}\p{Me}]`;
const marks = `(?:${enclosing}${ignored})*`;
const one = (set: string) => `(?:${set}${ignored})`;

const kanji = String.raw`\u3005\u4e00-\u9fa5\uf900-\ufa2d`;
const katakana = String.raw`\u30a1-\u30fa\u30fd\u30fe`;
const hiragana = String.raw`\u3041-\u3094\u309d\u309e`;
const japaneseMarks = String.raw`\u3099-\u309c\u30fb\u30fc`;

const letter = `(?:${one(String.raw`[[\p{L}\p{Mc}]--[${kanji}${katakana}${hiragana}${japaneseMarks}]]`)}${marks})`;
const digit = `(?:${one(String.raw`\p{N}`)}${marks})`;
const midWord = one(String.raw`[\p{Pd}\p{Pc}\xad\u2027"'.]`);
const midNumber = one(String.raw`["',\u066b.]`);
const beforeNumber = one(String.raw`[[\p{Sc}#.]--[\xa2]]`);
const afterNumber = one(String.raw`[%\&\xa2\u066a\u2030\u2031]`);
const word = `(?:${letter}+(?:${midWord}${letter}+)*${one(String.raw`[\u0964\u0965]`)}?)`;
const number = `(?:${digit}+(?:${midNumber}${digit}+)*)`;
const rest = `(?:${number}${word})*(?:${number}${afterNumber}?)?`;

const marked = one(String.raw`[^\p{Mn}\p{Me}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`);

/** The longest match counts. */
const alternatives = [
  `${word}?${rest}`,
  `${beforeNumber}${rest}`,
  String.raw`(?:${one(String.raw`[\p{Zs}\t]`)}${marks})*(?:\r${ignored})?(?:[\n\f\u2028\u2029]${ignored})?`,
  `${one(`[${katakana}${japaneseMarks}]`)}*`,
  `${one(`[${hiragana}${japaneseMarks}]`)}*`,
  `${one(`[${kanji}]`)}*`,
  `${marked}${one(enclosing)}+`,
  `[^]${ignored}`,
].map((source) => new RegExp(source, "vy"));

/** The end of the word that begins at `from`. */
export function nextWord(text: string, from: number): number {
  let end = from;
  for (const pattern of alternatives) {
    pattern.lastIndex = from;
    const [found = ""] = pattern.exec(text) ?? [];
    end = Math.max(end, from + found.length);
  }
  return end;
}
