/**
 * A copy of a text, to keep after a search: JavaScript engines make a part of a body refer to the whole body, which
 * would then be kept too.
 */
export const ownText = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");
