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

/** The form in which names of places are compared: Tromsø, TROMSØ and tromso are the same, and so are Saint-Malo and saint malo. */
export function folded(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘ʻʼʿ`.]/g, "")
    .replace(/[\s\p{Pd}]+/gu, " ")
    .trim();
}
