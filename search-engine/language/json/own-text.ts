/**
 * The text as one of its own, for what is kept after a search: engines of JavaScript make a text that is part of a body refer
 * to that body, which would then be kept too.
 */
export const ownText = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");
