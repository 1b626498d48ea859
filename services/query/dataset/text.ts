/** Characters that XML 1.0 forbids and no reader sees: controls but tab and line breaks, and two non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it takes out
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The text without what XML forbids; halves of pairs become U+FFFD. */
export function allowedInXml(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD").replace(FORBIDDEN, "");
}

/** A provider's text without what XML forbids and without surrounding space. Blank is absent. */
export function textOf(text: string | null | undefined): string | undefined {
  const clean = text == null ? undefined : allowedInXml(text).trim();
  return clean === "" ? undefined : clean;
}

/** The same in one line, for names and titles. */
export function lineOf(text: string | null | undefined): string | undefined {
  return textOf(text?.replace(/\s+/g, " "));
}

/** Different texts in the order of their first appearance. */
export function distinct(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text !== undefined))];
}

/** The text, cut to at most `length` UTF-16 units between two characters; a cut shows as an ellipsis. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/\p{Surrogate}$/u, "")}…`;
}
