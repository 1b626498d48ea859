/** Letters that Unicode does not decompose, by what people without them on their keyboard type. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  đ: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŋ: "n",
  ø: "o",
  œ: "oe",
  ß: "ss",
  ŧ: "t",
  þ: "th",
  ə: "e",
};

const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** The form in which names are compared as people type them: Tromsø, TROMSØ and tromso are the same, and so are Saint-Malo and saint malo. */
export function folded(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘ʻʼʿ`.]/g, "")
    .replace(/[\s\p{Pd}]+/gu, " ")
    .trim();
}

/** The order of folded forms. */
export const compareFolded = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Pairs of letters that people without ä, å, æ, ö, ø and ü on their keyboard type for these, and what folding makes of them. */
const TYPED: Readonly<Record<string, string>> = { aa: "a", ae: "a", oe: "o", ue: "u" };

/**
 * The forms with which a name that was typed is compared, the likeliest first: Tromsoe may be Tromsø or be written so, and
 * Muenchen is München.
 */
export function spellings(name: string): readonly string[] {
  const form = folded(name);
  const typed = form.replace(/aa|ae|oe|ue/g, (pair) => TYPED[pair] ?? pair);
  return typed === form ? [form] : [form, typed];
}
