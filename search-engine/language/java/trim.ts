/** Whether a UTF-16 code unit is removed. */
type IsCut = (code: number) => boolean;

/* Both take one pass. A regular expression such as / +$/ would be tried again at each space inside the text. */

/** The text without such characters at its end. */
export function trimEnd(text: string, isCut: IsCut): string {
  let end = text.length;
  while (end > 0 && isCut(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without such characters at its beginning and end. */
export function trim(text: string, isCut: IsCut): string {
  let start = 0;
  while (start < text.length && isCut(text.charCodeAt(start))) start++;
  return trimEnd(text.slice(start), isCut);
}
