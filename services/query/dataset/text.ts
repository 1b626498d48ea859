/** Characters that XML 1.0 forbids and no reader sees: controls but tab and line breaks, and two non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it takes out
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The text without what XML forbids; halves of pairs become U+FFFD. */
export function allowedInXml(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD").replace(FORBIDDEN, "");
}

/** Controls that embed, override or isolate a direction of writing, and that end this. Marks of direction are not among them. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** The text without what XML forbids and without controls of direction, which would also turn what stands behind it. */
export function withoutControls(text: string): string {
  return allowedInXml(text).replace(DIRECTIONS, "");
}

/** A text whose own direction does not reach what stands beside it, where no element can do that. */
export function isolated(text: string): string {
  return `\u2068${withoutControls(text)}\u2069`;
}

/** A provider's text without controls and without surrounding space. Blank is absent. */
export function textOf(text: string | null | undefined): string | undefined {
  const clean = text == null ? undefined : withoutControls(text).trim();
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
