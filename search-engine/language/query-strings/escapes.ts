/** An escape sequence is incomplete. */
export class EscapeError extends Error {
  override readonly name = "EscapeError";
}

/** Removes backslashes, and replaces `\u0041` by the character. @throws EscapeError */
export function withoutEscapes(text: string): string {
  return text.replace(/\\(u([\s\S]{0,4})|[\s\S]?)/g, (_, escaped: string, hex: string | undefined) => {
    if (hex !== undefined) return fromHex(hex);
    if (escaped === "") throw new EscapeError("Term can not end with escape character.");
    return escaped;
  });
}

function fromHex(digits: string): string {
  const wrong = /[^0-9a-fA-F]/.exec(digits);
  if (wrong) throw new EscapeError(`Non-hex character in Unicode escape sequence: ${wrong[0]}`);
  if (digits.length < 4) throw new EscapeError("Truncated unicode escape sequence.");
  return String.fromCharCode(Number.parseInt(digits, 16));
}

/** Escapes the characters of the query syntax. */
export const withEscapes = (text: string): string => text.replace(/[\\+\-!():^[\]"{}~*?|&/]/g, "\\$&");
